"""``footfall docs``: prints or writes the reference, which is generated from the program."""

from pathlib import Path

import click

from footfall.diagnostics.docstrings import HAS_DOCSTRINGS
from footfall.diagnostics.findings import suggest
from footfall.disk import make_folder, write_file
from footfall.reference import render_pages
from footfall.reference.hook_stub import render_hook_stub

from .output import CliError, report_write_errors


@click.command()
@click.argument("page", required=False)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write all pages to this folder.")
@click.option(
    "--check",
    type=click.Path(path_type=Path, file_okay=False),
    help="Report which pages of this folder are out of date.",
)
@click.option("--stub", is_flag=True, help="Print the type stub of @hook (api/hook.pyi).")
@click.pass_context
def docs(context: click.Context, page: str | None, out: Path | None, check: Path | None, stub: bool) -> None:
    """Print PAGE of the reference (manifest, records, hooks, ...), or write all pages.

    Exit code 1 if --check finds an outdated page.
    """
    if not HAS_DOCSTRINGS:
        raise CliError("the reference is made of docstrings, which this Python drops; run it without -OO")
    if stub:
        click.echo(render_hook_stub(), nl=False)
        return
    name = f"{(page or 'README').removesuffix('.md')}.md"
    pages = render_pages(context.find_root().command)
    if out is not None:
        with report_write_errors(out):
            make_folder(out)
            for name, text in pages.items():
                write_file(out / name, text)
        click.echo(f"{out}: {len(pages)} pages")
    elif check is not None:
        paths = {name: check / name for name in pages}
        current = {name: path.read_text(encoding="utf-8") for name, path in paths.items() if path.is_file()}
        stale = [name for name, text in pages.items() if current.get(name) != text]
        for name in stale:
            click.echo(f"{check / name} is out of date")
        if stale:
            raise CliError(f"to update them: footfall docs --out {check}")
        click.echo(f"{check}: all {len(pages)} pages are up to date")
    else:
        if name not in pages:
            known = [page_name.removesuffix(".md") for page_name in pages]
            raise CliError(f"there is no page {page!r}{suggest(page or '', known)}; pages: {', '.join(known)}")
        click.echo(pages[name], nl=False)
