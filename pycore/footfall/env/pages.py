"""The numbering of an environment as a page: spaces, words, actions."""

from .content import EnvironmentContent


def describe_environment(content: EnvironmentContent) -> str:
    """Returns a page in Markdown: segments of the observation, words, actions, and the hash of all these."""
    layout, environment = content.layout, content.environment
    made = "Written by `python -m footfall.env --write docs/research`."
    facts = f"Hash of the numbering: `{layout.hash}`. Seats: {layout.seats}. {made}"
    lines = [f"# {environment.id}", "", facts, ""]
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
        lines += ["", "## Words", "", f"0 stands for no name. {words}."]
    lines += ["", "## Actions", ""]
    lines += [", ".join(f"{number} `{name}`" for number, name in enumerate(layout.actions)) + "."]
    return "\n".join(lines) + "\n"
