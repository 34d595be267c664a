//! Protocol between the caller and the launcher: the request is an argument, messages come through a
//! socket. Both are JSON.

use std::ffi::OsString;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::isolation::Confinement;
use crate::run::{Limits, Run};

/// Request to a launcher: run a command within these limits, and kill all processes that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// Limits, but for that of standard output, which the caller reads.
    pub(crate) limits: Limits,
    /// Bytes that may be written to standard error.
    pub(crate) errors: u64,
    pub(crate) confinement: Confinement,
}

impl Request {
    /// The arguments of a launcher that is to run this command.
    pub(crate) fn arguments(&self, command: &[OsString]) -> Vec<OsString> {
        let request = serde_json::to_string(self).expect("plain data can be written");
        [&[request.into()], command].concat()
    }

    /// Reads the arguments of a launcher: the request and the command.
    pub(crate) fn parse(arguments: &[OsString]) -> Option<(Self, &[OsString])> {
        let (request, command) = arguments.split_first()?;
        Some((serde_json::from_str(request.to_str()?).ok()?, command))
    }
}

/// Message from the launcher to the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The launcher has a session of its own: from now on no signal for the group of the caller
    /// reaches it.
    Begun,
    /// The program has been started. The caller measures the time to [`Ended`](Self::Ended).
    Started,
    /// The program has ended. The launcher ends the processes that are left.
    Ended,
    /// The last message.
    Result(RunResult),
}

/// Result of a run, without its output, or the reason why the launcher failed, for which the program
/// is not responsible.
pub(crate) type RunResult = Result<Run, String>;

/// Writes a message at once, so that a reader seldom has to wait for the rest of it: its length as 8
/// little-endian bytes, then itself.
pub(crate) fn send(to: &mut impl Write, message: &Message) -> io::Result<()> {
    let json = serde_json::to_vec(message)?;
    let length = (json.len() as u64).to_le_bytes();
    to.write_all(&[&length, &json[..]].concat())
}

/// Reads the output of [`send`].
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Message> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let mut json = Vec::new();
    // No memory is reserved for it: a faulty sender may give any number.
    from.take(u64::from_le_bytes(length)).read_to_end(&mut json)?;
    Ok(serde_json::from_slice(&json)?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Message, Request, receive, send};
    use crate::isolation::{Confinement, Level};
    use crate::run::{End, Limits, Run};

    #[test]
    fn requests_survive_a_round_trip() {
        let command = ["prog".into(), "--".into(), "{}".into()];
        let limits =
            Limits { time: Duration::from_millis(7), memory: u64::MAX, output: 3, processes: 9 };
        let confinement = Confinement { level: Level::Landlock, owns_folder: true };
        for time in [limits.time, Duration::MAX] {
            let request = Request { limits: Limits { time, ..limits }, errors: 5, confinement };
            let arguments = request.arguments(&command);
            assert_eq!(Request::parse(&arguments), Some((request, &command[..])));
            assert!(Request::parse(&arguments[1..]).is_none(), "the request is missing");
        }
    }

    #[test]
    fn messages_survive_a_round_trip_and_truncated_ones_are_errors() {
        let ends = [
            End::Exited(-1),
            End::Signalled(9),
            End::Late,
            End::TooMuchOutput,
            End::TooManyProcesses,
            End::NotStarted("why".into()),
            End::Unwatched("how".into()),
        ];
        let run = |end| {
            let (output, errors) = (Vec::new(), b"err\xff".to_vec());
            Run { end, output, errors, left: 2, time: Duration::from_nanos(5) }
        };
        let results = ends.into_iter().map(|end| Ok(run(end))).chain([Err("what".into())]);
        let events = [Message::Begun, Message::Started, Message::Ended];
        let messages: Vec<_> = events.into_iter().chain(results.map(Message::Result)).collect();
        let mut all = Vec::new();
        for message in &messages {
            let start = all.len();
            send(&mut all, message).unwrap();
            for end in start..all.len() {
                assert!(receive(&mut &all[start..end]).is_err(), "{end}: {message:?}");
            }
        }
        let mut rest = &all[..];
        for message in messages {
            assert_eq!(receive(&mut rest).unwrap(), message);
        }
        assert!(receive(&mut rest).is_err(), "there are no more messages");
    }
}
