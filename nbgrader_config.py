"""nbgrader's settings for this course: where the labs are and where students' copies go."""

c = get_config()  # noqa: F821  # nbgrader provides it

c.CourseDirectory.course_id = "gamekit"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
