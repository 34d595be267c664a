//! A case of SameGame played on one side, and what can be said of a position without one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use board::samegame::{Cell, Grid, Group, Outcome, Position, Refusal, Selection};
use board::{Game, Vocabulary};
use harness::Case;
use twinboard_games::samegame::Words;

pub(crate) type SameGameCase = Case<Words>;

/// A move of a case, and the game before and after it.
pub(crate) struct Step<'a, G> {
    pub(crate) before: &'a G,
    pub(crate) selection: Selection,
    pub(crate) result: &'a Result<Group, Refusal>,
    pub(crate) after: &'a G,
}

pub(crate) fn set_up<G: Game<Words = Words>>(grid: &Grid) -> Result<G, String> {
    G::set_up(grid).ok_or_else(|| "it is not made for this grid".into())
}

pub(crate) fn each_step<G: Game<Words = Words>>(
    case: &SameGameCase,
    mut check: impl FnMut(&Step<'_, G>) -> Result<(), String>,
) -> Result<(), String> {
    let mut game = set_up::<G>(&case.setup)?;
    for (index, &selection) in case.moves.iter().enumerate() {
        let before = game.clone();
        let result = game.play(&selection);
        let step = Step { before: &before, selection, result: &result, after: &game };
        check(&step).map_err(|why| format!("step {}, {selection}: {why}", index + 1))?;
    }
    Ok(())
}

/// The game after the set-up and after every step.
pub(crate) fn each_position<G: Game<Words = Words>>(
    case: &SameGameCase,
    check: impl Fn(&G) -> Result<(), String>,
) -> Result<(), String> {
    check(&set_up::<G>(&case.setup)?).map_err(|why| format!("the set-up: {why}"))?;
    each_step::<G>(case, |step| check(step.after))
}

/// Everything that can be seen of a game.
#[derive(PartialEq)]
pub(crate) struct Shown {
    pub(crate) position: Position,
    outcome: Outcome,
    legal: Vec<Group>,
    key: Option<u64>,
}

impl Shown {
    pub(crate) fn of<G: Game<Words = Words>>(game: &G) -> Self {
        Self {
            position: game.position(),
            outcome: game.outcome(),
            legal: legal_moves(game),
            key: game.key(),
        }
    }
}

pub(crate) fn legal_moves<G: Game<Words = Words>>(game: &G) -> Vec<Group> {
    let mut legal = Vec::new();
    let listing = game.visit_legal_moves(&mut |group| {
        legal.push(group.clone());
        ControlFlow::Continue(())
    });
    assert!(listing.is_continue(), "nobody broke the listing off");
    legal.sort_unstable();
    legal
}

pub(crate) fn cells(position: &Position) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (position.rows(), position.columns());
    (1..=columns).flat_map(move |column| (1..=rows).map(move |row| Cell::new(row, column)))
}

/// How many cells of each colour there are.
pub(crate) fn census(position: &Position) -> [usize; 10] {
    let mut counts = [0; 10];
    for colour in position.cells().flatten() {
        counts[usize::from(colour)] += 1;
    }
    counts
}

/// The colours of each column from the bottom up, as if its empty cells were not there.
pub(crate) fn columns(position: &Position) -> Vec<Vec<u8>> {
    let column = |column| {
        let cells = (1..=position.rows()).map(|row| position.get(Cell::new(row, column)));
        cells.flatten().collect()
    };
    (1..=position.columns()).map(column).collect()
}

/// Every region, of one cell or more, in the order of their first cells.
pub(crate) fn regions(position: &Position) -> Vec<Group> {
    let mut left: BTreeSet<Cell> =
        cells(position).filter(|&cell| position.get(cell).is_some()).collect();
    let mut regions = Vec::new();
    while let Some(first) = left.pop_first() {
        let colour = position.get(first);
        let mut region = vec![first];
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            let (row, column) = (cell.row(), cell.column());
            let beside =
                [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            // Row and column 0 are no cells, and what is beyond the grid is not among those left.
            let beside = beside.into_iter().filter(|&(row, column)| row > 0 && column > 0);
            for next in beside.map(|(row, column)| Cell::new(row, column)) {
                if left.contains(&next) && position.get(next) == colour {
                    left.remove(&next);
                    region.push(next);
                    waiting.push(next);
                }
            }
        }
        regions.push(Group::new(colour.expect("only filled cells are left"), region));
    }
    regions
}

/// The regions that may be removed, sorted.
pub(crate) fn groups(position: &Position) -> Vec<Group> {
    let mut groups = regions(position);
    groups.retain(|region| region.size() >= 2);
    groups.sort_unstable();
    groups
}

/// What must become of a selection.
pub(crate) fn judgement(position: &Position, selection: Selection) -> Result<Group, Refusal> {
    let named = |cell: &Cell| Selection::from(*cell) == selection;
    let cell = cells(position).find(named).ok_or(Refusal::NoSuchCell)?;
    position.get(cell).ok_or(Refusal::EmptyCell)?;
    let mut regions = regions(position).into_iter();
    let region = regions.find(|region| region.cells().contains(&cell));
    region.filter(|region| region.size() >= 2).ok_or(Refusal::SingleCell)
}

/// Says what differs if two things are not the same.
pub(crate) fn same<T: PartialEq + Say>(what: &str, actual: &T, expected: &T) -> Result<(), String> {
    if actual == expected {
        return Ok(());
    }
    Err(format!("{what} should be\n{}\nand is\n{}", expected.say(), actual.say()))
}

/// What is compared, said so that a person sees the difference.
pub(crate) trait Say {
    fn say(&self) -> String;
}

impl Say for Position {
    fn say(&self) -> String {
        Words::picture(self).plain_lines().join("\n")
    }
}

impl Say for Outcome {
    fn say(&self) -> String {
        self.to_string()
    }
}

impl Say for Result<Group, Refusal> {
    fn say(&self) -> String {
        match self {
            Ok(group) => format!("accepted: {group}"),
            Err(refusal) => format!("refused: {refusal}"),
        }
    }
}

impl Say for Vec<Group> {
    fn say(&self) -> String {
        let groups: Vec<String> = self.iter().map(ToString::to_string).collect();
        format!("groups: {}\n{}", groups.len(), groups.join("\n"))
    }
}

impl Say for Shown {
    fn say(&self) -> String {
        let Self { position, outcome, legal, key } = self;
        format!("{}\n{outcome}; {}; key {key:?}", position.say(), legal.say())
    }
}

impl Say for Option<u64> {
    fn say(&self) -> String {
        format!("{self:?}")
    }
}

impl Say for [usize; 10] {
    fn say(&self) -> String {
        format!("{self:?}")
    }
}

impl Say for Vec<Vec<u8>> {
    fn say(&self) -> String {
        format!("{self:?}")
    }
}
