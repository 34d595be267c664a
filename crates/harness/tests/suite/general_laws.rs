//! Laws of every game. Equality decides which positions are equal, whatever their hashes, and equal
//! positions must have equal outcomes and legal moves: otherwise the rule set is at fault.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, FoundDivergence};
use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan, Shape};
use twinboard_harness::perft::{PerftEnd, PerftPlan, PerftResult};
use twinboard_harness::report::explanation;
use twinboard_harness::{
    Activity, Checked, Checks, Enumerate, Finding, Pairing, RuleSet, Subject, Verdict,
};
use twinboard_vocabulary::{Game, Vocabulary};

/// Small games in one rule set, because generic code is compiled anew for each. The first word of a
/// set-up is the name of its game, and the second a number:
///
/// * `latch`: a lamp, which cannot be switched once the latch is set;
/// * `stone`: a stone on the last point of a board of two words, which may change its colour;
/// * `heap`: two players take one or two counters, and who takes the last one wins;
/// * `lamp`: one player may switch a lamp or wait, the other must switch it;
/// * `order`: six times one or two are added, but never two after two, and the position has only the
///   sum and the number of moves;
/// * `fouls`: one or two counters are taken. Anything else is a foul, and three fouls lose;
/// * `drawn`: the game is over, and moves are listed.
///
/// The positions of `heap` and `lamp` do not say whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Small {
    /// The game of the set-ups that are drawn.
    game: &'static str,
}

impl Vocabulary for Small {
    const NAME: &'static str = "small";
    type Setup = String;
    type Move = u64;
    type LegalMove = u64;
    type Event = u64;
    type Refusal = &'static str;
    type Position = Shown;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome != "goes on"
    }
}

/// Two words of a board, and how many of them are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    words: [u64; 2],
    hashed: usize,
}

impl Hash for Shown {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words[..self.hashed].hash(state);
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x} {:x}", self.words[0], self.words[1])
    }
}

impl RuleSet for Small {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        Ok(format!("{} {}", self.game, u.int_in_range(0..=9)?))
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Self>> {
        Some(self)
    }
}

impl Enumerate<Small> for Small {
    fn setups(&self, shape: Shape, _: u8) -> Box<dyn Iterator<Item = String> + Send> {
        let setup = format!("{} {}", self.game, shape.columns);
        Box::new((shape.rows == 1).then_some(setup).into_iter())
    }
}

/// The legal move of `fouls` that every other number plays: an illegal move has an effect, so it is
/// not refused, and what is played must be listed.
const FOUL: u64 = 0;

#[derive(Clone)]
struct Play {
    game: String,
    words: [u64; 2],
    /// True if it is the turn of the second player, or after a two in `order`.
    is_second: bool,
    has_key: bool,
    /// True if it is always the turn of the first player.
    forgets: bool,
}

impl Play {
    #[expect(clippy::ptr_arg, reason = "a set-up is passed by reference")]
    fn set_up(text: &String) -> Option<Self> {
        let (game, number) = text.split_once(' ')?;
        let number = number.parse().ok()?;
        let words = match game {
            "latch" => [number % 2, 0],
            "stone" => [1 << 63, 0],
            "heap" | "lamp" | "order" | "fouls" | "drawn" => [number, 0],
            _ => return None,
        };
        let game = game.to_owned();
        Some(Self { game, words, is_second: false, has_key: false, forgets: false })
    }

    fn set_up_forgetful(text: &String) -> Option<Self> {
        Some(Self { forgets: true, ..Self::set_up(text)? })
    }

    fn set_up_keyed(text: &String) -> Option<Self> {
        Some(Self { has_key: true, ..Self::set_up(text)? })
    }

    fn legal(&self) -> &'static [u64] {
        match (self.game.as_str(), self.words, self.is_second) {
            ("latch", [_, 1], _)
            | ("heap", [0, _], _)
            | ("fouls", [0, _] | [_, 3], _)
            | ("order", [_, 6], _) => &[],
            ("fouls", [1, _], _) => &[FOUL, 1],
            ("fouls", ..) => &[FOUL, 1, 2],
            ("heap", [1, _], _)
            | ("stone", [_, 0], _)
            | ("drawn", ..)
            | ("lamp" | "order", _, true) => &[1],
            ("heap" | "latch" | "lamp" | "order", ..) => &[1, 2],
            _ => &[],
        }
    }
}

