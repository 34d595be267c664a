//! Engines named by the protocol that they speak, as in `uci:stockfish`: the command starts itself as
//! a bridge to them (`twinboard bridge`).

use std::ffi::OsString;

use twinboard_bridges::Protocol;
use twinboard_protocol::ConnectError;
use twinboard_registration::Registration;

use crate::output::Failure;

/// The program and the arguments of a command line, split as a shell does.
/// Errors: a quotation mark that is not closed, or no program at all; the message begins with `argument`.
pub(crate) fn command_line(argument: &str, text: &str) -> Result<Vec<OsString>, Failure> {
    match shell_words::split(text) {
        Ok(words) if words.first().is_some_and(|program| !program.is_empty()) => {
            Ok(words.into_iter().map(OsString::from).collect())
        }
        Ok(_) => Err(usage!("{argument}: a program is expected")),
        Err(error) => Err(usage!("{argument}: {error}")),
    }
}

/// An engine as `PROTOCOL:COMMAND` or `PROTOCOL[NAME=VALUE,…]:COMMAND`. The name `go` is how it
/// searches as a witness, any other is an option of the engine.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    pub(crate) protocol: Protocol,
    pub(crate) settings: Vec<(&'a str, &'a str)>,
    /// Its command line.
    pub(crate) command: &'a str,
}

impl<'a> Named<'a> {
    /// Reads the value of `argument`; `None` if it does not begin with a protocol.
    /// Errors: settings that cannot be read.
    pub(crate) fn read(argument: &str, text: &'a str) -> Result<Option<Self>, Failure> {
        let word = text.split([':', '[']).next().unwrap_or_default();
        let Some(protocol) = Protocol::named(word) else { return Ok(None) };
        let rest = &text[word.len()..];
        let (settings, command) = match rest.strip_prefix('[') {
            None => ("", rest.strip_prefix(':')),
            Some(inner) => {
                inner.split_once("]:").map_or((inner, None), |(it, rest)| (it, Some(rest)))
            }
        };
        let pairs = settings.split(',').filter(|_| !settings.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('='));
        match (command, pairs.collect::<Option<Vec<_>>>()) {
            (Some(command), Some(settings)) => Ok(Some(Self { protocol, settings, command })),
            (None, _) if !rest.starts_with('[') => Ok(None),
            _ => Err(usage!(
                "{argument} {text}: expected {word}:COMMAND or {word}[NAME=VALUE,…]:COMMAND"
            )),
        }
    }

    /// The engine of --witness with how it searches, as a value of --engine.
    /// Errors: it is not named by its protocol.
    pub(crate) fn witness(text: &str, go: &str) -> Result<String, Failure> {
        let named = Named::read("--witness", text)?
            .ok_or_else(|| usage!("--witness {text}: expected a protocol, as in uci:{text}"))?;
        let mut settings: Vec<String> =
            named.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        settings.push(format!("go={go}"));
        Ok(format!("{}[{}]:{}", named.protocol.name(), settings.join(","), named.command))
    }

    /// The command that starts the bridge: this program. The rule set is one of the names in
    /// `wanted` if there are any, else the first that has the protocol.
    /// Errors: no rule set of `all` has a dialect of this protocol, or the command cannot be read.
    pub(crate) fn bridge(
        &self,
        argument: &str,
        all: &[Registration],
        wanted: &[String],
    ) -> Result<Vec<OsString>, Failure> {
        let speaks = |one: &&Registration| one.protocols().any(|it| it == self.protocol);
        let is_wanted =
            |one: &&Registration| wanted.is_empty() || wanted.iter().any(|it| it == one.name());
        let name = self.protocol.name();
        let Some(rule_set) = all.iter().filter(speaks).find(is_wanted) else {
            let names: Vec<&str> = all.iter().filter(speaks).map(Registration::name).collect();
            return Err(usage!(
                "{argument} {name}: {} is not played by {name}; the rule sets with this protocol: {}",
                wanted.join(", "),
                names.join(", ")
            ));
        };
        let program =
            std::env::current_exe().map_err(|error| usage!("cannot find this program: {error}"))?;
        let mut words: Vec<OsString> =
            vec![program.into(), "bridge".into(), name.into(), rule_set.name().into()];
        for (name, value) in &self.settings {
            words.extend(["--set".into(), format!("{name}={value}").into()]);
        }
        words.push("--".into());
        words.extend(command_line(argument, self.command)?);
        Ok(words)
    }
}

/// The command of an environment, the value `env:PACKAGE:GAME` of `argument`: the module of Python
/// that plays it (docs/environments.md). `None` for any other value.
/// Errors: no rule set of the arguments says which oracle it is played against.
pub(crate) fn environment(
    argument: &str,
    text: &str,
    wanted: &[String],
) -> Result<Option<Vec<OsString>>, Failure> {
    let Some(game) = text.strip_prefix("env:") else { return Ok(None) };
    let [rule_set] = wanted else {
        return Err(usage!("{argument} {text}: an environment needs one rule set before it"));
    };
    let words = ["-m", "twinboard.environments", game, "--rule-set", rule_set.as_str()];
    Ok(Some([python()].into_iter().chain(words.map(OsString::from)).collect()))
}

/// The interpreter of the virtual environment that this program is installed in, else `python3`.
pub(crate) fn python() -> OsString {
    let beside = std::env::current_exe().map(|program| program.with_file_name("python3"));
    beside.ok().filter(|path| path.exists()).map_or_else(|| "python3".into(), Into::into)
}

/// The reason that the bridge of an engine gives for its end; `None` if the engine has no bridge.
pub(crate) fn reason(argument: &str, text: &str, error: &ConnectError) -> Option<String> {
    let is_environment = text.starts_with("env:");
    if !is_environment {
        Named::read(argument, text).ok()??;
    }
    let ConnectError::Breach(breach) = error else { return None };
    let mut lines = breach.errors.iter().rev();
    if is_environment && breach.errors.iter().any(|line| line.contains("No module named")) {
        let last = lines.next().cloned().unwrap_or_default();
        return Some(format!("{last}; install it with pip (docs/environments.md)"));
    }
    let at = breach.errors.iter().rposition(|line| line.starts_with("error: "))?;
    let mut reason = breach.errors[at]["error: ".len()..].to_owned();
    // Before it stands what the engine itself said.
    let said = &breach.errors[..at];
    if !said.is_empty() {
        reason += "\nthe end of its standard error";
    }
    let said = said.iter().map(|line| format!("\n  {line}"));
    reason.extend(said);
    Some(reason)
}

#[cfg(test)]
mod tests {
    use twinboard_bridges::Protocol;

    use super::Named;

    #[test]
    fn engines_are_named_by_protocol_and_settings() {
        let read = |text| Named::read("--engine", text).map_err(|_| ());
        let uci =
            |settings, command| Ok(Some(Named { protocol: Protocol::Uci, settings, command }));
        assert_eq!(read("uci:stockfish -x"), uci(vec![], "stockfish -x"));
        assert_eq!(
            read("uci[go=depth 3,Hash=1]:./a b"),
            uci(vec![("go", "depth 3"), ("Hash", "1")], "./a b")
        );
        for other in ["./uci", "uci", "python3 uci:", "ucis:x"] {
            assert_eq!(read(other), Ok(None), "{other}");
        }
        for wrong in ["uci[go]:x", "uci[go=1:x", "usi[]x"] {
            assert_eq!(read(wrong), Err(()), "{wrong}");
        }
    }
}
