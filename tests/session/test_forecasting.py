"""Forecasts beside the interface, kept until what they follow from changes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from prep.core.event import Rating
from prep.core.plan import running
from prep.session.library.library import Library
from prep.session.plan.forecasting import beside, forecasts, keep, kept
from prep.session.plan.planning import PlanWish, wished
from prep.session.plan.planning import keep as log
from prep.session.plan.standing import standing
from prep.session.review.review import Review
from tests.session.desk import answer


def test_a_child_forecasts_the_same_and_it_is_kept(library: Library) -> None:
    """Half the minutes, the plan's, double; an answer, or other minutes, make it anew."""
    log(library, wished(library, "Larkfield", PlanWish("10 days")))
    (plan,) = running(library.store.plans(), library.day())
    found = asyncio.run(beside(library, plan))
    assert found is not None and found == forecasts(library, plan, library.day())
    assert [each.minutes for each in found] == [10, 20, 40] and kept(library, plan) is None
    keep(library, plan, found)
    seen = standing(library, plan)
    assert seen.forecast == found[1] and seen.ready == 0 < found[1].ready
    assert kept(library, replace(plan, minutes=30)) is None
    answer(Review(library), Rating.GOOD)
    assert kept(library, plan) is None
