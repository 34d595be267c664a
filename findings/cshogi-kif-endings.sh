#!/usr/bin/env bash
# PyPI and npm, 2026-11-30: cshogi 1.1.0 writes a game of shogi as KIF, here one move of black and an ending on white's
# turn. One guesses that it reads back who has won, as two other libraries do. A file of KIF names the ending twice, in
# the row of the last move (by the rules the player to move resigns, declares a win, commits the foul or wins by the
# other one's) and in a sentence at the end. In both endings by a foul the two parts of cshogi's file contradict each
# other: "foul loses" on white's turn, and in the sentence black is the one who loses by it. cshogi reads only the
# sentence, so that the winner is the other player; python-shogi 1.1.1 and tsshogi 2.2.0 read the row. cshogi's parser
# knows no declared win, and takes an impasse, whose sentence counts two moves too many, for a repetition.
# Words: 投了 resigns, 入玉宣言 declares, 持将棋 impasse, 千日手 repetition, 反則勝ち wins by a foul, 反則負け loses by
# one; 先手 is black, 後手 white.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install cshogi==1.1.0 python-shogi==1.1.1 || exit 2
(npm init --yes && npm install --silent tsshogi@2.2.0) > /dev/null || exit 2
cat > write.py <<'PYTHON'
import cshogi
import cshogi.KIF
import shogi.KIF

WINNERS = {cshogi.BLACK_WIN: "black", cshogi.WHITE_WIN: "white", cshogi.DRAW: "draw", None: "none"}
OTHER = {"b": "black", "w": "white", "-": "draw", None: "none"}
for reason in ("resign", "win", "draw", "sennichite", "illegal_win", "illegal_lose"):
    exporter = cshogi.KIF.Exporter(f"{reason}.kif")
    exporter.header(["A", "B"])
    exporter.move(cshogi.Board().move_from_usi("7g7f"))
    exporter.end(reason)
    exporter.close()
    text = open(f"{reason}.kif", encoding="cp932").read()
    row, sentence = text.splitlines()[-2:]
    read = cshogi.KIF.Parser.parse_str(text)
    other = shogi.KIF.Parser.parse_str(text)[0]["win"]
    print(f"{reason}: {row.split()[1]}, {sentence}")
    print(f"  cshogi: winner {WINNERS[read.win]}, {read.endgame}; python-shogi: {OTHER[other]}")
    open(f"{reason}.txt", "w", encoding="utf-8").write(text)
PYTHON
cat > read.mjs <<'NODE'
import { readFileSync } from "node:fs";
import { importKIF } from "tsshogi";
const ending = (name) => importKIF(readFileSync(`${name}.txt`, "utf8")).moves.at(-1).move.type;
console.log("tsshogi:", ["resign", "win", "draw", "sennichite", "illegal_win", "illegal_lose"].map(ending).join(" "));
NODE
(v/bin/python write.py && node read.mjs) > seen
cat seen
diff seen - <<'SEEN'
resign: 投了, まで1手で先手の勝ち
  cshogi: winner black, %TORYO; python-shogi: black
win: 入玉宣言, まで1手で入玉宣言
  cshogi: winner none, None; python-shogi: none
draw: 持将棋, まで3手で持将棋
  cshogi: winner draw, %SENNICHITE; python-shogi: draw
sennichite: 千日手, まで1手で千日手
  cshogi: winner draw, %SENNICHITE; python-shogi: draw
illegal_win: 反則勝ち, まで1手で先手の反則勝ち
  cshogi: winner black, %+ILLEGAL_ACTION; python-shogi: white
illegal_lose: 反則負け, まで1手で先手の反則負け
  cshogi: winner white, %ILLEGAL_MOVE; python-shogi: black
tsshogi: resign any impass repetitionDraw foulWin foulLose
SEEN
