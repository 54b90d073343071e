"""``footfall index check``: which mods of a folder get along."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec

from footfall.compatibility.requests import SetRequest
from footfall.compatibility.run import IndexCheck, StageReport
from footfall.diagnostics.plural import format_count
from footfall.sharing.index.check_results import FILE_NAME, SetOutcome, SetResult
from footfall.sim.plan import count_processors
from footfall.sim.workers import Results, Work, run_jobs

from ..options import current_trust, trust_option
from ..output import Report, prints_report
from ..playing import redirect_mod_output
from ..tables import SafeConsole

SHOWN = (SetOutcome.FAILS, SetOutcome.DIFFERS, SetOutcome.UNTESTED)


@click.command("check")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--turns", type=click.IntRange(min=2), default=200, show_default=True, help="Turns of each game.")
@click.option("--seeds", type=click.IntRange(min=1), default=1, show_default=True, help="Games of each pair or group.")
@click.option("--workers", type=click.IntRange(min=0), help="Worker processes; 0: this one. Default: one per CPU.")
@click.option(
    "--cluster", "address", metavar="ADDRESS", help="A Dask scheduler (tcp://host:8786). Needs the extra `cluster`."
)
@trust_option
@prints_report
def check(folder: Path, turns: int, seeds: int, workers: int | None, address: str | None) -> Report:
    """Test the packed mods in FOLDER: each alone, every pair that the manifests allow, and groups that share something.

    Results are kept in FOLDER/checks.jsonl; only new contents are tested again, and an interrupted run continues.
    Python that is not approved is read, not run, unless --trust is given. Exit code 1 if mods do not get along.
    """

    def spread(work: Work[SetRequest, SetResult], jobs: Sequence[SetRequest]) -> Results[SetResult]:
        return run_jobs(work, jobs, count_processors() if workers is None else workers, address)

    errors = SafeConsole(stderr=True)
    with errors.status("", spinner="line") as status, redirect_mod_output():
        run = IndexCheck(
            folder,
            spread,
            trust=current_trust(),
            turns=turns,
            seeds=seeds,
            on_progress=lambda stage, done, total: status.update(f"{stage}: {done} of {total}"),
        )
        results = run.run()
    troubles = [result for result in results if result.outcome in SHOWN]
    stages = []
    for stage in run.stages:
        counts = {outcome.value: sum(r.outcome is outcome for r in stage.results) for outcome in SetOutcome}
        stages.append({"stage": stage.name, **counts, "tested": stage.test_count, "seconds": round(stage.seconds, 1)})
    advice = "add them to the index: footfall index build"
    lines = [
        *_describe(run.stages, troubles),
        f"{folder / FILE_NAME}: {format_count(len(results), 'result')}; {advice}",
    ]
    has_failed = any(result.outcome is not SetOutcome.UNTESTED for result in troubles)
    return Report({"stages": stages, "troubles": msgspec.to_builtins(troubles)}, lines, has_failed)


def _describe(stages: Sequence[StageReport], troubles: Sequence[SetResult]) -> Iterator[str]:
    shown: dict[tuple[str, ...], list[SetResult]] = {}
    for result in troubles:
        shown.setdefault((result.outcome.value, *(result.culprits or result.mods)), []).append(result)
    for (outcome, *names), results in shown.items():
        more = f" (and {len(results) - 1} more)" if results[1:] else ""
        yield f"{outcome}: {' + '.join(names)}: {results[0].text}{more}"
    for stage in stages:
        if not stage.results:
            continue
        counts = [
            f"{count:,} {outcome.value}"
            for outcome in SetOutcome
            if (count := sum(result.outcome is outcome for result in stage.results))
        ]
        rate = f", {stage.test_count / stage.seconds:.1f} a second" if stage.test_count and stage.seconds else ""
        yield f"{stage.name}: {', '.join(counts)} ({stage.test_count:,} tested now in {stage.seconds:.0f} s{rate})"
