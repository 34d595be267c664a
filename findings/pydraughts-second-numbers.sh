#!/usr/bin/env bash
# PyPI, 2026-11-29: pydraughts 0.6.7 reads a game of 23 moves of each player in PDN. After a comment, a move of black has
# its number again (`1... 19-24`), as programs write it and the standard permits. One guesses that comments and numbers
# do not change the moves, or that the file is refused. With a comment after white's first move, the moves 11 and 21 of
# both players are gone, after the second one 12 and 22: the reader takes the second `1.` out, and with it the end of
# every later `11.` and `21.`. What is left is no legal game; nothing is raised. py-draughts 1.10.1 reads all three.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pydraughts==0.6.7 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
from draughts.PDN import PDNReader

moves = """34-29 19-24 29-23 18x29 40-34 29x40 45x34 20-25 33-29 24x33 38x29 14-20 31-26 10-14 39-33 13-19 32-28 12-18
29-23 18x38 43x32 17-21 26x17 11x33 37-31 8-12 42-38 33x42 48x37 12-17 44-40 6-11 31-26 20-24 47-42 1-6 32-27 19-23
50-45 23-28 49-44 2-8 42-38 28-32 37x28 8-12""".split()
for commented in (0, 1, 2):
    text = '[GameType "20"]\n\n'
    for number, (white, black) in enumerate(zip(moves[::2], moves[1::2]), 1):
        again = f"{{a comment}} {number}... " if number == commented else ""
        text += f"{number}. {white} {again}{black} "
    (game,) = PDNReader(text + "*\n").games
    read = iter(game.moves + [None])
    gone, here = [], next(read)
    for at, move in enumerate(moves):
        if here == move:
            here = next(read)
        else:
            gone.append(f"{at // 2 + 1}. {move}")
    print("comment after move", commented, "read", len(game.moves), "gone", *gone)
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
comment after move 0 read 46 gone
comment after move 1 read 42 gone 11. 43x32 11. 17-21 21. 49-44 21. 2-8
comment after move 2 read 42 gone 12. 26x17 12. 11x33 22. 42-38 22. 28-32
SEEN
