"""What runs beside a student's code: the only part of the grader that a sandbox can see.

Nothing in here knows a seed, an expected answer or a mark. `server` waits in the sandbox with everything
imported and forks one child a submission; `fence` shuts that child in; `harness` runs the student's cells
(prepared by `cells`) and answers one question after the other over a socket (`wire`). `sandbox` is the other
side: it starts the server, in a control group if there is one (`cgroup`), with so much time and memory
(`limits`), and is itself never seen; `doctor` tells what a machine offers for all that.
"""
