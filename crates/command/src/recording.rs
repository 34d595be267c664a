//! Films of cases: each side plays the case by itself, and its boards are put side by side.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use twinboard_harness::report::{self, Report, plain, state};
use twinboard_harness::{Action, AnyCase, Divergence, Finding, Frame, Side, guard, watch};
use twinboard_vocabulary::{Highlight, Marks};

use crate::film::{Board, Film, Step};
use crate::session::{AnySubject, Session};

/// Steps of a film; the rest of a longer case is left out.
pub(crate) const STEPS_MAX: usize = 2000;

/// Labels of boards.
const ENGINE: &str = "Engine";
const ORACLE: &str = "Oracle";
const SET_UP: &str = "Set-up";
const BEFORE_BY_ENGINE: &str = "Before, by the engine";

/// Meaning of a star on the boards of the sides.
const DIFFER: &str = "engine and oracle differ";

/// The film of a case as each side plays it by itself, with the divergence of it if there is one: a
/// side stops before the step at which it hangs or panics.
pub(crate) fn of_both(
    subject: &AnySubject,
    name: &str,
    case: Option<&AnyCase>,
    divergence: Option<&Divergence>,
    limit: Duration,
) -> Film {
    // It would kill this process, too.
    let is_killed = divergence.is_some_and(|divergence| divergence.finding.is_killed());
    let played = case.filter(|_| !is_killed);
    let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
        let end = last_step(side, divergence);
        played.map(|case| record(subject, side, case, end, limit)).unwrap_or_default()
    });
    let count = engine.len().max(oracle.len());
    let mut steps: Vec<Step> = (0..count).map(|at| both(at, &engine, &oracle)).collect();
    let mut jump = None;
    if let Some(divergence) = divergence {
        let at = divergence.step.min(count);
        steps.truncate(at);
        steps.push(failed(divergence, both(at, &engine, &oracle)));
        steps.extend((at + 1..count).map(|at| both(at, &engine, &oracle)));
        if let Some(step) = transformed(divergence) {
            steps.insert(at + 1, step);
        }
        jump = Some((at, "Divergence".to_owned()));
    }
    let (title, case) = (name.to_owned(), case.map(|case| case.text().to_owned()));
    Film { title, about: cut(count), steps, jump, case, ..Film::default() }
}

pub(crate) fn of_report(
    session: &Session,
    subject: &AnySubject,
    report: &Report,
    limit: Duration,
) -> Film {
    let headline = plain(&report::title(&report.rule_set, &report.divergence));
    let case = report.text().and_then(|text| subject.case(text));
    let mut film = of_both(subject, &headline, case.as_ref(), Some(&report.divergence), limit);
    if let Some(note) = &report.note {
        film.about = format!("{note} {}", film.about);
    }
    if let Some(file) = &report.saved {
        film.commands = commands(session, file);
    }
    if report.campaign.is_some() {
        let command = report.campaign_command(&session.program(), session.substitutes());
        film.commands = command.map(|it| ("play all games again".into(), it)).into_iter().collect();
    }
    film
}

/// The film of frames that one side has shown.
pub(crate) fn of_one(side: &str, name: &str, case: &str, frames: &[Frame]) -> Film {
    let step = |at: usize| {
        let frame = &frames[at];
        let mut boards = before(at, &[], frames);
        boards.push(Board::new(sentence(side), frame.picture.clone()));
        let (title, text) = (title(at, frame.title.as_deref()), sentence(&state(frame)));
        Step { title, text, boards, ..Step::default() }
    };
    Film {
        title: name.to_owned(),
        about: cut(frames.len()),
        steps: (0..frames.len().min(STEPS_MAX)).map(step).collect(),
        case: Some(case.to_owned()),
        ..Film::default()
    }
}

/// The next commands for a case in a file.
pub(crate) fn commands(session: &Session, file: &str) -> Vec<(String, String)> {
    let commands = report::next_commands(&session.program(), session.substitutes(), file);
    commands.map(|(purpose, command)| (purpose.to_owned(), command)).to_vec()
}

