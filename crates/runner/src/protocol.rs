//! Protocol between the caller and the launcher: requests are command-line arguments, inputs,
//! messages and results are bytes.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::time::Duration;

use crate::isolation::Confinement;
use crate::run::{End, Limits, Run};

const SUPERVISE: &str = "supervise";
const CONVERSE: &str = "converse";
const SERVE: &str = "serve";

/// Request to a launcher.
pub(crate) enum Request<'a> {
    /// Run this command within these limits, isolated at this level, and kill all processes it
    /// leaves.
    Supervise(Limits, Confinement, &'a [OsString]),
    /// Likewise, but the program holds a conversation with the caller and has no time limit.
    Converse(Limits, Confinement, &'a [OsString]),
    /// Make launchers for the requests that come.
    Serve,
}

impl<'a> Request<'a> {
    pub(crate) fn parse(arguments: &'a [OsString]) -> Option<Self> {
        let (kind, rest) = arguments.split_first()?;
        if kind == SUPERVISE {
            let ([time, memory, output, processes, confinement], command) = parse_numbers(rest)?;
            let limits = Limits {
                time: Duration::from_nanos(time),
                memory,
                output,
                processes: u32::try_from(processes).ok()?,
            };
            Some(Self::Supervise(limits, Confinement::from_number(confinement)?, command))
        } else if kind == CONVERSE {
            let ([memory, output, processes, confinement], command) = parse_numbers(rest)?;
            let processes = u32::try_from(processes).ok()?;
            let limits = Limits { time: Duration::MAX, memory, output, processes };
            Some(Self::Converse(limits, Confinement::from_number(confinement)?, command))
        } else if kind == SERVE {
            Some(Self::Serve)
        } else {
            None
        }
    }

    /// Encodes the request as arguments; the command comes last.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let (kind, numbers, command) = match self {
            Self::Supervise(Limits { time, memory, output, processes }, confinement, command) => {
                let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
                let numbers =
                    vec![time, *memory, *output, (*processes).into(), confinement.number()];
                (SUPERVISE, numbers, *command)
            }
            Self::Converse(Limits { memory, output, processes, .. }, confinement, command) => {
                let numbers = vec![*memory, *output, (*processes).into(), confinement.number()];
                (CONVERSE, numbers, *command)
            }
            Self::Serve => (SERVE, Vec::new(), &[][..]),
        };
        let numbers = numbers.iter().map(|number| number.to_string().into());
        std::iter::once(kind.into()).chain(numbers).chain(command.iter().cloned()).collect()
    }
}

fn parse_numbers<const N: usize>(arguments: &[OsString]) -> Option<([u64; N], &[OsString])> {
    let (numbers, rest) = arguments.split_at_checked(N)?;
    let parsed: Option<Vec<u64>> = numbers.iter().map(|number| parse_u64(number)).collect();
    Some((parsed?.try_into().ok()?, rest))
}

fn parse_u64(text: &OsStr) -> Option<u64> {
    text.to_str()?.parse().ok()
}

/// Writes the length as 8 little-endian bytes, then the bytes.
pub(crate) fn send_bytes(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    send_u64(to, bytes.len() as u64)?;
    to.write_all(bytes)
}

pub(crate) fn send_u64(to: &mut impl Write, number: u64) -> io::Result<()> {
    to.write_all(&number.to_le_bytes())
}

/// Reads the output of [`send_bytes`].
pub(crate) fn receive_bytes(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = receive_u64(from)?;
    receive_exactly(from, length)
}

/// Reads so many bytes.
pub(crate) fn receive_exactly(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // No memory is reserved for `length` bytes: a faulty sender may give any number.
    from.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

pub(crate) fn receive_u64(from: &mut impl Read) -> io::Result<u64> {
    let mut number = [0; 8];
    from.read_exact(&mut number)?;
    Ok(u64::from_le_bytes(number))
}

/// Byte that the launcher of a run sends when it has a session of its own: from now on no signal for
/// the group of the caller reaches it.
pub(crate) const BEGUN: u8 = b'b';
/// Byte that the launcher of a run sends when the program has been started. The caller measures the
/// time to [`ENDED`].
pub(crate) const STARTED: u8 = b's';
/// Byte that the launcher of a run sends when the program has ended, before it ends the processes
/// that are left. The result follows.
pub(crate) const ENDED: u8 = b'e';

/// Result of a run, or the reason why the launcher failed, for which the program is not responsible.
pub(crate) type RunResult = Result<Run, String>;

/// Writes the result of a run.
pub(crate) fn send_result(to: &mut impl Write, result: &RunResult) -> io::Result<()> {
    let failed = |message: &String| (6_u64, 0, message.clone());
    let (kind, code, message) = match result {
        Ok(run) => match &run.end {
            End::Exited(code) => (0, *code, String::new()),
            End::Signalled(signal) => (1, *signal, String::new()),
            End::Late => (2, 0, String::new()),
            End::TooMuchOutput => (3, 0, String::new()),
            End::TooManyProcesses => (4, 0, String::new()),
            End::NotStarted(message) => (5, 0, message.clone()),
            End::Unwatched(message) => (7, 0, message.clone()),
        },
        Err(message) => failed(message),
    };
    to.write_all(&kind.to_le_bytes())?;
    to.write_all(&i64::from(code).to_le_bytes())?;
    send_bytes(to, message.as_bytes())?;
    let Ok(run) = result else { return Ok(()) };
    to.write_all(&u64::from(run.left).to_le_bytes())?;
    to.write_all(&(run.time.as_nanos() as u64).to_le_bytes())?;
    send_bytes(to, &run.output)?;
    send_bytes(to, &run.errors)
}

/// Reads the output of [`send_result`].
pub(crate) fn receive_result(from: &mut impl Read) -> io::Result<RunResult> {
    let kind = receive_u64(from)?;
    let code = receive_u64(from)?.cast_signed() as i32;
    let message = String::from_utf8_lossy(&receive_bytes(from)?).into_owned();
    let end = match kind {
        0 => End::Exited(code),
        1 => End::Signalled(code),
        2 => End::Late,
        3 => End::TooMuchOutput,
        4 => End::TooManyProcesses,
        5 => End::NotStarted(message),
        6 => return Ok(Err(message)),
        7 => End::Unwatched(message),
        _ => return Err(io::ErrorKind::InvalidData.into()),
    };
    let left = receive_u64(from)? as u32;
    let time = Duration::from_nanos(receive_u64(from)?);
    Ok(Ok(Run { end, left, time, output: receive_bytes(from)?, errors: receive_bytes(from)? }))
}

/// Message from the launcher of a session to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// The launcher has a session of its own, as [`BEGUN`] says.
    Begun,
    /// The program has been started.
    Started,
    /// Result of the session; the last message.
    Result(RunResult),
}

