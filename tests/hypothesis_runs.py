"""How long the property tests of the rules run, by the environment variable HYPOTHESIS_PROFILE:

`default`  with every run of the tests
`long`     by hand, some minutes for each file: forty times as many examples, or HYPOTHESIS_TIMES
`mutants`  for `make mutants`: a tenth, always the same ones, and none made smaller once it fails
"""

import os

from hypothesis import Phase, settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")
TIMES = {"default": 1.0, "long": float(os.environ.get("HYPOTHESIS_TIMES", "40")), "mutants": 0.1}
EXAMPLES = 100  # of a test that does not say how many


def examples(number: int) -> int:
    """How many examples a test tries in this run that usually tries so many."""
    return max(5, round(number * TIMES[PROFILE]))


def load_profile() -> None:
    """Make the profile's numbers those of every test that names none. KeyError for no profile."""
    settings.register_profile("rules-default", deadline=None)
    settings.register_profile("rules-long", deadline=None, max_examples=examples(EXAMPLES))
    settings.register_profile(
        "rules-mutants",
        deadline=None,
        max_examples=examples(EXAMPLES),
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
    )
    settings.load_profile(f"rules-{PROFILE}")
