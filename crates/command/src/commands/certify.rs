//! `twinboard certify`: checks a certificate of `solve` by the rules alone.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use twinboard_harness::report::{self, Marked};
use twinboard_referee::certificate::{self, CheckLimits, Checked, Flaw};
use twinboard_referee::{Analyst, Certificate};

use crate::args::duration;
use crate::args::number::whole;
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::counted;
use crate::output::{Failure, files};
use crate::process::clock;
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Certify {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Certificate that `solve --certificate` wrote; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Time limit, such as 90s or 5m [default: none].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Moves of one position that are looked at; a position with more is checked in part.
    #[arg(long, value_name = "N", value_parser = whole::<u64>, default_value = "1000000")]
    pub(crate) moves: u64,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// The verdict on a certificate without a flaw that does not prove its value.
const UNDECIDED: &str = "not refuted";

/// The template of the progress bar.
const BAR: &str = "{prefix} {bar:24} {human_pos} of {human_len} claims, {elapsed}";

pub(crate) fn run(options: &Certify, session: &Session) -> Result<Conclusion, Failure> {
    let (contest, analyst) = session.solved(&options.rule_set)?;
    let rule_set = contest.name();
    let (name, text) = files::read(&options.file)?;
    let certificate = Certificate::read(&text, contest.as_ref())
        .map_err(|error| Failure::Usage(format!("{name}, {error}")))?;
    let stop = session.catch_signals();
    let started = Instant::now();
    let deadline = options.time.map(|time| clock::later(started, time));
    let limits = CheckLimits { deadline, stop: &stop, moves_max: options.moves };
    let bar = options.results.bar(rule_set, certificate.claims.len() as u64, BAR);
    let checked = certificate::check(&certificate, contest.as_ref(), &limits, &mut |done| {
        bar.set_position(done);
    });
    bar.finish_and_clear();
    let Some(checked) = checked else {
        return Err(Failure::Usage(format!("{rule_set} has no certificates")));
    };
    let result = Findings {
        rule_set,
        name,
        certificate,
        is_refuted: checked.flaw.is_some(),
        checked,
        seconds: started.elapsed().as_secs_f64(),
        is_interrupted: stop.load(Relaxed),
    };
    let text = result.render(analyst.as_ref());
    let is_certified = result.checked.is_certified();
    let tally = Tally::of_question(is_certified, result.is_interrupted);
    options.results.finish(&tally, result.is_refuted, &text, ("certify", &result.to_json()), Ok(()))
}

/// A certificate and the result of its check.
struct Findings {
    rule_set: &'static str,
    /// The name of the file in messages.
    name: String,
    certificate: Certificate,
    checked: Checked,
    is_refuted: bool,
    is_interrupted: bool,
    seconds: f64,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    certificate: &'a str,
    board: &'a str,
    value: &'static str,
    verdict: &'static str,
    interrupted: bool,
    held: u64,
    assumed: u64,
    in_part: u64,
    left: u64,
    moves: u64,
    unclaimed: u64,
    endgames: u64,
    flaw: Option<FlawJson<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct FlawJson<'a> {
    claim: Option<usize>,
    board: &'a str,
    answer: Option<&'a str>,
    about: &'a str,
}

impl Findings {
    fn verdict(&self) -> &'static str {
        match () {
            () if self.is_refuted => "refuted",
            () if self.checked.is_certified() => "certified",
            () => UNDECIDED,
        }
    }

    fn to_json(&self) -> impl Serialize + '_ {
        let Checked { held, assumed, in_part, left, moves, unclaimed, endgames, flaw } =
            &self.checked;
        let flaw = flaw.as_ref().map(|Flaw { claim, board, answer, about }| FlawJson {
            claim: *claim,
            board,
            answer: answer.as_deref(),
            about,
        });
        Json {
            rule_set: self.rule_set,
            certificate: &self.name,
            board: &self.certificate.board,
            value: self.certificate.value.name(),
            verdict: self.verdict(),
            interrupted: self.is_interrupted,
            held: *held,
            assumed: *assumed,
            in_part: *in_part,
            left: *left,
            moves: *moves,
            unclaimed: *unclaimed,
            endgames: *endgames,
            flaw,
            seconds: self.seconds,
        }
    }

    fn render(&self, analyst: &dyn Analyst) -> String {
        let mut out = format!("{}: {}\n\n", self.rule_set, self.name);
        let position = analyst.picture(&self.certificate.board);
        let mut pictures = vec![Marked { title: "the position", picture: &position, marks: &[] }];
        let flaw = self.checked.flaw.as_ref();
        let refuting = flaw.map(|flaw| {
            let cells = flaw.answer.as_ref().map(|answer| analyst.cells(&flaw.board, answer));
            (analyst.picture(&flaw.board), cells.unwrap_or_default())
        });
        if let Some((picture, marks)) = &refuting {
            let title = if marks.is_empty() { "of the claim" } else { "the refuting move" };
            pictures.push(Marked { title, picture, marks });
        }
        out += &report::render_marked(&pictures);
        let _ = match flaw {
            Some(Flaw { claim: Some(number), about, .. }) => {
                writeln!(out, "\nrefuted: claim {number} is wrong: {about}")
            }
            Some(Flaw { about, .. }) => writeln!(out, "\nrefuted: {about}"),
            None => {
                let (value, verdict) = (self.certificate.value, self.verdict());
                let but = if verdict == UNDECIDED { ", and not proved" } else { "" };
                writeln!(out, "\n{verdict}{but}: a {value} for the player to move")
            }
        };
        self.render_counts(&mut out);
        out
    }

    fn render_counts(&self, out: &mut String) {
        let Checked { held, assumed, in_part, left, moves, unclaimed, endgames, .. } = self.checked;
        for (count, state) in [
            (assumed, "assumed by the certificate"),
            (in_part, "checked in part"),
            (left, "not checked"),
        ] {
            if count > 0 {
                let _ = writeln!(out, "{} {state}", counted(count, "claim"));
            }
        }
        if unclaimed > 0 {
            let moves = counted(unclaimed, "move");
            let _ = writeln!(out, "{moves} to positions about which too little is claimed");
        }
        if left > 0 {
            *out += if self.is_interrupted { "interrupted\n" } else { "the time is up\n" };
        }
        let held = counted(held, "claim");
        let (moves, endgames) = (counted(moves, "move"), counted(endgames, "endgame"));
        let seconds = self.seconds;
        let _ = writeln!(out, "{held} held, {moves} and {endgames} played, {seconds:.3} s");
    }
}
