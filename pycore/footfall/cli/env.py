"""``footfall env``: measures players by the tasks of a game, and lets language models play."""

from pathlib import Path

import click
import msgspec

from footfall.disk import write_file
from footfall.env import load_environment
from footfall.env.leaderboard import TaskScore, describe_scores, hash_scores, measure_tasks

from .output import CliError, Report, echo, prints_report, report_write_errors


@click.command("tasks")
@click.argument("game", default="stealth")
@click.option("--task", "tasks", multiple=True, metavar="NAME", help="A task; repeat for more. Default: all.")
@click.option("--games", "count", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Games each.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--write", type=click.Path(path_type=Path), metavar="FILE", help="Write the leaderboard as a page.")
@prints_report
def measure(game: str, tasks: tuple[str, ...], count: int, jobs: int, write: Path | None) -> Report:
    """Measure players by the tasks of GAME (default: stealth), and print the leaderboard.

    An oracle, random play, bots, and players that listen, with and without their ears, play the same games.
    """
    scores = measure_tasks(game, tasks, count, jobs, lambda line: echo(line, err=True))
    rows = [{**msgspec.to_builtins(score), "share": score.share, "interval": score.interval} for score in scores]
    page = build_page(game, scores, count)
    if write is not None:
        with report_write_errors(write):
            write_file(write, page)
    lines = page.splitlines() if write is None else ()
    return Report({"content": hash_scores(scores), "games": count, "scores": rows}, lines)


def build_page(game: str, scores: list[TaskScore], count: int) -> str:
    """The leaderboard as a page in Markdown."""
    texts, name = {}, ""
    for task in dict.fromkeys(score.task for score in scores):
        content = load_environment(game, task=task)
        assert content.task is not None, "a task was asked for"
        assert content.environment.suite is not None, "it has tasks"
        translate, suite = content.load_result.catalog.translate, content.environment.suite
        texts[task] = translate(content.task.title), translate(content.task.summary)
        name = f"{suite.name}-v{suite.version}"
    path = f"docs/research/{name.partition('-')[0].lower()}.md"
    lines = [
        f"# {name}, content {hash_scores(scores)}",
        "",
        f"Games solved in percent, with the interval at 95 %; {count} games of each task and player, the same for all.",
        "*Hearing*: the gain of the player that listens over the same one without its ears, in standard deviations.",
        "",
        *describe_scores(scores, texts),
        "",
        f"Written by `footfall env tasks {game} --games {count} --write {path}`.",
    ]
    return "\n".join(lines) + "\n"


@click.command("agent")
@click.argument("game", default="stealth")
@click.option("--task", default="", metavar="NAME", help="A task of the game.")
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), default=0, show_default=True, help="Of the first game.")
@click.option("--mod", "mods", multiple=True, metavar="PATH", help="A mod; repeat for more.")
def serve_agent(game: str, task: str, seed: int, mods: tuple[str, ...]) -> None:
    """Serve GAME (default: stealth) to a language model, over standard input and output.

    The protocol is the Model Context Protocol. Its tools are look, legal, act and new.
    """
    try:
        from footfall.env.agent import build_server
    except ImportError as error:
        raise CliError(f"{error.name} is not installed; to let models play: pip install 'footfall[agent]'") from None
    server = build_server(game, task, seed, mods=mods)
    server.run()