/// The number of frames that a side can show before the step at which it hangs or panics.
fn last_step(side: Side, divergence: Option<&Divergence>) -> usize {
    match divergence.map(|divergence| &divergence.finding) {
        Some(
            Finding::Panicked { stage, .. }
            | Finding::Failed { stage, .. }
            | Finding::Hung { stage, .. },
        ) if stage.side == Some(side) => (stage.step as usize).min(STEPS_MAX),
        _ => STEPS_MAX,
    }
}

/// The frames of one side until it ends, panics or hangs, at most `end` of them.
pub(crate) fn record(
    subject: &AnySubject,
    side: Side,
    case: &AnyCase,
    end: usize,
    limit: Duration,
) -> Vec<Frame> {
    if end == 0 {
        return Vec::new();
    }
    let frames = Arc::new(Mutex::new(Vec::new()));
    let (subject, case, shared) = (Arc::clone(subject), case.clone(), Arc::clone(&frames));
    // The frames so far are kept if the side panics or hangs.
    let _ = watch::watched(limit, move |activity| {
        let _ = guard::catch(|| {
            subject.visit_frames(side, &case, &mut |frame| {
                let mut frames = shared.lock().unwrap_or_else(PoisonError::into_inner);
                frames.push(frame);
                activity.begin(frames.len(), Some(side), Action::Play);
                if frames.len() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        });
    });
    let mut frames = frames.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *frames)
}

/// A step at which nothing is known to fail.
fn both(at: usize, engine: &[Frame], oracle: &[Frame]) -> Step {
    let mut boards = before(at, engine, oracle);
    let sides = [(ENGINE, engine.get(at)), (ORACLE, oracle.get(at))];
    let boards_of_sides = sides
        .into_iter()
        .filter_map(|(name, frame)| Some(Board::new(name, frame?.picture.clone())));
    boards.extend(boards_of_sides);
    mark_sides(&mut boards);
    let shown = oracle.get(at).or(engine.get(at));
    Step {
        title: title(at, shown.and_then(|frame| frame.title.as_deref())),
        mark: DIFFER.to_owned(),
        text: match [engine.get(at), oracle.get(at)] {
            [Some(engine), Some(oracle)] if state(engine) != state(oracle) => {
                format!("Engine: {}; oracle: {}", state(engine), state(oracle))
            }
            _ => sentence(&shown.map(state).unwrap_or_default()),
        },
        boards,
        ..Step::default()
    }
}

/// The step of a divergence, with its report. Boards that the divergence does not have are those of
/// the same step that the sides have played by themselves, if they got that far.
fn failed(divergence: &Divergence, step: Step) -> Step {
    let Divergence { before, engine, oracle, .. } = divergence;
    let mut boards: Vec<Board> = Vec::new();
    let is_before = step.boards.iter().any(|board| board.name == Film::BEFORE);
    let first = before.clone().filter(|_| !is_before);
    boards.extend(first.map(|picture| Board::new(Film::BEFORE, picture)));
    boards.extend(step.boards);
    for (name, known) in [(ENGINE, engine), (ORACLE, oracle)] {
        let Some(picture) = known.clone() else { continue };
        match boards.iter_mut().find(|board| board.name == name) {
            Some(board) => board.picture = picture,
            None => boards.push(Board::new(name, picture)),
        }
    }
    mark_sides(&mut boards);
    let mut mark = DIFFER.to_owned();
    if let Some(beside) = &divergence.beside {
        // The sides agree: one of them is enough beside the board that contradicts it.
        boards.retain(|board| board.name != ORACLE);
        let mut other = Board::new(sentence(&beside.title), beside.board.clone());
        "the two boards differ".clone_into(&mut mark);
        if let Some(engine) = boards.iter_mut().find(|board| board.name == ENGINE) {
            "This position".clone_into(&mut engine.name);
            engine.marks = engine.picture.marks_against(&other.picture);
            other.marks = other.picture.marks_against(&engine.picture);
        }
        boards.push(other);
    }
    let title = title(divergence.step, divergence.mv.as_deref());
    Step {
        title: format!("{title}: {divergence}"),
        text: sentences(&plain(&report::explanation(divergence))),
        as_text: plain(&report::render_divergence(divergence)),
        mark,
        boards,
        ..Step::default()
    }
}

/// The transformed game of a divergence, as a step of its own.
fn transformed(divergence: &Divergence) -> Option<Step> {
    let transformed = divergence.transformed.as_ref()?;
    let boards = [
        (SET_UP, &transformed.setup),
        ("Expected", &transformed.expected),
        (ENGINE, &transformed.engine),
        (ORACLE, &transformed.oracle),
    ];
    let boards = boards.into_iter().filter_map(|(name, picture)| {
        let picture = picture.clone()?;
        let expected = transformed.expected.as_ref().filter(|_| name != SET_UP);
        let marks = expected.map_or_else(Marks::default, |it| picture.marks_against(it));
        Some(Board { marks, ..Board::new(name, picture) })
    });
    Some(Step {
        title: title(divergence.step, transformed.mv.as_deref()),
        text: format!("Transformed by {}.", transformed.symmetry),
        mark: "it differs from the expected board".to_owned(),
        boards: boards.collect(),
        ..Step::default()
    })
}

/// The board before a step, with the move on it, then the boards during the step. If the sides do
/// not agree on the effect of the move, there is a board for each.
fn before(at: usize, engine: &[Frame], oracle: &[Frame]) -> Vec<Board> {
    let Some(index) = at.checked_sub(1) else { return Vec::new() };
    let step = |frames| <[Frame]>::get(frames, index).zip(frames.get(at));
    let Some((earlier, frame)) = step(oracle).or_else(|| step(engine)) else { return Vec::new() };
    let board = |name: &str, highlights: Vec<Highlight>| Board {
        highlights,
        ..Board::new(name, earlier.picture.clone())
    };
    let mut boards = vec![board(Film::BEFORE, shapes(earlier, frame))];
    if let Some(other) = engine.get(at).filter(|other| other.highlights != frame.highlights) {
        boards.push(board(BEFORE_BY_ENGINE, other.highlights.clone()));
    }
    // Highlights take the place of the pictures of the story.
    if frame.highlights.is_empty() {
        let name = |number: usize| format!("During, {number}");
        let story = (1..).zip(&frame.story);
        boards.extend(story.map(|(number, picture)| Board::new(name(number), picture.clone())));
    }
    boards
}

/// The shapes of a move, or the cells that a refused one names, or else the cells that it changed.
fn shapes(earlier: &Frame, frame: &Frame) -> Vec<Highlight> {
    if !frame.highlights.is_empty() {
        return frame.highlights.clone();
    }
    if !frame.refused.is_empty() {
        return vec![Highlight::Cells(frame.refused.clone())];
    }
    let changed = earlier.picture.differing(&frame.picture);
    if changed.is_empty() { Vec::new() } else { vec![Highlight::Cells(changed)] }
}

/// Marks the boards of engine and oracle where they differ from each other.
fn mark_sides(boards: &mut [Board]) {
    let place = |name: &str| boards.iter().position(|board| board.name == name);
    let (Some(engine), Some(oracle)) = (place(ENGINE), place(ORACLE)) else { return };
    boards[engine].marks = boards[engine].picture.marks_against(&boards[oracle].picture);
    boards[oracle].marks = boards[oracle].picture.marks_against(&boards[engine].picture);
}

fn title(step: usize, mv: Option<&str>) -> String {
    mv.map_or_else(|| "The set-up".to_owned(), |mv| format!("Step {step}: {mv}"))
}

/// Lines as sentences. Lines that are indented stay as they are.
fn sentences(lines: &str) -> String {
    let line = |line: &str| {
        let end = if line.ends_with([':', '.']) || line.starts_with(' ') { "" } else { "." };
        sentence(line) + end
    };
    lines.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The text with a capital at its beginning.
pub(crate) fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

fn cut(steps: usize) -> String {
    let is_cut = steps >= STEPS_MAX;
    if is_cut { format!("Only the first {STEPS_MAX} steps are shown.") } else { String::new() }
}
