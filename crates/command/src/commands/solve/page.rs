//! The results for a position as a page.

use twinboard_harness::report::plain;
use twinboard_referee::{Rated, Value};
use twinboard_vocabulary::Highlight;

use super::solution::Solution;
use crate::film::{Board, Film, Page, Part, Step};
use crate::pages::title;
use crate::recording::sentence;

/// Moves that are drawn; the text has the others.
const MOVES_MAX: usize = 500;

/// The position with the best move, then every rated move as a step.
pub(super) fn of(solution: &Solution) -> Page {
    let moves = solution.found.moves.iter().flat_map(|moves| &moves.moves).take(MOVES_MAX);
    let steps = (1..).zip(moves).map(|(number, rated): (usize, _)| Step {
        title: format!("Move {number}: {}", value(rated)),
        text: rated.title.clone(),
        boards: vec![board("The move", solution, rated)],
        ..Step::default()
    });
    let film = Film {
        title: solution.name.clone(),
        steps: std::iter::once(answer(solution)).chain(steps).collect(),
        ..Film::default()
    };
    let text = plain(&solution.render());
    let part = Part { text, films: vec![film], ..Part::default() };
    let title = title(solution.rule_set, &solution.name);
    Page { title, parts: vec![part], ..Page::default() }
}

/// The position, and next to it the best move.
pub(super) fn answer(solution: &Solution) -> Step {
    let best = solution.found.best.as_ref();
    let mut boards = vec![Board::new("The position", solution.picture.clone())];
    boards.extend(best.map(|rated| board("The best move", solution, rated)));
    let text = best.map_or_else(String::new, |rated| format!("{}: {}", value(rated), rated.title));
    let title = sentence(&solution.verdict());
    Step { title, text: sentence(&text), boards, ..Step::default() }
}

fn board(name: &str, solution: &Solution, rated: &Rated) -> Board {
    Board {
        highlights: vec![Highlight::Cells(rated.cells.clone())],
        ..Board::new(name, solution.picture.clone())
    }
}

fn value(rated: &Rated) -> String {
    rated.value.map_or_else(|| "not proved".to_owned(), |value: Value| format!("a {value}"))
}
