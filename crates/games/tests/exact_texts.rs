//! Exact texts of all answers of the engine on the corpus.

mod support;

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};

use arbitrary::Unstructured;
use support::play::SetUp;
use twinboard_games::{linkpop, paint, samegame};
use twinboard_harness::random::SplitMix;
use twinboard_harness::{Case, RuleSet};
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::{ExactText, Game, ParseError, Rest, Vocabulary};

/// Limit of legal moves of a position that are read back: boards of paint have millions.
const LEGAL_MOVES_MAX: usize = 2_000;

/// Values by their texts.
struct Texts<T>(HashMap<String, T>);

impl<T: Clone + PartialEq + Debug> Texts<T> {
    fn new() -> Self {
        Self(HashMap::new())
    }

    /// Checks that a value is read from its text, and that no other one has had this text.
    fn add(
        &mut self,
        value: &T,
        write: impl FnOnce(&mut String),
        read: impl FnOnce(&str) -> Result<T, ParseError>,
    ) {
        let mut text = String::new();
        write(&mut text);
        assert_eq!(read(&text).as_ref(), Ok(value), "{text}");
        let known = self.0.entry(text).or_insert_with(|| value.clone());
        assert_eq!(known, value, "different values have the same text");
    }
}

/// Distinct answers in games of a rule set.
struct Answers<V: Vocabulary> {
    exact: &'static dyn ExactText<V>,
    legal_moves: Texts<V::LegalMove>,
    events: Texts<V::Event>,
    refusals: Texts<V::Refusal>,
    outcomes: Texts<V::Outcome>,
    positions: Texts<V::Position>,
}

impl<V: Vocabulary> Answers<V> {
    fn of(rules: &impl RuleSet<Vocabulary = V>) -> Self {
        Self {
            exact: rules.exact_text().expect("the rule set has exact texts"),
            legal_moves: Texts::new(),
            events: Texts::new(),
            refusals: Texts::new(),
            outcomes: Texts::new(),
            positions: Texts::new(),
        }
    }

