//! The oracles in the box keep the laws of all games: each plays against itself, in games begun
//! anew at each position, copied, taken back and asked for illegal moves, with keys.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use twinboard_harness::exhaust::{
    Bounds, ExhaustEnd, ExhaustPlan, ExhaustResult, Figures, FinishedShape, Shape,
};
use twinboard_harness::{RuleSet, TextRules, assert_agree};
use twinboard_vocabulary::text_game::{Lines, Reason, TextMove, TextOutcome, TextVocabulary};
use twinboard_vocabulary::{AnyGame, Game, Implementation, TryClone};

use crate::prelude::*;

/// An oracle as an engine that offers all that an engine can, each in another way than the default.
struct Offering {
    game: AnyGame<TextVocabulary>,
    started: AnyGame<TextVocabulary>,
    moves: Vec<TextMove>,
}

impl Offering {
    fn legal(&self) -> Vec<TextMove> {
        let mut moves = Vec::new();
        let _ = self.game.visit_legal_moves(&mut |mv| {
            moves.push(mv.clone());
            ControlFlow::Continue(())
        });
        moves
    }
}

impl TryClone for Offering {
    fn try_clone(&self) -> Option<Self> {
        let (game, started) = self.game.try_clone().zip(self.started.try_clone())?;
        Some(Self { game, started, moves: self.moves.clone() })
    }
}

impl Game for Offering {
    type Vocabulary = TextVocabulary;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&TextMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.legal().iter().rev().try_for_each(visit)
    }

    fn play(&mut self, mv: &TextMove) -> Result<TextMove, Reason> {
        let played = self.game.play(mv)?;
        self.moves.push(mv.clone());
        Ok(played)
    }

    fn position(&self) -> Lines {
        self.game.position()
    }

    fn outcome(&self) -> TextOutcome {
        self.game.outcome()
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.game.observe()
    }

    fn is_legal(&self, mv: &TextMove) -> Option<bool> {
        Some(self.try_clone()?.play(mv).is_ok())
    }

    fn count_legal_moves(&self) -> Option<u64> {
        Some(self.legal().len() as u64)
    }

    fn key(&self) -> Option<u64> {
        let position = self.position();
        let is_now = |line: &&str| !line.starts_with("before ") && !line.starts_with("not again ");
        let mut lines: Vec<_> = position.as_str().lines().filter(is_now).collect();
        // Without the counters of a FEN.
        if let Some(first) = lines.first_mut().filter(|line| line.contains('/')) {
            *first = first.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        }
        let mut hasher = DefaultHasher::new();
        lines.hash(&mut hasher);
        Some(hasher.finish())
    }

    fn undo_moves(&mut self, moves: &[TextMove]) -> bool {
        // It plays the game again.
        let before = self.moves.len();
        for mv in moves {
            let _ = self.play(mv);
        }
        self.moves.truncate(before);
        self.game = self.started.try_clone().expect("games in words can be copied");
        for mv in &self.moves {
            self.game.play(mv).expect("it was played before");
        }
        true
    }
}

struct Engine(TextRules);

impl Implementation for Engine {
    type Game = Offering;

    fn set_up(&self, setup: &Lines) -> Option<Offering> {
        let pairing = self.0.pairing();
        let game = || pairing.oracle().set_up(setup);
        Some(Offering { game: game()?, started: game()?, moves: Vec::new() })
    }
}

/// The corpus of an oracle has the cases of the conformance table, which must be set-ups.
#[test]
fn every_case_of_the_corpus_can_be_played() {
    let mut played = 0;
    for registration in twinboard_cli::oracles() {
        let subject = registration.subject();
        for file in twinboard_games::corpus(subject.name()) {
            let cases = subject.read(file.text);
            let cases = cases.unwrap_or_else(|error| panic!("{}: {error}", file.path));
            assert!(!cases.is_empty(), "{}", file.path);
            for case in &cases {
                assert!(!subject.frames(case).is_empty(), "{}\n{}", file.path, case.text());
                played += 1;
            }
        }
    }
    assert!(played > 300, "{played}");
}

/// Whatever a right engine offers, it is right in each game.
#[test]
fn an_engine_that_offers_everything_agrees_with_each_oracle_in_the_box() {
    // Games whose steps take a hundred times as long as those of the others.
    const SLOW: &str = "amazons backgammon chess go gomoku nine-mens-morris renju shogi xiangqi";
    let is_slow =
        |name: &str| name.starts_with("draughts") || SLOW.split(' ').any(|slow| slow == name);
    for rules in twinboard_oracles::all() {
        let (name, engine) = (rules.name().to_owned(), Arc::new(Engine(rules.clone())));
        let cases = if is_slow(&name) { 2 } else { 10 };
        let stats = assert_agree(&rules.pairing().with_engine(engine).subject(), 1, cases);
        assert!(stats.accepted > 0 && stats.skipped == 0, "{name}: {stats:?}");
    }
}

