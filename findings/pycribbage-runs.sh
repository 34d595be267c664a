#!/usr/bin/env bash
# PyPI, 2026-11-29: pycribbage 1.0.0, cribbage-scorer 0.2.5, magmacrunch-cribbage 0.1.1. In the play of cribbage the
# last cards score as a run, in any order, whatever lies before them. One guesses that three libraries agree. In
# pycribbage a run scores nothing if a card of one of its ranks lies anywhere on the table before it: it looks for
# equal cards before it looks whether a run is complete, and counts them on the whole table. With a card of another
# rank before it all agree.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install \
    pycribbage==1.0.0 cribbage-scorer==0.2.5 magmacrunch-cribbage==0.1.1 more-itertools==11.2.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from cribbage.cards import RANKS, Card as Third, score_pegging_play
from cribbage_scorer.cribbage_scorer import play_score_ongoing
from pycribbage.deck_tools import Card as First, Hand
from pycribbage.scorer import ScoreThePlay

for text in "9C 4D 3S 5H", "4C 4D 3S 5H", "4C 9H 4D 3S 5H", "3C 4D 5S 3H", "3S 4S 3C 2D AH", "2C 4D 3S 5H":
    cards = [(RANKS.index(it[0]) + 1, it[1]) for it in text.split()]
    table = Hand()
    table.cards = [First("CDHS".index(suit), rank) for rank, suit in cards]
    suits = {it[0].upper(): it for it in ("clubs", "diamonds", "hearts", "spades")}
    *before, last = [Third(suits[suit], RANKS[rank - 1]) for rank, suit in cards]
    print(text + ": pycribbage", ScoreThePlay(table).score, end=", ")
    print("cribbage-scorer", play_score_ongoing(cards)[1], "magmacrunch", score_pegging_play(last, before).points)
PYTHON
cat seen
diff seen - <<'SEEN'
9C 4D 3S 5H: pycribbage 3, cribbage-scorer 3 magmacrunch 3
4C 4D 3S 5H: pycribbage 0, cribbage-scorer 3 magmacrunch 3
4C 9H 4D 3S 5H: pycribbage 0, cribbage-scorer 3 magmacrunch 3
3C 4D 5S 3H: pycribbage 2, cribbage-scorer 5 magmacrunch 5
3S 4S 3C 2D AH: pycribbage 0, cribbage-scorer 4 magmacrunch 4
2C 4D 3S 5H: pycribbage 4, cribbage-scorer 4 magmacrunch 4
SEEN
