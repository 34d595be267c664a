//! The side of a bridge that the harness talks to: the engine protocol.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

use twinboard_vocabulary::text_game::AnyTextSide;

use crate::client::{Client, Hello, Played};

/// Time after which answers are not held back for those to further requests: a slow engine would be
/// taken for a silent one.
const FLUSH: Duration = Duration::from_millis(50);

/// Answers the requests of a harness.
pub(crate) struct Server<'a> {
    rule_set: String,
    oracle: AnyTextSide,
    client: &'a mut dyn Client,
    hello: Hello,
    games: HashMap<u64, Played>,
}

impl<'a> Server<'a> {
    pub(crate) fn new(
        rule_set: String,
        oracle: AnyTextSide,
        client: &'a mut dyn Client,
        hello: Hello,
    ) -> Self {
        Self { rule_set, oracle, client, hello, games: HashMap::new() }
    }

    /// Answers until the input ends, and flushes before it would wait (EP-7).
    pub(crate) fn run(mut self, input: impl Read, mut output: impl Write) -> io::Result<()> {
        let mut input = BufReader::new(input);
        let mut answers = String::new();
        let mut line = String::new();
        let mut flushed = Instant::now();
        loop {
            line.clear();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let (number, request) = line.trim_end().split_once(' ').unwrap_or((line.trim(), ""));
            let answer = self.answer(request, &mut input)?;
            answers.extend([number, " ", answer.as_deref().unwrap_or("unknown"), "\n"]);
            if !input.buffer().contains(&b'\n') || flushed.elapsed() > FLUSH {
                output.write_all(answers.as_bytes())?;
                output.flush()?;
                answers.clear();
                flushed = Instant::now();
            }
        }
    }

    /// The answer to a request; `None` if it is not known or about no game (EP-8).
    fn answer(&mut self, request: &str, input: &mut dyn BufRead) -> io::Result<Option<String>> {
        let (name, rest) = request.split_once(' ').unwrap_or((request, ""));
        if name == "hello" {
            return Ok(Some(with_lines("hello", &self.hello.text(&self.rule_set))));
        }
        let (game, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let Ok(number) = game.parse::<u64>() else { return Ok(None) };
        if name == "set-up" {
            let setup = read_lines(input, rest)?;
            return self.set_up(number, &setup).map(Some);
        }
        if name == "end" {
            return Ok(self.games.remove(&number).map(|_| "ok".to_owned()));
        }
        let Some(game) = self.games.get_mut(&number) else { return Ok(None) };
        Ok(Some(match name {
            "moves" => listed(&self.client.moves(game)?, rest),
            "play" => {
                let is_legal = self.client.is_legal(game, rest)?;
                if is_legal {
                    game.moves.push(rest.to_owned());
                }
                if is_legal { "played" } else { "refused" }.to_owned()
            }
            "legal" => {
                let is_legal = self.client.is_legal(game, rest)?;
                if is_legal { "legal yes" } else { "legal no" }.to_owned()
            }
            "position" => with_lines("position", &self.client.position(game)?),
            "outcome" => format!("outcome {}", self.client.outcome(game)?),
            "observe" => with_lines("observe", &self.client.observe(game)?),
            "key" => format!("key {}", self.client.key(game)?),
            "undo" => {
                let Some(before) = game.before() else { return Ok(None) };
                *game = before;
                "ok".to_owned()
            }
            "validate" => match self.client.validate(game)? {
                None => "ok".to_owned(),
                Some(sentence) => format!("broken {sentence}"),
            },
            _ => return Ok(None),
        }))
    }

    fn set_up(&mut self, number: u64, setup: &str) -> io::Result<String> {
        let game = Played::begin(&self.oracle, setup);
        if !self.client.set_up(&game)? {
            return Ok("unsupported".to_owned());
        }
        self.games.insert(number, game);
        Ok("ok".to_owned())
    }
}

/// The lines that follow a request.
fn read_lines(input: &mut dyn BufRead, count: &str) -> io::Result<String> {
    let mut text = String::new();
    for _ in 0..count.parse::<u64>().unwrap_or(0) {
        input.read_line(&mut text)?;
    }
    Ok(text)
}

/// An answer with a text of several lines (EP-5).
fn with_lines(name: &str, text: &str) -> String {
    let text = text.trim_end();
    let count = text.lines().count();
    format!("{name} {count}{}{text}", if count == 0 { "" } else { "\n" })
}

/// The answer to `moves` (EP-16).
fn listed(moves: &[String], limit: &str) -> String {
    let limit = limit.parse().unwrap_or(usize::MAX);
    let shown = &moves[..moves.len().min(limit)];
    let more = if shown.len() < moves.len() { " more" } else { "" };
    let lines: String = shown.iter().map(|mv| format!("\n{mv}")).collect();
    format!("moves {}{more}{lines}", shown.len())
}