fn exhaust(rules: &TextRules, shape: (u8, u8)) -> ExhaustResult {
    let pairing = rules.pairing().with_engine(Arc::new(Engine(rules.clone())));
    pairing.subject().exhaust(&ExhaustPlan::new(Bounds::new([shape], 1)), &mut |_| ())
}

/// The counts are those of a program of thirty lines; with mirror images, 869 positions on 3 × 3.
#[test]
fn exhaust_plays_a_game_in_words_on_boards_of_every_size() {
    let all = twinboard_oracles::all();
    let rules = |name| all.iter().find(|rules| rules.name() == name).expect("there is one");
    let found = exhaust(rules("connect-four"), (3, 3));
    assert_eq!(found.end, ExhaustEnd::Done);
    let counts = |rows, columns| {
        let is_it = |it: &&FinishedShape| it.shape == Shape { rows, columns };
        let Figures { setups, positions, moves, refused, .. } =
            found.finished.iter().find(is_it).expect("it is finished").figures;
        assert!(setups == 1 && refused > 0);
        // The start is no position that is reached.
        (positions + 1, moves)
    };
    assert_eq!((counts(2, 2), counts(3, 3)), ((10, 10), (452, 680)));
    // Four animals on twelve cells may go to and fro for ever.
    let shape = Shape { rows: 4, columns: 3 };
    assert_eq!(exhaust(rules("animal-shogi"), (4, 3)).end, ExhaustEnd::TooLong(shape));
}

#[test]
fn a_match_of_a_game_in_words_needs_its_name_alone() {
    let folder = tempfile::tempdir().unwrap();
    let play = |rule_set, code| {
        run_in(&folder, format!("match {rule_set} --a greedy --b random --seeds 1..2"), code)
    };
    play("connect-four", 0).stdout(contains("\nconnect-four: 4 games, kept in "));
    play("chess", 0).stdout(contains("     4    "));
    play("2048", 2).stderr(contains("2048"));
}

#[test]
fn a_case_is_printed_as_lines_to_type_to_an_engine() {
    let cases: [(&str, &[u8], &str, &str); 4] = [
        ("chess", b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n> e2e4\n", "uci", "w - - 0 1 moves e2e4\nd\n"),
        ("shogi", b"4k4/9/9/9/9/9/9/9/4K4 b Gr\n> G*5h\n", "usi", "position sfen 4k4/9/"),
        (
            "go",
            b"...\n...\n...\nko=simple suicide=no komi=0\nx to move\n> B2\n",
            "gtp",
            "boardsize 3\nclear_board\nkomi 0\nplay black B2\nshowboard\nall_legal white\n",
        ),
        (
            "xiangqi",
            b"3k5/9/9/9/9/9/9/9/9/R4K3 w\n> a1a10\n",
            "xboard",
            "variant xiangqi\nforce\nsetboard 3k5/9/9/9/9/9/9/9/9/R4K3 w 0 1\na0a9\n",
        ),
    ];
    for (rule_set, case, protocol, lines) in cases {
        let mut process = twinboard(format!("to-test -r {rule_set} --engine {protocol}:engine -"));
        process.write_stdin(case).assert().success().stdout(contains(lines));
    }
    let mut process = twinboard("to-test -r chess --engine ./engine -");
    let refused = process.write_stdin(cases[0].1).assert().code(2);
    refused.stderr(contains("expected `uci:…`").and(contains("diff --transcript")));
}

#[test]
fn perft_reads_the_name_of_a_rule_set_in_the_place_of_a_file() {
    let folder = folder(&[("suite.epd", b"8/8/8/8/8/5K2/8/5k1R b - - 0 1 ;D1 2\n")]);
    let perft = |arguments: &str, code| run_in(&folder, format!("perft {arguments}"), code);
    perft("othello --depth 2 --count --only oracle", 0).stdout(contains("    2     12\n"));
    perft("chess --suite suite.epd --only oracle", 1).stdout(contains("in the next; 1 is not"));
}

#[test]
fn the_rules_of_every_rule_set_are_printed() {
    for registration in [twinboard_cli::registrations(), twinboard_cli::oracles()].concat() {
        let (name, rules) = (registration.name(), registration.text_of_rules());
        assert!(rules.contains("-1**"), "{name}: {rules}");
        assert!(!rules.contains("//!"), "{name}: {rules}");
    }
    let chess = twinboard("rules chess").assert().success();
    chess.stdout(contains("**CH-1**").and(contains("**LI-1**")));
    let draughts = twinboard("rules draughts-russian").assert().success();
    draughts.stdout(contains("`kings-max` counts"));
}
