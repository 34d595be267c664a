//! Collects the results of games into scores of pairs and of boards.

use serde::Serialize;

use super::Elo;
use super::scores::Scores;
use crate::foul::Counts;
use crate::journal;
use crate::record::Record;
use crate::settings::Settings;

/// Results of two players against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Names of the two players. All results are those of the first.
    #[serde(serialize_with = "journal::of_both")]
    pub players: [String; 2],
    /// Number of games won.
    pub won: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Numbers of pairs (the two games on one board) with 0, ½, 1, 1½ and 2 points.
    pub pairs: Scores,
    /// Elo difference to the second player; `None` before the first pair.
    pub elo: Option<Elo>,
    /// Numbers of games that each player has lost by a foul, by the kind of the foul. These games
    /// are among the losses.
    #[serde(rename = "faults", serialize_with = "journal::of_both")]
    pub fouls: [Counts; 2],
}

/// Strength of a player relative to the others of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Name of the player.
    pub player: String,
    /// Number of boards on which all games have ended. Other boards do not count, so that all
    /// players have met the same opponents on the same boards.
    pub boards: u64,
    /// Elo difference to a single opponent against whom the player's score would be expected;
    /// `None` before the first finished board.
    pub elo: Option<Elo>,
}

/// Results of all pairs of players, in the order of the settings: each player with all after it.
/// Pairs that have not played yet are included.
#[must_use]
pub fn meetings(settings: &Settings, records: &[Record]) -> Vec<Meeting> {
    let names: Vec<&str> = settings.players.iter().map(|player| &*player.name).collect();
    let ended = by_game(settings, records);
    let count = names.len();
    // Two games each, in the order of `Settings::pairings`.
    let per_board = count * count.saturating_sub(1) / 2;
    let both = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
    let meetings = both.enumerate().map(|(number, both)| {
        let players = both.map(|player| names[player]);
        let mut meeting = Meeting::of(players);
        for pair in (number..per_board * settings.boards.len()).step_by(per_board) {
            meeting.add(players[0], [ended[2 * pair], ended[2 * pair + 1]]);
        }
        meeting.elo = Elo::of(&meeting.pairs);
        meeting
    });
    meetings.collect()
}

impl Meeting {
    fn of(players: [&str; 2]) -> Self {
        Self {
            players: players.map(str::to_owned),
            won: 0,
            drawn: 0,
            lost: 0,
            pairs: Scores::no_pairs(),
            elo: None,
            fouls: [Counts::new(), Counts::new()],
        }
    }

    /// Adds the games of a pair, as far as they have ended.
    fn add(&mut self, first: &str, games: [Option<&Record>; 2]) {
        let halves = games.map(|game| game.and_then(|game| game.half_points_of(first)));
        for (game, halves) in games.into_iter().zip(halves) {
            let (Some(game), Some(halves)) = (game, halves) else { continue };
            *[&mut self.lost, &mut self.drawn, &mut self.won][halves] += 1;
            if let Some(foul) = &game.foul {
                let loser = usize::from(halves == 2);
                *self.fouls[loser].entry(foul.kind()).or_default() += 1;
            }
        }
        if let [Some(one), Some(other)] = halves {
            self.pairs.add(one + other);
        }
    }
}

/// Ratings of all players, in the order of the settings.
#[must_use]
pub fn ratings(settings: &Settings, records: &[Record]) -> Vec<Rating> {
    let count = settings.players.len();
    let others = count.saturating_sub(1);
    let games_on_board = count * others;
    let mut scores = vec![Scores::new(&vec![0; 4 * others.max(1) + 1]); count];
    for games in by_game(settings, records).chunks_exact(games_on_board.max(1)) {
        let ended: Vec<&Record> = games.iter().copied().flatten().collect();
        if ended.len() < games_on_board {
            continue;
        }
        for (player, scores) in settings.players.iter().zip(&mut scores) {
            scores.add(ended.iter().filter_map(|game| game.half_points_of(&player.name)).sum());
        }
    }
    let ratings = settings.players.iter().zip(&scores).map(|(player, scores)| Rating {
        player: player.name.clone(),
        boards: scores.samples(),
        elo: Elo::of(scores),
    });
    ratings.collect()
}

/// Finished games, indexed by their numbers.
fn by_game<'a>(settings: &Settings, records: &'a [Record]) -> Vec<Option<&'a Record>> {
    let mut games = vec![None; settings.pairings().len()];
    for record in records {
        if let Some(game) = games.get_mut(record.game) {
            *game = Some(record);
        }
    }
    games
}
