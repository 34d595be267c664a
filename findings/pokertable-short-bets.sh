#!/usr/bin/env bash
# PyPI, 2026-11-30: pokertable 1.0.0, a state machine of hold'em. One guesses that all-in for more than the bet, but
# for less than a full raise, must be called by whoever has bet, and that a big blind with fewer chips leaves the price
# of a call as it is. Who has bet 100 is not asked about an all-in of 150: nobody is to act, although
# `is_betting_round_complete` says False, and the rest of the hand is played with 100 against 150. With 5 chips in the
# big blind of 20 a call costs 5, and the small blind of 10 has already paid more than the price, so that its call
# takes 5 chips back.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install pokertable==1.0.0 || exit 2
v/bin/python - > seen <<'PYTHON'
from poker_engine.core.engine import Action, ActionType, PokerEngine


def start(*chips):
    """Seat 0 deals, seat 1 has the small blind of 10, seat 2 the big blind of 20."""
    engine = PokerEngine(list("ABC"), seed=1)
    for player, own in zip(engine.players, chips):
        player.chips = own
    engine.new_hand()
    return engine


def act(engine, kind, amount=0):
    player = engine.get_current_player()
    engine.apply_action(player.name, Action(ActionType[kind], amount))
    bets = {it.name: it.bet_this_round for it in engine.players if not it.folded}
    print(f"  {player.name} {kind.lower()} {amount or ''}: bets {bets}, pot {engine.pot}")


def show(engine):
    player = engine.get_current_player()
    print("  to act:", player and player.name, "- complete:", engine.is_betting_round_complete())


print("the button bets 100, the small blind is all-in with 150:")
engine = start(1000, 150, 1000)
for kind, amount in (("RAISE", 100), ("ALL_IN", 150), ("FOLD", 0)):
    act(engine, kind, amount)
show(engine)
print("the same with 180, a full raise:")
engine = start(1000, 180, 1000)
for kind, amount in (("RAISE", 100), ("ALL_IN", 180), ("FOLD", 0)):
    act(engine, kind, amount)
show(engine)
for chips in (20, 5):
    print(f"the big blind has {chips}:")
    engine = start(1000, 1000, chips)
    print("  to call:", [it.amount for it in engine.get_valid_actions("A") if it.type is ActionType.CALL])
    act(engine, "CALL")
    print("  the small blind:", [(it.type.name, it.amount) for it in engine.get_valid_actions("B")][1:2])
    act(engine, "CALL")
    print("  chips of the small blind:", engine.players[1].chips)
PYTHON
cat seen
diff seen - <<'SEEN'
the button bets 100, the small blind is all-in with 150:
  A raise 100: bets {'A': 100, 'B': 10, 'C': 20}, pot 130
  B all_in 150: bets {'A': 100, 'B': 150, 'C': 20}, pot 270
  C fold : bets {'A': 100, 'B': 150}, pot 270
  to act: None - complete: False
the same with 180, a full raise:
  A raise 100: bets {'A': 100, 'B': 10, 'C': 20}, pot 130
  B all_in 180: bets {'A': 100, 'B': 180, 'C': 20}, pot 300
  C fold : bets {'A': 100, 'B': 180}, pot 300
  to act: A - complete: False
the big blind has 20:
  to call: [20]
  A call : bets {'A': 20, 'B': 10, 'C': 20}, pot 50
  the small blind: [('CALL', 10)]
  B call : bets {'A': 20, 'B': 20, 'C': 20}, pot 60
  chips of the small blind: 980
the big blind has 5:
  to call: [5]
  A call : bets {'A': 5, 'B': 10, 'C': 5}, pot 20
  the small blind: [('CALL', -5)]
  B call : bets {'A': 5, 'B': 5, 'C': 5}, pot 15
  chips of the small blind: 995
SEEN
