"""The calendar of a division: who plays whom, in which week, at what hour.

Pure: values in, values out; no Django, no clock, no I/O. `plan.plan` is the door; `round_robin`
knows rounds and sides, `dates` knows days and hours, `measures` counts what came out.
What touches stored encounters (saving a preview, moving one) is not here: that is `matches`.
"""
