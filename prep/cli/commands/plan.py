"""`prep plan`: what you prepare for, and by when."""

from __future__ import annotations

from argparse import Namespace
from contextlib import suppress

from prep.cli import page
from prep.cli.opened import library
from prep.core.forecast import Forecast
from prep.core.plan import Plan, running
from prep.errors import StoreError, UsageError
from prep.session.library.library import Library
from prep.session.plan.forecasting import forecasts, kept
from prep.session.plan.forecasting import keep as keep_forecasts
from prep.session.plan.planning import PlanWish, end, keep, named, wished
from prep.session.plan.standing import PlanStanding, standing


def run(args: Namespace) -> int:
    """Show the plans that run, or make, change or end one."""
    wish = PlanWish(args.date, args.minutes, args.off, args.topics, args.level)
    with library() as opened:
        if args.name is None and (wish or args.end):
            raise UsageError("which plan? Its name comes first", 'prep plan "Larkfield" --date "12 Jan"')
        if args.name is not None:
            _change(opened, args.name, wish, args.end)
        found = [_forecast(opened, plan) for plan in running(opened.store.plans(), opened.day())]
    if args.json:
        page.print_json([_plain(each) for each in found])
        return 0
    from prep.view.plan import standing_lines

    page.show(standing_lines(found))
    return 0


def _change(opened: Library, name: str, wish: PlanWish, ends: bool) -> None:
    if not ends:
        plan = wished(opened, name, wish)
        if wish:
            keep(opened, plan)
        return
    if wish:
        raise UsageError("--end takes no other option", f'prep plan "{name}" --end')
    if (plan_now := named(opened, name)) is None:
        raise UsageError(f"no plan {name!r} runs", "prep plan lists them")
    end(opened, plan_now)


def _forecast(opened: Library, plan: Plan) -> PlanStanding:
    """Where the plan stands, with its forecast, made now if it isn't kept."""
    made = kept(opened, plan) or forecasts(opened, plan, opened.day())
    with suppress(StoreError):  # it is made anew the next time
        keep_forecasts(opened, plan, made)
    return standing(opened, plan, made)


def _plain(seen: PlanStanding) -> dict[str, object]:
    """As `--json` prints it."""
    return {"id": seen.plan.id, **seen.plan.body, "days": seen.days, "cards": seen.cards, "seen": seen.seen,
            "ready": seen.ready, "forecasts": [_bare(each) for each in seen.by_day]}  # fmt: skip


def _bare(each: Forecast) -> dict[str, object]:
    return {
        "minutes": each.minutes,
        "ready": each.ready,
        "curve": each.curve,
        "seen": each.seen,
        "hours": each.hours,
        "topics": [{"topic": topic, "ready": max(0.0, ready), "reached": ready >= 0} for topic, ready in each.topics],
    }