impl Game for Play {
    type Vocabulary = Small;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u64) -> ControlFlow<()>) -> ControlFlow<()> {
        self.legal().iter().try_for_each(visit)
    }

    fn play(&mut self, mv: &u64) -> Result<u64, &'static str> {
        let is_foul =
            self.game == "fouls" && !self.legal().is_empty() && !self.legal().contains(mv);
        let mv = if is_foul { &FOUL } else { mv };
        if !self.legal().contains(mv) {
            return Err("illegal");
        }
        match (self.game.as_str(), mv) {
            ("latch" | "lamp", 1) => self.words[0] ^= 1,
            ("latch", _) => self.words[1] = 1,
            ("stone", _) => self.words.swap(0, 1),
            ("fouls", &FOUL) => self.words[1] += 1,
            ("heap" | "fouls", _) => self.words[0] -= mv,
            ("order", _) => self.words = [self.words[0] + mv, self.words[1] + 1],
            _ => {}
        }
        let is_after = if self.game == "order" { *mv == 2 } else { !self.is_second };
        self.is_second = is_after && !self.forgets;
        Ok(*mv)
    }

    fn position(&self) -> Shown {
        Shown { words: self.words, hashed: if self.game == "latch" { 1 } else { 2 } }
    }

    fn outcome(&self) -> &'static str {
        match (self.game.as_str(), self.legal(), self.is_second) {
            ("drawn", ..) => "drawn",
            (_, [_, ..], _) => "goes on",
            ("heap", _, true) => "the first player wins",
            ("heap", _, false) => "the second player wins",
            _ => "over",
        }
    }

    fn key(&self) -> Option<u64> {
        let is_second = self.is_second && ["heap", "lamp"].contains(&self.game.as_str());
        let key = self.words[0].rotate_left(7) ^ self.words[1].rotate_left(3);
        self.has_key.then_some(key.wrapping_add(u64::from(is_second) << 40))
    }
}

fn subject(game: &'static str, has_key: bool) -> Arc<dyn Subject> {
    let engine = if has_key { Play::set_up_keyed } else { Play::set_up };
    Pairing::new(Small { game }, engine, Play::set_up).subject()
}

fn campaign(
    game: &'static str,
    has_key: bool,
    seed: u64,
    threads: usize,
) -> Option<FoundDivergence> {
    let plan = CampaignPlan { threads, ..CampaignPlan::new(seed, CampaignBudget::Cases(500)) };
    campaign::run(&subject(game, has_key), &plan, &Arc::default(), &mut |_| ()).found
}

fn perft(game: &'static str, case: &str, depth: u32, threads: usize) -> PerftResult {
    let plan = PerftPlan { threads, ..PerftPlan::new(depth) };
    let subject = subject(game, true);
    subject.perft(&subject.case(case).unwrap(), &plan, &mut |_| ())
}

fn check(game: &'static str, has_key: bool, case: &str) -> Checked {
    let subject = subject(game, has_key);
    subject.check(&subject.case(case).unwrap(), Checks::replay(), &Activity::default())
}

#[test]
fn positions_that_hash_alike_are_told_apart_by_equality() {
    // `Hash` looks at less than `Eq`, and two words of a board whose FxHash is the same.
    for (game, case) in [("latch", "latch 0\n> 2\n"), ("stone", "stone 0\n> 1\n")] {
        let checked = check(game, true, case);
        assert_eq!(checked.verdict, Verdict::Agreed, "{game}");
        assert_eq!(campaign(game, true, 1, 2), None, "{game}");
        assert_eq!(perft(game, case, 6, 2).end, PerftEnd::Done, "{game}");
    }
}

/// Checks that the finding is about the position, and that its text shows both ways.
fn assert_is_of_the_position(finding: &Finding) {
    let said = "the rule set is at fault, not engine or oracle: its position does not determine the \
                game";
    assert_eq!(finding.to_string(), said, "{finding:?}");
    let Finding::WrongLaw { detail, .. } = finding else { panic!("{finding:?}") };
    for part in ["one way", "another way", "`Position`", "whose turn it is"] {
        assert!(detail.contains(part), "{part}: {detail}");
    }
}

