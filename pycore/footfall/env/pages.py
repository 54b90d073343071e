"""The numbering of an environment as a page: spaces, words, actions."""

from __future__ import annotations

from .content import EnvironmentContent


def describe_environment(content: EnvironmentContent) -> str:
    """Returns a page in Markdown: content hash, segments of the observation, words and actions by number."""
    layout, environment = content.layout, content.environment
    lines = [f"# {environment.id}", "", f"Content hash: `{content.hash}`. Seats: {layout.seats}.", ""]
    if environment.switches:
        chosen = ", ".join(f"`{name}={value}`" for name, value in content.switches.items())
        lines += [f"Switches: {chosen}.", ""]
    lines += ["## Observation", "", f"{layout.length} numbers of int16, in this order.", ""]
    lines += ["| segment | shape | from | to | meaning |", "|---|---|---|---|---|"]
    for segment in layout.segments:
        shape = " × ".join(map(str, segment.shape))
        lines.append(f"| `{segment.name}` | {shape} | {segment.low} | {segment.high} | {segment.summary} |")
    for segment in layout.segments:
        if segment.columns:
            columns = "; ".join(f"{at} {column}" for at, column in enumerate(segment.columns))
            lines += ["", f"Columns of `{segment.name}`: {columns}."]
    if layout.words:
        words = ", ".join(f"{number} `{word}`" for number, word in enumerate(layout.words, 1))
        lines += ["", "## Words", "", f"0 is no name. {words}."]
    lines += ["", "## Actions", ""]
    lines += [", ".join(f"{number} `{name}`" for number, name in enumerate(layout.actions)) + "."]
    return "\n".join(lines) + "\n"
