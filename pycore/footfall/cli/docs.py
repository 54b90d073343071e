"""``footfall docs``: the reference, made from the program itself."""

from __future__ import annotations

from pathlib import Path

import click

from footfall.diagnostics.findings import suggest
from footfall.reference import render_pages

from .options import CliError


@click.command("docs")
@click.argument("page", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Write all pages into this folder."
)
@click.option(
    "--check",
    type=click.Path(path_type=Path, file_okay=False),
    help="Say which pages of this folder are out of date.",
)
@click.pass_context
def docs(context: click.Context, page: str | None, out: Path | None, check: Path | None) -> None:
    """Print a PAGE of the reference (manifest, records, hooks, ...), or write them all.

    Exit code 1 if --check finds a page that is out of date.
    """
    made = render_pages(context.find_root().command)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
            for name, text in made.items():
                (out / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise CliError(f"{out} cannot be written: {error.strerror}") from None
        click.echo(f"{out}: {len(made)} pages")
    elif check is not None:
        stale = [
            n
            for n, text in made.items()
            if not (check / n).is_file() or (check / n).read_text(encoding="utf-8") != text
        ]
        for name in stale:
            click.echo(f"{check / name} is out of date")
        if stale:
            raise CliError(f"write them anew: footfall docs --out {check}")
        click.echo(f"{check}: all {len(made)} pages are true")
    else:
        name = f"{(page or 'README').removesuffix('.md')}.md"
        if name not in made:
            known = [each.removesuffix(".md") for each in made]
            raise CliError(
                f"there is no page {page!r}{suggest(page or '', known)}; there are: {', '.join(known)}"
            )
        click.echo(made[name], nl=False)


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None
