//! Tournaments of a toy game: players take one to three stones from a heap in turn. The player who
//! takes the last stone wins; an empty heap at the start is a draw.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use twinboard_referee::statistics::{Decision, Sequential, Sprt, elo_of, meetings, ratings};
use twinboard_referee::tournament::RunOptions;
use twinboard_referee::{
    Board, Bot, BuiltIn, Contest, Crash, Disagreement, End, Entrant, Files, Foul, GameState, Group,
    Judgement, Limits, MoveBudget, Play, Player, PlayerKind, Record, RefereeError, Settings, Times,
    Tournament, standings,
};
use twinboard_vocabulary::InputError;

#[derive(Clone)]
struct Heap {
    from: u64,
    stones: u64,
    turn: Player,
    moves: Vec<String>,
}

struct Toy;

impl Contest for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn files(&self) -> Files {
        Files { board: "in", answer: "out" }
    }

    fn groups(&self) -> &'static [Group] {
        &[]
    }

    fn draw(&self, _group: u64, _seed: u64) -> Option<String> {
        None
    }

    fn start(&self, board: &[u8]) -> Result<Box<dyn Play>, InputError> {
        let stones = std::str::from_utf8(board).ok().and_then(|text| text.parse().ok());
        let stones = stones.ok_or_else(|| std::io::Error::other("no number"))?;
        Ok(Box::new(Heap { from: stones, stones, turn: Player::First, moves: Vec::new() }))
    }

    fn built_in(&self) -> Vec<BuiltIn> {
        vec![
            BuiltIn::new("one", "takes one", |_| bot(|_, _| "1".into())),
            BuiltIn::new("three", "takes three", |_| bot(|_, _| "3".into())),
            BuiltIn::new("chance", "takes any", |mut seed| {
                bot(move |board, _| {
                    let stones: u64 = board.parse().unwrap();
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ((seed >> 60) % 3 + 1).min(stones).to_string()
                })
            }),
            BuiltIn::new("panics", "panics", |_| bot(|_, _| panic!("no idea"))),
            BuiltIn::new("talks", "answers nonsense", |_| bot(|_, _| "x".into())),
            BuiltIn::new("sleeps", "is late", |_| {
                bot(|_, budget| {
                    while !budget.is_spent(Duration::ZERO) {
                        thread::sleep(Duration::from_millis(1));
                    }
                    thread::sleep(Duration::from_millis(1));
                    "1".into()
                })
            }),
            BuiltIn::new("seven", "makes the judges disagree", |_| bot(|_, _| "7".into())),
            BuiltIn::new("eight", "makes a judge panic", |_| bot(|_, _| "8".into())),
        ]
    }
}

