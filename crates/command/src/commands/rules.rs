//! `twinboard rules`: prints the rules of a game.

use clap::Args;

use crate::output::{self, Exit, Failure};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Rules {
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
}

pub(crate) fn run(options: &Rules, session: &Session) -> Result<Exit, Failure> {
    let name = session.subject(&options.rule_set)?.name().to_owned();
    let registration = session.registration(&name).expect("it has a subject");
    if registration.text_of_rules().is_empty() {
        return Err(usage!("the rules of {name} are not in this program"));
    }
    output::print(registration.text_of_rules())?;
    Ok(Exit::Success)
}