const RESULT: u8 = 1;
const SESSION_BEGUN: u8 = 2;
const SESSION_STARTED: u8 = 3;

/// Writes a message at once, so that a reader seldom has to wait for the rest of it.
pub(crate) fn send_message(to: &mut impl Write, message: &Message) -> io::Result<()> {
    let mut bytes = Vec::new();
    match message {
        Message::Begun => bytes.push(SESSION_BEGUN),
        Message::Started => bytes.push(SESSION_STARTED),
        Message::Result(result) => {
            bytes.push(RESULT);
            send_result(&mut bytes, result)?;
        }
    }
    to.write_all(&bytes)
}

/// Reads the output of [`send_message`].
pub(crate) fn receive_message(from: &mut impl Read) -> io::Result<Message> {
    let mut kind = [0];
    from.read_exact(&mut kind)?;
    match kind[0] {
        SESSION_BEGUN => Ok(Message::Begun),
        SESSION_STARTED => Ok(Message::Started),
        RESULT => Ok(Message::Result(receive_result(from)?)),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{
        Message, Request, RunResult, receive_message, receive_result, send_message, send_result,
    };
    use crate::isolation::{Confinement, Level};
    use crate::run::{End, Limits, Run};

    #[test]
    fn requests_survive_a_round_trip() {
        let command = ["prog".into(), "--".into(), "supervise".into()];
        let limits =
            Limits { time: Duration::from_millis(7), memory: u64::MAX, output: 3, processes: 9 };
        let confinement = Confinement { level: Level::Landlock, owns_folder: true };
        let arguments = Request::Supervise(limits, confinement, &command).arguments();
        let read = match Request::parse(&arguments) {
            Some(Request::Supervise(limits, at, command)) => Some((limits, at, command)),
            _ => None,
        };
        assert_eq!(read, Some((limits, confinement, &command[..])), "a request to supervise");

        let arguments = Request::Converse(limits, confinement, &command).arguments();
        let read = match Request::parse(&arguments) {
            Some(Request::Converse(limits, at, command)) => Some((limits, at, command)),
            _ => None,
        };
        let limits = Limits { time: Duration::MAX, ..limits };
        assert_eq!(read, Some((limits, confinement, &command[..])), "a request to converse");
        assert!(Request::parse(&arguments[..4]).is_none(), "numbers are missing");

        let arguments = Request::Serve.arguments();
        assert!(matches!(Request::parse(&arguments), Some(Request::Serve)));
    }

    #[test]
    fn results_and_messages_survive_a_round_trip_and_truncated_ones_are_errors() {
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
            let (output, errors) = (b"out".to_vec(), b"err".to_vec());
            Run { end, output, errors, left: 2, time: Duration::from_nanos(5) }
        };
        let failed: RunResult = Err("what".into());
        for result in ends.into_iter().map(|end| Ok(run(end))).chain([failed]) {
            let mut bytes = Vec::new();
            send_result(&mut bytes, &result).unwrap();
            assert_eq!(receive_result(&mut &bytes[..]).unwrap(), result);
            for length in 0..bytes.len() {
                assert!(receive_result(&mut &bytes[..length]).is_err(), "{length}: {result:?}");
            }
        }
        let messages = [Message::Begun, Message::Started, Message::Result(Err("why".into()))];
        let mut bytes = Vec::new();
        for message in &messages {
            send_message(&mut bytes, message).unwrap();
        }
        let mut rest = &bytes[..];
        for message in messages {
            assert_eq!(receive_message(&mut rest).unwrap(), message);
        }
        assert!(receive_message(&mut rest).is_err(), "there are no more messages");
    }
}