    fn add_position(&mut self, game: &impl Game<Vocabulary = V>) {
        let exact = self.exact;
        let position = game.position();
        let write = |out: &mut String| {
            exact.write_position(&position, out);
            assert_eq!(*out, V::text(&position), "EP-33: the text of PF-3");
        };
        self.positions.add(&position, write, |text| exact.read_position(text));
        let outcome = game.outcome();
        let write = |out: &mut String| exact.write_outcome(outcome, out);
        self.outcomes.add(&outcome, write, |text| exact.read_outcome(text));
        let mut left = LEGAL_MOVES_MAX;
        let _ = game.visit_legal_moves(&mut |legal| {
            let write = |out: &mut String| exact.write_legal_move(legal, out);
            self.legal_moves.add(legal, write, |text| exact.read_legal_move(text));
            left -= 1;
            if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    /// Plays a move; false if it is refused.
    fn add_move(&mut self, game: &mut impl Game<Vocabulary = V>, mv: &V::Move) -> bool {
        let exact = self.exact;
        match game.play(mv) {
            Ok(event) => {
                let write = |out: &mut String| exact.write_event(&event, out);
                self.events.add(&event, write, |text| exact.read_event(text));
                self.add_position(game);
                true
            }
            Err(refusal) => {
                let write = |out: &mut String| exact.write_refusal(refusal, out);
                self.refusals.add(&refusal, write, |text| exact.read_refusal(text));
                false
            }
        }
    }

    fn add_case(
        &mut self,
        rules: &impl RuleSet<Vocabulary = V>,
        game: &mut impl Game<Vocabulary = V>,
        case: &Case<V>,
    ) {
        self.add_position(game);
        for mv in &case.moves {
            self.add_move(game, mv);
        }
        if let Some(robot) = rules.robot().filter(|_| case.rest == Rest::Robot) {
            while self.add_move(game, &robot) {}
        }
    }
}

/// Plays the corpus of a rule set and returns the answers.
fn play_corpus<R: RuleSet, G: SetUp<Vocabulary = R::Vocabulary>>(
    rules: &R,
) -> Answers<R::Vocabulary> {
    let mut answers = Answers::of(rules);
    for file in twinboard_games::corpus(R::Vocabulary::NAME) {
        let cases = rules.text().read_all(file.text).expect("the corpus can be read");
        for case in &cases {
            if let Some(mut game) = G::set_up(&case.setup) {
                answers.add_case(rules, &mut game, case);
            }
        }
    }
    assert!(answers.legal_moves.0.len() > 100, "few legal moves are listed");
    assert!(answers.events.0.len() > 10, "few moves are accepted");
    answers
}

/// Names in order, for comparison with the table of the protocol.
fn names<T>(texts: &Texts<T>) -> Vec<&str> {
    let mut names: Vec<&str> = texts.0.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn texts_of_samegame_are_read_back() {
    let answers = play_corpus::<_, twinboard_engine::samegame::SameGame>(&samegame::SameGameRules);
    assert_eq!(names(&answers.refusals), ["empty-cell", "no-such-cell", "single-cell"]);
    assert_eq!(names(&answers.outcomes), ["playing", "stuck", "won"]);
}

#[test]
fn texts_of_linkpop_are_read_back() {
    let answers =
        play_corpus::<_, twinboard_engine::linkpop::LinkPop>(&linkpop::LinkPopRules::default());
    let refusals = "different-symbols first-empty first-off-board no-link nothing-to-pop \
                    same-cell second-empty second-off-board";
    assert_eq!(names(&answers.refusals).join(" "), refusals);
    assert_eq!(names(&answers.outcomes), ["cleared", "playing", "stuck"]);
}

#[test]
fn texts_of_paint_are_read_back() {
    let answers = play_corpus::<_, twinboard_engine::paint::Paint>(&paint::PaintRules);
    let refusals = "game-over no-cells no-number not-connected off-board painted repeated \
                    several-numbers touches-paint wrong-count";
    assert_eq!(names(&answers.refusals).join(" "), refusals);
    assert_eq!(names(&answers.outcomes), ["drawn", "first-lost", "playing", "second-lost"]);
}

/// Draws set-ups and limits, and checks that a set-up within the limits exists.
fn set_ups_are_brought_within_limits<R: RuleSet>(rules: &R, maxima: &[u64]) {
    let exact = rules.exact_text().expect("the rule set has exact texts");
    let mut random = SplitMix::new(1);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..512).flat_map(|_| random.next_u64().to_le_bytes()).collect();
        let mut u = Unstructured::new(&bytes);
        let Ok(setup) = rules.generate_setup(&mut u) else { continue };
        let limits: Vec<RangeInclusive<u64>> = maxima
            .iter()
            .map(|&max| {
                let mut bound = || below(&mut || random.next_u64(), max + 1);
                let (one, other) = (bound(), bound());
                one.min(other)..=one.max(other).max(1)
            })
            .collect();
        let within = exact.within(&setup, &limits).expect("built-in set-ups can be changed");
        let quantities = exact.quantities(&within);
        assert_eq!(quantities.len(), limits.len());
        for ((name, value), limit) in quantities.into_iter().zip(&limits) {
            // A board has at least one row, and the colours that it has are not made more.
            let is_few = value < *limit.start() && name == "colours";
            assert!(limit.contains(&value) || is_few, "{name} {value}, {limit:?}");
        }
        // A set-up that is within the limits stays as it is.
        let all = vec![0..=u64::MAX; limits.len()];
        assert!(exact.within(&setup, &all).as_ref() == Some(&setup));
    }
}

#[test]
fn set_ups_of_all_rule_sets_are_brought_within_limits() {
    set_ups_are_brought_within_limits(&samegame::SameGameRules, &[16, 64, 10]);
    set_ups_are_brought_within_limits(&linkpop::LinkPopRules::default(), &[30, 30, 1]);
    set_ups_are_brought_within_limits(&paint::PaintRules, &[30]);
}
