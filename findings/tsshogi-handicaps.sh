#!/usr/bin/env bash
# npm, 2026-11-28: tsshogi 2.2.0 and json-kifu-format 5.5.0. A KIF names the handicap in its header: 二枚落ち is two
# pieces (rook and bishop), 三枚落ち three, 五枚落ち five, 七枚落ち (左 or 右) seven. One guesses that a reader knows a
# handicap or reports an error. tsshogi knows those of one, two, four, six, eight and ten pieces; the others it reads
# as an even game in which black begins, without an error, and white's first move becomes a move of black's piece.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm init --yes > /dev/null && npm install --silent tsshogi@2.2.0 json-kifu-format@5.5.0 > /dev/null) || exit 2
cat > "$work/read.mjs" <<'NODE'
import kifu from "json-kifu-format";
import { importKIF } from "tsshogi";
for (const handicap of ["二枚落ち", "三枚落ち", "五枚落ち", "六枚落ち", "左七枚落ち"]) {
  const text = `手合割：${handicap}\n下手：a\n上手：b\n手数----指手---------消費時間--\n   1 ５二金(41)   ( 0:01/00:00:01)\n   2 中断\n`;
  const record = importKIF(text);
  const player = new kifu.JKFPlayer(kifu.Parsers.parseKIF(text));
  player.goto(0);
  const show = (sfen) => sfen.split("/").slice(0, 2).join("/") + " " + sfen.split(" ")[1];
  console.log(handicap, show(player.shogi.toSFENString(1)), "- tsshogi", show(record.initialPosition.sfen), record.moves[1].move.color);
}
NODE
(cd "$work" && node read.mjs) > "$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
二枚落ち lnsgkgsnl/9 w - tsshogi lnsgkgsnl/9 w white
三枚落ち lnsgkgsn1/9 w - tsshogi lnsgkgsnl/1r5b1 b black
五枚落ち 2sgkgsn1/9 w - tsshogi lnsgkgsnl/1r5b1 b black
六枚落ち 2sgkgs2/9 w - tsshogi 2sgkgs2/9 w white
左七枚落ち 2sgkg3/9 w - tsshogi lnsgkgsnl/1r5b1 b black
SEEN