#[test]
fn a_position_without_the_player_to_move_is_the_fault_of_the_rule_set() {
    for game in ["heap", "lamp"] {
        for has_key in [false, true] {
            for seed in 1..=4 {
                let found = campaign(game, has_key, seed, 2).expect("the fault is found");
                assert_is_of_the_position(&found.divergence.finding);
                let alone = campaign(game, has_key, seed, 1);
                assert_eq!(Some(&found), alone.as_ref(), "any number of threads finds the same");
                // A replay shows it again, as shrinking demands.
                let case = found.case.expect("there is a case");
                let again = check(game, has_key, case.text());
                let Verdict::Diverged(again) = again.verdict else { panic!("{case:?}") };
                assert_is_of_the_position(&again.finding);
            }
        }
        let bounds = Bounds::new([(1, 9)], 1);
        let plan = ExhaustPlan { threads: 2, ..ExhaustPlan::new(bounds) };
        let end = subject(game, true).exhaust(&plan, &mut |_| ()).end;
        let ExhaustEnd::Differs(_, difference) = end else { panic!("{end:?}") };
        assert_is_of_the_position(&difference.divergence.finding);
        // Players alternate, so no two ways of one length lead to different states.
        let end = perft(game, &format!("{game} 6\n"), 6, 2).end;
        let PerftEnd::Differs(difference) = &end else { panic!("{end:?}") };
        assert_is_of_the_position(&difference.divergence.finding);
        assert_eq!(end, perft(game, &format!("{game} 6\n"), 6, 1).end);
    }
}

#[test]
fn two_ways_of_one_length_are_compared_unless_the_walk_ends_there() {
    let case = "order 0\n";
    let result = perft("order", case, 6, 2);
    assert_eq!(result.end, perft("order", case, 6, 5).end, "any number of threads finds the same");
    let PerftEnd::Differs(difference) = &result.end else { panic!("{:?}", result.end) };
    assert_is_of_the_position(&difference.divergence.finding);
    assert_eq!((difference.depth, difference.case.text()), (2, "order 0\n> 1\n> 2\n"));
    assert_eq!(result.rows.len(), 2, "the rows before are printed");
    // The last depth needs no check, because it is not continued; and a count merges nothing.
    let last = perft("order", case, 2, 1);
    assert_eq!((&last.end, &last.rows[..2]), (&PerftEnd::Done, &result.rows[..]));
    for row in last.rows {
        let plan = PerftPlan { positions_max: None, ..PerftPlan::new(row.depth) };
        let subject = subject("order", true);
        let counted = subject.perft(&subject.case(case).unwrap(), &plan, &mut |_| ());
        assert_eq!(counted.rows.last().map(|it| it.nodes), Some(row.nodes));
    }
}

#[test]
fn a_side_that_alone_depends_on_the_way_differs_from_the_other() {
    // The engine knows whose turn it is and the oracle does not, or the other way round.
    let rules = Small { game: "heap" };
    let one = Pairing::new(rules, Play::set_up, Play::set_up_forgetful).subject();
    let other = Pairing::new(rules, Play::set_up_forgetful, Play::set_up).subject();
    for subject in [one, other] {
        let case = subject.case("heap 6\n").unwrap();
        let result = subject.perft(&case, &PerftPlan::new(8), &mut |_| ());
        let PerftEnd::Differs(difference) = result.end else { panic!("{:?}", result.end) };
        assert!(matches!(difference.divergence.finding, Finding::Differs { .. }), "{difference:?}");
    }
}

#[test]
fn illegal_moves_that_count_are_a_legal_move_of_their_own() {
    for seed in 1..=4 {
        assert_eq!(campaign("fouls", true, seed, 2), None, "seed {seed}");
    }
    let case = "fouls 5\n> 2\n> 7\n> 99\n> 0\n> 1\n";
    let checked = check("fouls", true, case);
    assert_eq!((checked.verdict, checked.stats.accepted), (Verdict::Agreed, 4), "three fouls lose");
    assert_eq!(perft("fouls", "fouls 5\n", 6, 2).end, PerftEnd::Done);
}

#[test]
fn the_report_says_whose_law_is_broken_and_what_to_do() {
    let found = campaign("drawn", false, 1, 1).expect("the fault is found");
    let said = found.divergence.to_string();
    let law =
        "both sides break a law of every game: the game is over if and only if no move is legal";
    assert_eq!(said, law);
    let said = explanation(&found.divergence);
    let expected = "this is a law of every game in Twinboard, not one of the rule set: list no moves \
                    when the game is over";
    assert!(said.contains(expected), "{said}");
}
