"""Every cavern fails, so that the standard dungeon replaces it (R-GEN-19)."""

from footfall.api import Step, hook

MOD = "test.cavein"


def fail_draft(ctx, draft):
    draft.failure = "it fell in"


@hook
def on_generate(event):
    if event.name != "core.stealth:cavern":
        return ()
    return [Step("test.cavein:fall", fail_draft, after="core.stealth:check")]
