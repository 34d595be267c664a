#!/usr/bin/env bash
# PyPI, 2026-11-30: cardarena-tournament-core 1.5.0, tournaments of card games. One guesses that in a knockout of nine
# seeds seven of the best are excused from the first round and nobody later, and that in a Swiss tournament nobody sits
# out twice before everybody has. In its knockout each round with an odd number excuses the middle one of those who are
# left: the fifth seed is in the final here without having played. In its Swiss the one who is left over by the pairing
# from the top sits out: of five players the last has two free wins after three rounds. With six, two play each other
# again in the third round although that could be avoided.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install cardarena-tournament-core==1.5.0 || exit 2
v/bin/python - > seen <<'PYTHON'
from cardarena_tournament_core import MatchupOutcome, Player, SingleElimination, Swiss, TournamentCompleteError


def play(name, kind, count, rounds, upsets=()):
    """The lower number wins, except in the upsets."""
    print(name)
    tournament = kind([Player(id=str(it), name=f"Player {it}") for it in range(1, count + 1)])
    past, games, byes = set(), dict.fromkeys(range(1, count + 1), 0), dict.fromkeys(range(1, count + 1), 0)
    for _ in range(rounds):
        try:
            current = tournament.pair()
        except TournamentCompleteError as error:
            print(" ", error)
            break
        row = []
        for it in current.matchups:
            one = int(it.player1.id)
            if it.player2 is None:
                byes[one] += 1
                row.append(f"{one} free")
                continue
            two = int(it.player2.id)
            pair = min(one, two), max(one, two)
            winner = pair[1] if pair in upsets else pair[0]
            it.outcome = MatchupOutcome.PLAYER1_WINS if winner == one else MatchupOutcome.PLAYER2_WINS
            row.append(f"{one}-{two}" + (" again" if pair in past else ""))
            past.add(pair)
            for player in pair:
                games[player] += 1
        tournament.submit_results(current)
        last = {int(it.player1.id): games[int(it.player1.id)] for it in current.matchups}
        last.update({int(it.player2.id): games[int(it.player2.id)] for it in current.matchups if it.player2})
        print(f"  round {current.round_number}: {', '.join(row)}")
    free = {player: times for player, times in byes.items() if times}
    print("  games of the last round's players:", dict(sorted(last.items())), "free:", free)


play("knockout of 9, 7 beats 3, 6 beats 4 and 2", SingleElimination, 9, 9, {(3, 7), (4, 6), (2, 6)})
play("Swiss of 5", Swiss, 5, 3)
play("Swiss of 6", Swiss, 6, 3)
PYTHON
cat seen
diff seen - <<'SEEN'
knockout of 9, 7 beats 3, 6 beats 4 and 2
  round 1: 1-9, 2-8, 3-7, 4-6, 5 free
  round 2: 1-7, 2-6, 5 free
  round 3: 1-6, 5 free
  round 4: 1-5
  Player 1 is the champion — the tournament is complete.
  games of the last round's players: {1: 4, 5: 1} free: {5: 3}
Swiss of 5
  round 1: 1-2, 3-4, 5 free
  round 2: 1-3, 5-2, 4 free
  round 3: 1-4, 2-3, 5 free
  games of the last round's players: {1: 3, 2: 3, 3: 3, 4: 2, 5: 1} free: {4: 1, 5: 2}
Swiss of 6
  round 1: 1-2, 3-4, 5-6
  round 2: 1-3, 5-2, 4-6
  round 3: 1-4, 2-3, 5-6 again
  games of the last round's players: {1: 3, 2: 3, 3: 3, 4: 3, 5: 3, 6: 3} free: {}
SEEN
