"""Drawing on a canvas: panels, pages, boards, text, and the whole screen."""
