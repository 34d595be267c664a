//! Rule sets in words: [`TextRules`].

use std::io::Read;
use std::ops::ControlFlow;

use arbitrary::{Result, Unstructured};
use twinboard_vocabulary::text::blocks;
use twinboard_vocabulary::text_game::{
    AnyTextSide, BoardText, Lines, TextGame, TextMove, TextVocabulary, size_of_board, text_side,
};
use twinboard_vocabulary::{
    ByFromStr, CaseReader, ExactText, Game, Implementation, Limits, Picture, Vocabulary,
};

use crate::model::case::Case;
use crate::model::pairing::Pairing;
use crate::model::rules::{Blocks, CaseText, Clause, Enumerate, Invariant, RuleSet, by_text, runs};
use crate::model::shape::{Bounds, Shape};

/// Attempts to draw a set-up that the oracle accepts.
const TRIES: usize = 8;
/// Limit on the random moves before a generated set-up.
const PRELUDE_MAX: usize = 60;
/// Limit on the changes that look for a set-up with many legal moves.
const CHANGES_MAX: usize = 40;

/// A rule set whose games are in words ([`TextGame`]): its name, the set-ups with which games begin,
/// and its oracle. One value of this type describes a game, so the harness is compiled once for all
/// of them.
///
/// Campaigns begin games at the [starts](Self::new), on boards of other sizes, and, if the text of a
/// position is a set-up, in positions that random moves lead to, and in those with a small change.
///
/// ```
/// # #[derive(Clone)]
/// # struct Matches(u32);
/// # impl twinboard_vocabulary::text_game::TextGame for Matches {
/// #     fn set_up(setup: &str) -> Result<Self, String> {
/// #         setup.parse().map(Self).map_err(|_| "a number".to_owned())
/// #     }
/// #     fn moves(&self) -> Vec<String> { (1..=self.0.min(3)).map(|n| n.to_string()).collect() }
/// #     fn play(&mut self, mv: &str) -> Result<(), String> {
/// #         if !self.moves().iter().any(|legal| legal == mv) { return Err("no".to_owned()) }
/// #         self.0 -= mv.parse::<u32>().unwrap();
/// #         Ok(())
/// #     }
/// #     fn position(&self) -> String { self.0.to_string() }
/// #     fn outcome(&self) -> Option<String> { (self.0 == 0).then(|| "over".to_owned()) }
/// # }
/// use twinboard_harness::{RuleSet, TextRules};
///
/// // With an engine in words: here the oracle itself.
/// let rules = TextRules::new::<Matches>("matches", &["21", "7"]).engine::<Matches>();
/// assert_eq!(rules.name(), "matches");
/// ```
#[derive(Clone, Debug)]
pub struct TextRules {
    name: &'static str,
    starts: Vec<Lines>,
    draw: Option<fn(&mut Unstructured<'_>) -> Result<String>>,
    moves_max: usize,
    clauses: &'static [Clause<TextVocabulary>],
    invariants: &'static [Invariant<TextVocabulary>],
    oracle: AnyTextSide,
    engine: Option<AnyTextSide>,
    text: CheckedBlocks,
    player: OfPosition,
    /// `None` if the oracle has no canonical form.
    canonical: Option<OfPosition>,
    picture: fn(&Lines) -> Picture,
}

/// A text that the oracle has for a position; `None` if it has none, or the position is no set-up.
type OfPosition = fn(&Lines) -> Option<String>;

impl TextRules {
    /// The rule set with the oracle `G`.
    ///
    /// # Panics
    ///
    /// If there is no start, or the oracle refuses one.
    #[must_use]
    pub fn new<G: TextGame>(name: &'static str, starts: &[impl AsRef<str>]) -> Self {
        assert!(!starts.is_empty(), "{name}: games need a set-up to begin with");
        for start in starts.iter().map(AsRef::as_ref) {
            if let Err(expected) = G::set_up(start) {
                panic!("{name}: the oracle refuses the start `{start}`: expected {expected}");
            }
        }
        let check = |setup: &Lines| match G::set_up(setup.as_str()) {
            Ok(_) if can_be_printed(setup) => Ok(()),
            Ok(_) => Err("lines, none of them empty or with `>` at its beginning".into()),
            Err(expected) => Err(expected.into()),
        };
        let (oracle, text) = (text_side::<G>(), CheckedBlocks { check });
        let starts: Vec<Lines> = starts.iter().map(|start| Lines::new(start.as_ref())).collect();
        let canonical: OfPosition = |position| G::set_up(position.as_str()).ok()?.canonical();
        Self {
            name,
            draw: None,
            moves_max: 200,
            clauses: &[],
            invariants: &[],
            oracle,
            engine: None,
            text,
            player: |position| G::set_up(position.as_str()).ok()?.player(),
            canonical: canonical(&starts[0]).map(|_| canonical),
            picture: TextVocabulary::picture,
            starts,
        }
    }