impl Play for Heap {
    fn state(&self) -> Result<GameState, Disagreement> {
        Ok(match self.stones {
            0 if self.moves.is_empty() => GameState::Drawn,
            0 => GameState::Won(self.turn.other()),
            _ => GameState::Playing,
        })
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn board(&self) -> String {
        self.stones.to_string()
    }

    fn answer(&mut self, answer: &[u8]) -> Result<Judgement, Disagreement> {
        let answer = String::from_utf8(answer.to_vec()).unwrap();
        let Ok(count) = answer.parse::<u64>() else {
            return Ok(Judgement::Unreadable(format!("found {answer}")));
        };
        self.moves.push(answer);
        assert_ne!(count, 8, "a judge panics");
        if count == 7 {
            return Err(Disagreement { about: "about 7".into(), case: self.case() });
        }
        if !(1..=3).contains(&count) || count > self.stones {
            let reason = format!("{count} of {} (AB-1)", self.stones);
            return Ok(Judgement::Invalid { clause: "AB-1".into(), reason });
        }
        self.stones -= count;
        self.turn = self.turn.other();
        Ok(Judgement::Played)
    }

    fn case(&self) -> String {
        format!("{}: {}", self.from, self.moves.join(" "))
    }
}

struct FnBot<F>(F);

fn bot(answer: impl FnMut(&str, &MoveBudget<'_>) -> String + Send + 'static) -> Box<dyn Bot> {
    Box::new(FnBot(answer))
}

impl<F: FnMut(&str, &MoveBudget<'_>) -> String + Send> Bot for FnBot<F> {
    fn answer(&mut self, board: &str, budget: &MoveBudget<'_>) -> String {
        (self.0)(board, budget)
    }
}

fn settings(players: &[&str], boards: &[u64]) -> Settings {
    let player =
        |name: &&str| Entrant { name: (*name).into(), kind: PlayerKind::BuiltIn((*name).into()) };
    let board = |stones: &u64| Board::of_text(format!("{stones} stones"), stones.to_string());
    // Far more than needed, except for the player that uses up its time.
    let is_slow = players.contains(&"sleeps");
    let time_ns = if is_slow { 2_000_000 } else { 60_000_000_000 };
    Settings {
        rule_set: "toy".into(),
        players: players.iter().map(player).collect(),
        boards: boards.iter().map(board).collect(),
        limits: Limits { time_ns, memory: 0, output: 0, processes: 0 },
        env: Vec::new(),
        seed: 1,
        sprt: None,
    }
}

fn play(
    settings: Settings,
    games: usize,
    played: &BTreeSet<usize>,
    mut ended: impl FnMut(&Record) -> bool,
) -> (End, Vec<Record>) {
    let tournament = Tournament::new(Arc::new(Toy), settings).unwrap();
    let (stop, scratch) = (AtomicBool::new(false), &std::env::temp_dir());
    let options = RunOptions { games, threads: 1, scratch, runner: None, stop: &stop };
    let mut records = Vec::new();
    let end = tournament.play(played, &options, &mut |record| {
        let goes_on = ended(&record);
        records.push(record);
        goes_on
    });
    records.sort_by_key(|record| record.game);
    (end, records)
}

fn play_all(settings: Settings) -> Vec<Record> {
    let (end, records) = play(settings, 1, &BTreeSet::new(), |_| true);
    assert!(matches!(end, End::Done), "{end:?}");
    records
}

/// The only game in which this player moves first.
fn first_of<'a>(records: &'a [Record], player: &str) -> &'a Record {
    records.iter().find(|record| record.player(Player::First) == player).unwrap()
}

#[test]
fn points_equal_those_computed_by_hand() {
    // On 4 stones the second player wins: `three` takes three and `one` the last, or `one` takes
    // one and `three` the rest. An empty heap is a draw.
    let records = play_all(settings(&["one", "three"], &[4, 0]));
    let winners: Vec<_> = records.iter().map(|record| record.winner).collect();
    assert_eq!(winners, [Some(Player::Second), Some(Player::Second), None, None]);
    let moves: Vec<_> = records.iter().map(|record| (record.moves, &*record.case)).collect();
    assert_eq!(moves, [(2, "4: 1 3"), (2, "4: 3 1"), (0, "0: "), (0, "0: ")]);
    assert_eq!(records[0].times.map(|times| times.answers), [1, 1]);
    let rows = standings(["one", "three"], &records);
    for row in &rows {
        assert_eq!((row.place, row.points, row.won, row.drawn, row.lost), (1, 6.0, 1, 2, 1));
    }
}

