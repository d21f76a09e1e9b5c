"""The consulta: four hands and what was said about them, put together by taps or pasted as a
record, and the ruling of the engine. Nothing is stored: the record itself travels in the address.

The one corner of `matches` that knows a game from inside (`rules.mus`): which cards there are, what
may be said next. Whether a discipline has a consulta at all is asked of its seam (`takes_records`).
"""