    /// Sets a function that draws set-ups, for some of the cases: rare positions should be common in
    /// campaigns. Texts that the oracle refuses are drawn again.
    #[must_use]
    pub fn drawn_by(self, draw: fn(&mut Unstructured<'_>) -> Result<String>) -> Self {
        Self { draw: Some(draw), ..self }
    }

    /// Sets the drawing of positions in reports, such as one
    /// [with squares as moves name them](Picture::with_squares). Default: [`Picture::of_text`].
    #[must_use]
    pub fn picture(self, picture: fn(&Lines) -> Picture) -> Self {
        Self { picture, ..self }
    }

    /// Sets the limit on the moves of a case. Default: 200.
    #[must_use]
    pub fn moves_max(self, moves_max: usize) -> Self {
        Self { moves_max, ..self }
    }

    /// Sets the clauses that campaigns count; see [`RuleSet::clauses`].
    #[must_use]
    pub fn clauses(self, clauses: &'static [Clause<TextVocabulary>]) -> Self {
        Self { clauses, ..self }
    }

    /// Sets properties that both sides must have; see [`RuleSet::invariants`].
    #[must_use]
    pub fn invariants(self, invariants: &'static [Invariant<TextVocabulary>]) -> Self {
        Self { invariants, ..self }
    }

    /// Sets an engine in words. Without one, all engines are programs of their own.
    #[must_use]
    pub fn engine<E: TextGame>(self) -> Self {
        Self { engine: Some(text_side::<E>()), ..self }
    }

    /// The oracle.
    #[must_use]
    pub fn oracle(&self) -> &AnyTextSide {
        &self.oracle
    }

    /// The pairing of the engine with the oracle, or the oracle alone.
    ///
    /// Who makes a subject of it compiles the harness; `Registration::text` of
    /// `twinboard-registration` has done so before.
    #[must_use]
    pub fn pairing(&self) -> Pairing<Self> {
        match &self.engine {
            Some(engine) => Pairing::of_sides(self.clone(), engine.clone(), self.oracle.clone()),
            None => Pairing::oracle_alone(self.clone(), self.oracle.clone()),
        }
    }

    /// The player to move at a position, by the name that the oracle gives it
    /// ([`TextGame::player`]); `None` if it gives none, or the position is no set-up.
    #[must_use]
    pub fn player(&self, position: &Lines) -> Option<String> {
        (self.player)(position)
    }

    fn is_setup(&self, setup: &Lines) -> bool {
        self.text.is_setup(setup)
    }

    /// The position as a set-up, if its text is that of one whose game begins in it.
    fn as_setup(&self, position: &Lines) -> Option<Lines> {
        if !can_be_printed(position) {
            return None;
        }
        let game = self.oracle.set_up(position)?;
        (game.position() == *position).then(|| position.clone())
    }

    /// A position that random moves from `start` lead to; the start if positions are no set-ups.
    fn played(&self, start: Lines, u: &mut Unstructured<'_>) -> Result<Lines> {
        let Some(mut game) = self.oracle.set_up(&start) else { return Ok(start) };
        for _ in 0..u.int_in_range(0..=PRELUDE_MAX)? {
            let mut moves = Vec::new();
            let _ = game.visit_legal_moves(&mut |mv| {
                moves.push(mv.clone());
                ControlFlow::Continue(())
            });
            // Without random bytes left, each move would be the first one.
            if moves.is_empty() || u.is_empty() || game.advance(u.choose(&moves)?).is_err() {
                break;
            }
        }
        Ok(self.as_setup(&game.position()).unwrap_or(start))
    }

    /// The set-up after changes of its text that leave as many legal moves or more: random play does
    /// not come to the ends of an engine's lists.
    fn with_more_moves(&self, setup: Lines, u: &mut Unstructured<'_>) -> Result<Lines> {
        let mut best = (self.count(&setup), setup);
        for _ in 0..u.int_in_range(1..=CHANGES_MAX)? {
            if u.is_empty() {
                break;
            }
            let other = self.changed(best.1.clone(), u)?;
            let count = self.count(&other);
            if count >= best.0 {
                best = (count, other);
            }
        }
        Ok(best.1)
    }

    /// Number of legal moves of a set-up.
    fn count(&self, setup: &Lines) -> usize {
        let mut count = 0;
        if let Some(game) = self.oracle.set_up(setup) {
            let _ = game.visit_legal_moves(&mut |_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count
    }

    /// The set-up on a board of another size; the set-up itself if no other is one.
    fn resized(&self, setup: Lines, u: &mut Unstructured<'_>) -> Result<Lines> {
        for _ in 0..TRIES {
            let resized = by_text::fen::resized(setup.as_str(), u)?;
            let resized = resized.map(|text| Lines::new(&text));
            if let Some(other) = resized.filter(|other| self.is_setup(other)) {
                return Ok(other);
            }
        }
        Ok(setup)
    }

    /// The set-up with a change of its text; the set-up itself if no change is one.
    fn changed(&self, setup: Lines, u: &mut Unstructured<'_>) -> Result<Lines> {
        for _ in 0..TRIES {
            let changed = by_text::changed(&setup, u)?;
            if let Some(other) = changed.filter(|other| self.is_setup(other)) {
                return Ok(other);
            }
        }
        Ok(setup)
    }
}

/// The text of a move with `1` for each number, `0` for one that begins with a zero, and `a` or `A`
/// for each letter: texts of one form are read in the same way, up to their numbers and letters.
fn form(mv: &str) -> String {
    let of_letter = |c| match c {
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        other => other,
    };
    let of_run = |run: &str| match run.as_bytes()[0] {
        b'0' if run.len() > 1 => "0".to_owned(),
        b'0'..=b'9' => "1".to_owned(),
        _ => run.chars().map(of_letter).collect(),
    };
    runs(mv).map(|run| of_run(&mv[run])).collect()
}

/// True if the reader of case files reads the set-up as it is printed.
fn can_be_printed(setup: &Lines) -> bool {
    let text = setup.as_str();
    let is_line = |line: &str| !line.is_empty() && !line.starts_with('>');
    !text.is_empty() && text.split('\n').all(is_line) && !text.starts_with('\u{feff}')
}

impl RuleSet for TextRules {
    type Vocabulary = TextVocabulary;

    fn name(&self) -> &'static str {
        self.name
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> Result<Lines> {
        if let Some(draw) = self.draw
            && u.ratio(1, 2)?
        {
            for _ in 0..TRIES {
                let setup = Lines::new(&draw(u)?);
                if self.is_setup(&setup) {
                    return Ok(setup);
                }
            }
        }
        let start = u.choose(&self.starts)?.clone();
        match u.int_in_range(0..=4)? {
            0 => Ok(start),
            1 | 2 => self.played(start, u),
            3 => {
                let resized = self.resized(start, u)?;
                self.played(resized, u)
            }
            _ => {
                let reached = self.played(start, u)?;
                if u.ratio(1, 2)? {
                    self.with_more_moves(reached, u)
                } else {
                    self.changed(reached, u)
                }
            }
        }
    }

    fn text(&self) -> &dyn CaseText<TextVocabulary> {
        &self.text
    }

    fn mutate_setup(
        &self,
        case: &mut Case<TextVocabulary>,
        u: &mut Unstructured<'_>,
    ) -> Result<()> {
        case.setup = self.changed(case.setup.clone(), u)?;
        Ok(())
    }

    fn setup_of_position(&self, _setup: &Lines, position: &Lines) -> Option<Lines> {
        self.as_setup(position)
    }

    fn may_request(&self, mv: &TextMove, like: &TextMove) -> bool {
        form(mv.as_str()) == form(like.as_str())
    }

    fn clauses(&self) -> &'static [Clause<TextVocabulary>] {
        self.clauses
    }

    fn invariants(&self) -> &'static [Invariant<TextVocabulary>] {
        self.invariants
    }

    fn starts(&self) -> Vec<Lines> {
        self.starts.clone()
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<TextVocabulary>> {
        Some(self)
    }

    fn picture(&self, position: &Lines) -> Picture {
        (self.picture)(position)
    }

    fn moves_max(&self, _setup: &Lines) -> usize {
        self.moves_max
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<TextVocabulary>> {
        Some(&ByFromStr)
    }
}

/// The format [`Blocks`], with set-ups that the oracle accepts.
#[derive(Clone, Copy, Debug)]
struct CheckedBlocks {
    check: blocks::Check<TextVocabulary>,
}

impl CaseText<TextVocabulary> for CheckedBlocks {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<TextVocabulary> + 'a> {
        Box::new(blocks::Reader::new(input).checking(self.check))
    }

    fn print(&self, case: &Case<TextVocabulary>) -> String {
        Blocks.print(case)
    }

    fn print_all(&self, cases: &[Case<TextVocabulary>]) -> Option<String> {
        Blocks.print_all(cases)
    }

    fn is_setup(&self, setup: &Lines) -> bool {
        (self.check)(setup).is_ok()
    }
}

/// Limit on the moves that are requested at each position, legal or not.
const REQUESTS_MAX: usize = 64;

impl TextRules {
    /// The shape of the board of a set-up; `None` if it has none.
    fn shape(setup: &Lines) -> Option<Shape> {
        let (rows, columns) = size_of_board(setup.as_str());
        let side = |side: u64| u8::try_from(side).ok().filter(|side| *side <= 64);
        Some(Shape { rows: side(rows).filter(|rows| *rows > 1)?, columns: side(columns)? })
    }

    fn has_boards(&self) -> bool {
        self.starts.iter().any(|start| Self::shape(start).is_some())
    }

    /// A start on a board of this shape, if it is one or the oracle accepts it with rows and columns
    /// repeated or left out.
    fn on_board(&self, start: &Lines, shape: Shape) -> Option<Lines> {
        if Self::shape(start) == Some(shape) {
            return Some(start.clone());
        }
        let [rows, columns] = [shape.rows, shape.columns].map(usize::from);
        let sized = BoardText::read(start.as_str())?.of_size(rows, columns);
        Some(Lines::new(&sized.to_string())).filter(|setup| self.is_setup(setup))
    }
}

/// The starts, and positions up to what the oracle calls their canonical form.
impl Enumerate<TextVocabulary> for TextRules {
    /// The starts on boards of this shape, each once, whatever number of symbols the bounds permit;
    /// where starts have no boards, the one with the number `columns`.
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = Lines> + Send> {
        let mut setups: Vec<Lines> = if self.has_boards() {
            self.starts.iter().filter_map(|start| self.on_board(start, shape)).collect()
        } else {
            let start = usize::from(shape.columns).checked_sub(1);
            start.and_then(|start| self.starts.get(start)).cloned().into_iter().collect()
        };
        setups.sort();
        setups.dedup();
        Box::new(setups.into_iter())
    }

    fn size_name(&self) -> Option<&'static str> {
        (!self.has_boards()).then_some("start")
    }

    /// The smallest board of a start, or the first start.
    fn usual_bounds(&self) -> Bounds {
        let shapes = self.starts.iter().filter_map(Self::shape);
        let smallest = shapes.min_by_key(|shape| shape.cells());
        Bounds::new([smallest.map_or((1, 1), |shape| (shape.rows, shape.columns))], 1)
    }

    fn canonical_key(&self, _setup: &Lines, position: &Lines) -> String {
        let canonical = self.canonical.and_then(|canonical| canonical(position));
        canonical.unwrap_or_else(|| position.to_string())
    }

    /// The moves that are legal at the set-up: most of them are not legal later.
    fn all_moves(&self, setup: &Lines) -> Vec<TextMove> {
        let mut moves = Vec::new();
        if let Some(game) = self.oracle.set_up(setup) {
            let _ = game.visit_legal_moves(&mut |mv| {
                moves.push(mv.clone());
                if moves.len() < REQUESTS_MAX {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn numbers_and_letters_of_one_form_are_exchanged() {
        assert_eq!(form("e2e4"), form("h10a1"));
        assert_eq!(form("24/23* 6/off"), "1/1* 1/aaa");
        for other in ["01", "+1", "-1", " 1", "1 ", "a", "1.0"] {
            assert_ne!(form("12"), form(other), "{other}");
        }
    }
}