#[test]
fn pairs_are_the_two_games_of_a_board_and_ratings_count_boards() {
    // `panics` loses whenever it is asked. Between the other two, the second player wins on 4
    // stones. On 1 stone `three` answers with an invalid move. On 0 it is always a draw.
    let settings = settings(&["panics", "one", "three"], &[4, 1, 0]);
    let mut records = play_all(settings.clone());
    let line = |settings: &Settings, records: &[Record]| -> Vec<String> {
        let meetings = meetings(settings, records);
        let line = meetings.iter().map(|it| {
            let (players, pairs) = (it.players.join(" "), it.pairs.counts());
            format!("{players}: {} {} {}, {pairs:?}", it.won, it.drawn, it.lost)
        });
        line.collect()
    };
    let expected = [
        "panics one: 0 2 4, [2, 0, 1, 0, 0]",
        "panics three: 1 2 3, [1, 0, 2, 0, 0]",
        "one three: 3 2 1, [0, 0, 2, 0, 1]",
    ];
    assert_eq!(line(&settings, &records), expected);
    let fouls = meetings(&settings, &records)[1].fouls.clone();
    assert_eq!(fouls, [[("crash", 3)].into(), [("invalid move", 1)].into()]);
    // Half points, of 8 for each board: panics 0 + 2 + 4, one 6 + 8 + 4, three 6 + 2 + 4.
    let elos = |records: &[Record]| -> Vec<_> {
        let ratings = ratings(&settings, records).into_iter();
        ratings.map(|it| (it.boards, it.elo.and_then(|elo| elo.difference))).collect()
    };
    let of = |halves: f64| (3, elo_of(halves / 24.0));
    assert_eq!(elos(&records), [of(6.0), of(18.0), of(12.0)]);
    // If a game is missing, neither its pair nor its board counts; all other games do.
    let missing = records.pop().unwrap();
    assert_eq!(missing.players, ["three", "one"]);
    let without = line(&settings, &records);
    assert_eq!(without[2], "one three: 3 1 1, [0, 0, 1, 0, 1]");
    assert_eq!(without[..2], expected[..2]);
    assert_eq!(elos(&records)[1], (2, elo_of(14.0 / 16.0)));
    assert_eq!(elos(&[]), [(0, None); 3]);
}

#[test]
fn a_sequential_test_scores_the_first_player_and_not_the_first_seat() {
    // `panics` loses every game, from both seats.
    let stones: Vec<u64> = (4..20).collect();
    let sprt = Some(Sprt { elo0: 0.0, elo1: 400.0, alpha: 0.05, beta: 0.05 });
    for (players, decision) in
        [(["one", "panics"], Decision::H1), (["panics", "one"], Decision::H0)]
    {
        let settings = Settings { sprt, ..settings(&players, &stones) };
        let records = play_all(settings.clone());
        let test = Sequential::of(&settings, &records).unwrap();
        assert_eq!((test.decision(), test.scores().samples()), (Some(decision), 10));
        let wins = if players[0] == "one" { 4 } else { 0 };
        assert_eq!(test.scores().counts()[wins], 10);
    }
    assert!(Sequential::of(&settings(&["one", "three"], &stones), []).is_none());
}

#[test]
fn each_kind_of_foul_ends_the_game_and_is_recorded() {
    let foul = |player: &str| {
        let records = play_all(settings(&["one", player], &[5]));
        let record = first_of(&records, player);
        assert_eq!((record.winner, record.moves), (Some(Player::Second), 0), "{player}");
        (record.foul.clone().unwrap(), record.case.clone())
    };
    assert_eq!(foul("panics"), (Foul::Crash(Crash::Panic("no idea".into())), "5: ".into()));
    let reason = "found x".into();
    assert_eq!(foul("talks"), (Foul::Unreadable { reason }, "5: ".into()));
    assert_eq!(foul("sleeps"), (Foul::Late, "5: ".into()));
    let records = play_all(settings(&["one", "three"], &[2]));
    let record = first_of(&records, "three");
    // The invalid move is the last one of the case.
    let (clause, reason) = ("AB-1".into(), "3 of 2 (AB-1)".into());
    assert_eq!(record.foul, Some(Foul::Invalid { clause, reason }));
    assert_eq!((record.winner, &*record.case), (Some(Player::Second), "2: 3"));
}

