//! An analysed game as a page.

use twinboard_harness::report::plain;
use twinboard_referee::{Analyst, analysis};
use twinboard_vocabulary::Highlight;

use super::summary::{Summary, row};
use crate::film::{Bar, Board, Chart, Film, Page, Part, Step};
use crate::pages::title;

/// The game with the judgement of each move, and a better move next to each mistake.
pub(super) fn of(summary: &Summary, analyst: &dyn Analyst) -> Page {
    let game = &summary.game;
    let mut steps: Vec<Step> = game.steps.iter().map(|step| of_move(step, analyst)).collect();
    steps.push(Step {
        title: "The end of the game".to_owned(),
        boards: vec![Board::new("The last position", analyst.picture(&game.board))],
        ..Step::default()
    });
    let error = game.last_error();
    let film = Film {
        title: summary.name.clone(),
        jump: error.map(|step| (step.number - 1, "Last mistake".to_owned())),
        steps,
        ..Film::default()
    };
    let judged = summary.judged().into_iter();
    let bars = judged.map(|(count, name)| Bar::new(name, count as f64, count.to_string()));
    let chart = Chart::Bars {
        title: "Moves by their effect".to_owned(),
        note: String::new(),
        bars: bars.collect(),
    };
    let text = plain(&summary.render(analyst));
    let part = Part { text, charts: vec![chart], films: vec![film], ..Part::default() };
    let title = title(summary.rule_set, &summary.name);
    Page { title, parts: vec![part], ..Page::default() }
}

fn of_move(step: &analysis::Step, analyst: &dyn Analyst) -> Step {
    let picture = analyst.picture(&step.board);
    let board = |name: &str, cells: Vec<(usize, usize)>| Board {
        highlights: vec![Highlight::Cells(cells)],
        ..Board::new(name, picture.clone())
    };
    let mut boards = vec![board("Played", analyst.cells(&step.board, &step.answer))];
    boards.extend(step.better.as_ref().map(|better| board("Better", better.cells.clone())));
    let head = format!("{:6}  before  after\n", "player");
    Step {
        title: format!("Move {} of the {} player", step.number, step.player),
        report: head + &plain(&row(step)),
        boards,
        ..Step::default()
    }
}
