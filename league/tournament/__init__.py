"""A tournament day: groups, a knock-out behind them, and who plays on which court at what time.

Pure: values in, values out; no Django, no clock, no I/O. `plan.plan` is the door; `groups` deals
the teams out and makes them meet, `bracket` seeds the knock-out, `timetable` puts matches on
courts, `board` says what goes on at every court now, `advance` who takes which place of the
bracket.
"""
