# The engine's own refusals and lines.
footfall-answer-first = Answer the open question first.
footfall-not-your-turn = It is not your turn.
footfall-unknown-command = This game knows no such command.
footfall-command-failed = That did not work: { $mod } has an error. The log of problems names the line.
footfall-no-question = There is no question to answer.
footfall-no-such-option = There is no such option.
game-title = Untitled game
footfall-bot = Bot
footfall-bot-random = Random
