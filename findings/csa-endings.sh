#!/usr/bin/env bash
# PyPI and npm, 2026-11-28: endings of a game of shogi in CSA, after black's first move. By the specification
# `%+ILLEGAL_ACTION` is a foul of black, so white wins; `%-ILLEGAL_ACTION` is one of white; with `%KACHI` the player to
# move, white, declares a win. One guesses that libraries agree who won. cshogi 1.1.0 is right; python-shogi 1.1.1
# calls the declaration a draw; tsshogi 2.2.0 has both fouls the wrong way round ("foulWin" is a win of the player
# to move, white).
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install python-shogi==1.1.1 cshogi==1.1.0 || exit 2
(cd "$work" && npm init --yes > /dev/null && npm install --silent tsshogi@2.2.0 > /dev/null) || exit 2
cat > "$work/read.mjs" <<'NODE'
import { importCSA } from "tsshogi";
for (const ending of ["%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION", "%KACHI"])
  console.log("tsshogi", ending, importCSA(`V2.2\nPI\n+\n+7776FU\n${ending}\n`).moves.at(-1).move.type);
NODE
(
  cd "$work"
  v/bin/python - <<'PYTHON'
import cshogi.CSA, shogi.CSA

for ending in ("%+ILLEGAL_ACTION", "%-ILLEGAL_ACTION", "%KACHI"):
    text = f"V2.2\nPI\n+\n+7776FU\n{ending}\n"
    print("cshogi", ending, {cshogi.BLACK_WIN: "b", cshogi.WHITE_WIN: "w"}[list(cshogi.CSA.Parser.parse_str(text))[0].win])
    print("python-shogi", ending, shogi.CSA.Parser.parse_str(text)[0]["win"])
PYTHON
  node read.mjs
) > "$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
cshogi %+ILLEGAL_ACTION w
python-shogi %+ILLEGAL_ACTION w
cshogi %-ILLEGAL_ACTION b
python-shogi %-ILLEGAL_ACTION b
cshogi %KACHI w
python-shogi %KACHI -
tsshogi %+ILLEGAL_ACTION foulLose
tsshogi %-ILLEGAL_ACTION foulWin
tsshogi %KACHI enteringOfKing
SEEN
