//! `twinboard talk`: a person plays the harness's part in a conversation with an engine.

use std::fmt::Write as _;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use clap::Args;
use twinboard_protocol::Prompt;

use crate::output::{self, Exit, Failure, files};
use crate::session::Session;
use crate::session::isolation::ProgramOptions;

/// Maximum length of a set-up that is typed, in bytes.
const SETUP_MAX: usize = 16 << 20;

#[derive(Args)]
pub(crate) struct Talk {
    /// Engine: a program with its arguments, as one word of the shell.
    #[arg(value_name = "COMMAND")]
    pub(crate) command: String,
    /// Case file whose first set-up is sent at the start.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
}

pub(crate) fn run(options: &Talk, session: &Session) -> Result<Exit, Failure> {
    // The engine is not started for a file that cannot be read.
    options.file.as_deref().map_or(Ok(()), files::check_readable)?;
    let connected = session.connect(&options.command, &options.programs)?;
    let hello = connected.hello().clone();
    let registration = session.registration(&hello.rule_set);
    let mut prompt = if let Some(registration) = registration {
        registration.prompt(connected)
    } else {
        let name = &hello.rule_set;
        output::print_error_line(format!("texts are not checked: there is no rule set `{name}`"));
        Prompt::new(connected)
    };
    let offers: Vec<&str> = hello.offers.iter().map(|offer| offer.name()).collect();
    output::print(format!("rule set {}; offers: {}\n", hello.rule_set, offers.join(", ")))?;
    if let Some(file) = &options.file {
        let setup = setup_of(session, file, &hello.rule_set)?;
        if !ask(&mut prompt, "set-up", &setup)? {
            return Ok(Exit::Found);
        }
    }
    output::print_error_line("requests: help lists them; the end of the input ends the engine");
    let mut input = io::stdin().lock();
    while let Some(line) = files::read_line(&mut input)? {
        let (name, text) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let is_answered = match name {
            "" => true,
            "help" => {
                output::print(help())?;
                true
            }
            "set-up" if text.is_empty() => ask(&mut prompt, name, &setup_from(&mut input)?)?,
            "set-up" if Path::new(text).is_file() => {
                let setup = setup_of(session, Path::new(text), &hello.rule_set)?;
                ask(&mut prompt, name, &setup)?
            }
            _ => ask(&mut prompt, name, text)?,
        };
        if !is_answered {
            return Ok(Exit::Found);
        }
    }
    Ok(Exit::Success)
}

/// The lines up to an empty one.
fn setup_from(input: &mut impl BufRead) -> Result<String, Failure> {
    let mut setup = String::new();
    while let Some(line) = files::read_line(input)?.filter(|line| !line.trim().is_empty()) {
        setup.push_str(&line);
        setup.push('\n');
        if setup.len() > SETUP_MAX {
            let max = SETUP_MAX >> 20;
            return Err(Failure::Usage(format!("the set-up has more than {max} MiB")));
        }
    }
    Ok(setup)
}

/// Sends a request and prints its answer; false after a breach of the protocol.
fn ask(prompt: &mut Prompt, name: &str, text: &str) -> Result<bool, Failure> {
    match prompt.request(name, text) {
        None => output::print_error_line(format_args!("there is no request `{name}`\n{}", help())),
        Some(Ok(answer)) => {
            output::print(answer)?;
            let errors = prompt.errors();
            let errors = String::from_utf8_lossy(&errors);
            for line in errors.lines() {
                output::print_error_line(format_args!("engine: {line}"));
            }
        }
        Some(Err(breach)) => {
            output::print(format!("{breach}\n"))?;
            return Ok(false);
        }
    }
    Ok(true)
}

fn help() -> String {
    let mut help = String::new();
    for (name, arguments) in Prompt::requests() {
        let _ = writeln!(help, "  {}", format!("{name} {arguments}").trim_end());
    }
    help.push_str("  set-up FILE, the first set-up of a case file\n");
    help
}

/// The text of the set-up of the first case of a file.
fn setup_of(session: &Session, path: &Path, rule_set: &str) -> Result<String, Failure> {
    let Some(registration) = session.registration(rule_set) else {
        return Err(Failure::Usage(format!("there is no rule set `{rule_set}`")));
    };
    let (name, text) = files::read(path)?;
    let first = registration.subject().setup_text(&text);
    let first = first.map_err(|error| Failure::Input { name: name.clone(), error })?;
    first.ok_or_else(|| Failure::Usage(format!("{name} has no case")))
}

#[cfg(test)]
mod tests {
    use super::help;

    #[test]
    fn the_list_of_requests_has_no_blanks_at_the_ends_of_lines() {
        assert!(help().lines().all(|line| line == line.trim_end()), "{}", help());
    }
}
