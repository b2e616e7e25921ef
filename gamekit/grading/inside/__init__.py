"""What of the grader runs beside a student's code: how it is asked, and the trees that count its visits."""
