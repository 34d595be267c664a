//! Points and places of a tournament.

use std::cmp::Reverse;

use serde::Serialize;
use twinboard_vocabulary::two_player::Player;

use crate::foul::Counts;
use crate::record::{Record, Times};

/// Line of the table of standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingsRow {
    /// Place, from 1. Players with equal points share it (PT-35).
    pub place: usize,
    /// Name of the player.
    pub player: String,
    /// Points: 3 for a win and 1.5 for a draw (PT-34).
    pub points: f64,
    /// Number of finished games.
    pub games: u64,
    /// Number of games won.
    pub won: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Number of games lost by a foul, by the kind of the foul.
    #[serde(rename = "faults")]
    pub fouls: Counts,
    /// Thinking times.
    pub times: Times,
}

/// Points for a win.
const WIN: f64 = 3.0;
/// Points of each player for a draw.
const DRAW: f64 = 1.5;

/// Table of these players, most points first. Players with equal points keep the given order.
#[must_use]
pub fn standings<'a>(
    players: impl IntoIterator<Item = &'a str>,
    records: impl IntoIterator<Item = &'a Record>,
) -> Vec<StandingsRow> {
    let mut rows: Vec<StandingsRow> = players.into_iter().map(StandingsRow::of).collect();
    for record in records {
        for seat in Player::ALL {
            if let Some(row) = rows.iter_mut().find(|row| row.player == record.player(seat)) {
                row.add(record, seat);
            }
        }
    }
    // Points are multiples of 1.5, so floating point is exact here.
    rows.sort_by_key(|row| Reverse((row.points * 2.0) as u64));
    for index in 0..rows.len() {
        let is_equal = index > 0 && rows[index].points >= rows[index - 1].points;
        rows[index].place = if is_equal { rows[index - 1].place } else { index + 1 };
    }
    rows
}

impl StandingsRow {
    fn of(player: &str) -> Self {
        Self {
            place: 1,
            player: player.to_owned(),
            points: 0.0,
            games: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            fouls: Counts::new(),
            times: Times::default(),
        }
    }

    fn add(&mut self, record: &Record, seat: Player) {
        self.games += 1;
        self.times.join(&record.times[seat.index()]);
        match record.winner {
            None => {
                self.drawn += 1;
                self.points += DRAW;
            }
            Some(winner) if winner == seat => {
                self.won += 1;
                self.points += WIN;
            }
            Some(_) => {
                self.lost += 1;
                // Only the loser can have committed a foul.
                if let Some(foul) = &record.foul {
                    *self.fouls.entry(foul.kind()).or_default() += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::two_player::Player;

    use crate::foul::{Crash, Foul};
    use crate::record::Record;

    use super::{StandingsRow, standings};

    fn record(players: [&str; 2], winner: Option<Player>, foul: Option<Foul>) -> Record {
        let mut record = crate::game::unplayed(0, "b", players);
        (record.winner, record.foul) = (winner, foul);
        for (times, ns) in record.times.iter_mut().zip([10, 40]) {
            times.add(std::time::Duration::from_nanos(ns));
        }
        record
    }

    #[test]
    fn the_table_equals_one_computed_by_hand() {
        let (first, second) = (Some(Player::First), Some(Player::Second));
        let records = [
            record(["a", "b"], first, None),
            record(["b", "a"], None, None),
            record(["a", "c"], second, Some(Foul::Late)),
            record(["c", "a"], first, Some(Foul::Late)),
            record(["b", "c"], second, Some(Foul::Crash(Crash::Code(1)))),
            record(["c", "b"], None, None),
        ];
        let rows = standings(["a", "b", "c", "d"], &records);
        let line = |row: &StandingsRow| {
            let fouls: Vec<_> = row.fouls.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            let (won, drawn, lost) = (row.won, row.drawn, row.lost);
            format!(
                "{} {} {} {}: {won} {drawn} {lost} {}",
                row.place,
                row.player,
                row.points,
                row.games,
                fouls.join(", ")
            )
        };
        assert_eq!(
            rows.iter().map(line).collect::<Vec<_>>(),
            [
                "1 c 10.5 4: 3 1 0 ",
                "2 a 4.5 4: 1 1 2 2 late",
                "3 b 3 4: 0 2 2 1 crash",
                "4 d 0 0: 0 0 0 "
            ]
        );
        let times = rows[1].times;
        assert_eq!((times.answers, times.total_ns, times.worst_ns), (4, 100, 40));
        assert_eq!(times.average().unwrap().as_nanos(), 25);
        assert_eq!((rows[3].times.average(), rows[3].times.worst()), (None, None));
    }

    #[test]
    fn each_player_has_the_times_of_its_own_seat() {
        // 10 ns for the first seat, 40 for the second.
        let records = [record(["a", "b"], None, None), record(["c", "a"], None, None)];
        let totals: Vec<_> = standings(["a", "b", "c"], &records)
            .into_iter()
            .map(|row| (row.player, row.times.answers, row.times.total_ns, row.times.worst_ns))
            .collect();
        let expected = [("a", 2, 50, 40), ("b", 1, 40, 40), ("c", 1, 10, 10)];
        let expected = expected
            .map(|(player, answers, total, worst)| (player.to_owned(), answers, total, worst));
        assert_eq!(totals, expected);
    }

    #[test]
    fn equal_points_share_a_place_and_the_following_places_are_skipped() {
        let records = [
            record(["a", "b"], None, None),
            record(["c", "d"], Some(Player::Second), None),
            record(["e", "f"], None, None),
        ];
        let places: Vec<_> = standings(["a", "b", "c", "d", "e", "f"], &records)
            .into_iter()
            .map(|row| (row.place, row.player))
            .collect();
        let expected = [(1, "d"), (2, "a"), (2, "b"), (2, "e"), (2, "f"), (6, "c")];
        assert_eq!(places, expected.map(|(place, player)| (place, player.to_owned())));
    }
}
