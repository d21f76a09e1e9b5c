"""The rules of the game: pure Python, frozen values in, frozen values out.

Nothing here knows Django, the clock or the network. The only thing read is package data
(the clauses of the regulation), once, at import. What is refused or found carries a code, a clause
and facts, never a sentence: the pages own the sentences.
"""
