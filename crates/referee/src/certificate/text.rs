//! The text format of certificates.

use std::fmt;

use serde::{Deserialize, Serialize};
use twinboard_vocabulary::two_player::Value;

use super::claims::{Certificate, Claim};
use crate::contest::Contest;
use crate::json;

/// Version of the format.
const VERSION: u32 = 1;

/// First line of a certificate.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    version: u32,
    rule_set: String,
    board: String,
    #[serde(serialize_with = "json::name", deserialize_with = "json::value")]
    value: Value,
}

/// Error in the text of a certificate. Lines count from 1.
#[derive(Debug)]
pub enum CertificateError {
    /// The text has no line.
    Empty,
    /// A line is not UTF-8.
    Encoding(usize),
    /// A line is not the JSON object that is expected.
    Line(usize, serde_json::Error),
    /// The certificate has another version of the format.
    Version(u32),
    /// The certificate is about another rule set.
    RuleSet(String),
    /// The board of a line is not valid.
    Board(usize, twinboard_vocabulary::InputError),
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("line 1: expected the head of a certificate"),
            Self::Encoding(line) => write!(f, "line {line}: expected UTF-8"),
            // The error counts lines in its own text, which is one line.
            Self::Line(line, error) => {
                let text = error.to_string();
                let (what, _) = text.rsplit_once(" at line ").unwrap_or((&text, ""));
                write!(f, "line {line}, column {}: {what}", error.column())
            }
            Self::Version(version) => {
                write!(f, "line 1: format {version} is unknown, expected {VERSION}")
            }
            Self::RuleSet(name) => write!(f, "line 1: the certificate is about {name}"),
            Self::Board(line, error) => write!(f, "line {line}: the board is not valid: {error}"),
        }
    }
}

impl std::error::Error for CertificateError {}

impl fmt::Display for Certificate {
    /// JSON lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule_set, board, value, claims } = self;
        let (rule_set, board) = (rule_set.clone(), board.clone());
        writeln!(f, "{}", line(&Head { version: VERSION, rule_set, board, value: *value }))?;
        claims.iter().try_for_each(|claim| writeln!(f, "{}", line(claim)))
    }
}

fn line(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data can be serialized")
}

impl Certificate {
    /// Reads a certificate of a contest. Boards are checked here, moves by [`check`](super::check).
    ///
    /// # Errors
    ///
    /// If a line is not valid.
    pub fn read(text: &[u8], contest: &dyn Contest) -> Result<Self, CertificateError> {
        let text = str::from_utf8(text).map_err(|error| {
            let before = &text[..error.valid_up_to()];
            CertificateError::Encoding(before.split(|&byte| byte == b'\n').count())
        })?;
        let mut lines = (1..).zip(text.lines());
        let (_, head) = lines.next().ok_or(CertificateError::Empty)?;
        let parsed = serde_json::from_str::<Head>(head);
        let Head { version, rule_set, board, value } =
            parsed.map_err(|error| CertificateError::Line(1, error))?;
        if version != VERSION {
            return Err(CertificateError::Version(version));
        }
        if rule_set != contest.name() {
            return Err(CertificateError::RuleSet(rule_set));
        }
        let check = |line, board: &str| match contest.start(board.as_bytes()) {
            Ok(_) => Ok(()),
            Err(error) => Err(CertificateError::Board(line, error)),
        };
        check(1, &board)?;
        let claims = lines.map(|(number, text)| {
            let claim: Claim = serde_json::from_str(text)
                .map_err(|error| CertificateError::Line(number, error))?;
            check(number, &claim.board)?;
            Ok(claim)
        });
        let claims = claims.collect::<Result<_, _>>()?;
        Ok(Self { rule_set, board, value, claims })
    }
}