#[test]
fn games_do_not_depend_on_earlier_or_concurrent_games() {
    let all = settings(&["chance", "one", "three", "panics"], &[9, 17, 33]);
    let plain = |records: Vec<Record>| -> Vec<Record> {
        let plain = |record: Record| Record {
            times: record.times.map(|times| Times { answers: times.answers, ..Times::default() }),
            ..record
        };
        records.into_iter().map(plain).collect()
    };
    let one_by_one = plain(play_all(all.clone()));
    // Each of the four players moves first against each other one on each board, once.
    let distinct: BTreeSet<_> = one_by_one.iter().map(|it| (&it.board, &it.players)).collect();
    assert_eq!((one_by_one.len(), distinct.len()), (4 * 3 * 3, 4 * 3 * 3));
    assert!(one_by_one.iter().map(|record| record.game).eq(0..4 * 3 * 3));
    let (_, at_once) = play(all.clone(), 4, &BTreeSet::new(), |_| true);
    assert_eq!(plain(at_once), one_by_one);

    // Stopped after some games and resumed.
    let mut count = 0;
    let (end, some) = play(all.clone(), 2, &BTreeSet::new(), |_| {
        count += 1;
        count < 7
    });
    assert!(matches!(end, End::Stopped), "{end:?}");
    assert!((7..=9).contains(&some.len()), "{}", some.len());
    let played = some.iter().map(|record| record.game).collect();
    let (end, rest) = play(all, 2, &played, |_| true);
    assert!(matches!(end, End::Done), "{end:?}");
    let mut together: Vec<_> = some.into_iter().chain(rest).collect();
    together.sort_by_key(|record| record.game);
    assert_eq!(plain(together), one_by_one);

    // The games of two players do not depend on other participants.
    let fewer = plain(play_all(settings(&["chance", "one"], &[9, 17, 33])));
    for record in fewer {
        let is_same =
            |other: &&Record| (&other.board, &other.players) == (&record.board, &record.players);
        assert_eq!(one_by_one.iter().find(is_same).unwrap().case, record.case);
    }
}

#[test]
fn random_choices_depend_on_the_seed() {
    let play = |seed| {
        let settings = Settings { seed, ..settings(&["chance", "one"], &[40, 50]) };
        play_all(settings).into_iter().map(|record| record.case).collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_divergence_of_the_judges_ends_the_tournament_and_is_no_foul_of_a_player() {
    for (player, about) in [("seven", "about 7"), ("eight", "one of them panicked: ")] {
        let settings = settings(&["one", "three", player], &[3, 6, 9]);
        let (end, records) = play(settings, 1, &BTreeSet::new(), |_| true);
        let End::Failed(RefereeError::Disagreement(divergence)) = end else { panic!("{end:?}") };
        assert!(divergence.about.starts_with(about), "{divergence}");
        assert_eq!(divergence.case, if player == "seven" { "3: 1 7" } else { "3: 1 8" });
        assert_eq!(records.len(), 2, "games that ended before count");
        assert!(records.iter().all(|record| !record.players.contains(&player.to_owned())));
    }
}

#[test]
fn no_game_is_begun_after_the_stop() {
    let tournament = Tournament::new(Arc::new(Toy), settings(&["one", "three"], &[4])).unwrap();
    let (stop, scratch) = (AtomicBool::new(false), &std::env::temp_dir());
    let options = RunOptions { games: 1, threads: 1, scratch, runner: None, stop: &stop };
    let mut count = 0;
    let end = tournament.play(&BTreeSet::new(), &options, &mut |_| {
        count += 1;
        stop.store(true, Relaxed);
        true
    });
    assert!(matches!(end, End::Stopped) && count == 1 || matches!(end, End::Done), "{end:?}");
    stop.store(true, Relaxed);
    let end = tournament.play(&BTreeSet::new(), &options, &mut |_| panic!("nothing is played"));
    assert!(matches!(end, End::Stopped), "{end:?}");
}

#[test]
fn invalid_settings_are_refused() {
    let refused = |settings: Settings| {
        let tournament = Tournament::new(Arc::new(Toy), settings);
        tournament.err().expect("the settings are refused").to_string()
    };
    assert_eq!(refused(settings(&["one", "two"], &[1])), "there is no built-in player called two");
    assert_eq!(refused(settings(&["one", "one"], &[1])), "the name one is used twice");
    assert_eq!(refused(settings(&["one"], &[1, 1])), "the name 1 stones is used twice");
    let mut unreadable = settings(&["one", "three"], &[1]);
    unreadable.boards[0].text = "x".into();
    assert!(refused(unreadable).starts_with("1 stones: "));
    let test =
        |players: &[&str], sprt| refused(Settings { sprt: Some(sprt), ..settings(players, &[1]) });
    let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    let three = test(&["one", "three", "chance"], sprt);
    assert_eq!(three, "invalid sequential test: it needs exactly two players");
    let none = test(&["one", "three"], Sprt { elo1: 0.0, ..sprt });
    assert!(none.ends_with("the first Elo difference must be below the second"), "{none}");
}
