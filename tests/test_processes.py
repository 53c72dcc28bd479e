"""A function in a child with limits: what passes one is an error with a reason, and nothing more."""

import os

import pytest

from generator.problems import Place, Problem, SiteError
from generator.processes import LimitPassed, Limits, result_of

pytestmark = pytest.mark.slow

LIMITS = Limits(memory=1 << 30, cpu_seconds=1, seconds=60)
STEP = "__import__('generator.processes').processes.step"


def test_a_child_returns_what_the_function_returns() -> None:
    assert result_of(LIMITS, divmod, 7, 2) == (3, 1)


def test_what_a_function_raises_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        result_of(LIMITS, divmod, 7, 0)


def test_problems_come_back_whole() -> None:
    problem = Problem(Place("x.md", 3, 1), "wrong", "mend it")
    with pytest.raises(SiteError) as caught:
        result_of(LIMITS, exec, "raise error", {"error": SiteError([problem])})
    assert caught.value.problems == (problem,)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limits")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("'x' * 10**11", "it takes too much memory"),
        ("__import__('ctypes').string_at(0)", "it takes too much memory"),
        ("(lambda f: f(f))(lambda f: f(f))", "it takes too much memory"),
        ("sum(iter(int, 1))", "it takes more than 1 seconds"),
    ],
)
def test_a_child_that_takes_too_much_names_its_last_step(words: str, reason: str) -> None:
    with pytest.raises(LimitPassed) as passed:
        result_of(LIMITS, eval, f"({STEP}('a.md'), {STEP}('b.md'), {words})")
    assert (passed.value.reason, passed.value.step) == (reason, "b.md")


def test_a_child_that_hangs_is_ended_by_the_clock() -> None:
    with pytest.raises(LimitPassed, match="more than 1 seconds"):
        result_of(LIMITS._replace(seconds=1), eval, "__import__('time').sleep(1000)")


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limits")
def test_time_begins_anew_with_each_step() -> None:
    work = f"[({STEP}(str(n)), sum(range(10**7))) for n in range(10)][-1][1]"
    assert result_of(LIMITS, eval, work) == sum(range(10**7))
