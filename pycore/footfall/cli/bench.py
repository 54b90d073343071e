"""``footfall bench``: Rust against Python and others, side by side."""

from __future__ import annotations

import click

from footfall import kernels


@click.command()
def bench() -> None:
    """Say which kernels run; the benchmarks are in benches/."""
    for key, value in kernels.build_info().items():
        click.echo(f"{key}: {value}")
