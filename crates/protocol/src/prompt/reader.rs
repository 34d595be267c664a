//! Values in the requests and answers of a conversation by hand.

use twinboard_vocabulary::{MoveOf, SetupOf, Vocabulary};

use crate::answers::{self, Texts};
use crate::breach::Breach;
use crate::connection::Answer;
use crate::coverage;
use crate::hello::Hello;
use crate::kind::Kind;
use crate::words::read_number;

/// Reads the texts of a rule set.
pub(super) trait Reader: Send {
    /// True if the harness might send a request with these arguments.
    fn is_request(&self, kind: Kind, text: &str) -> bool;

    /// Checks the texts of an answer.
    fn check(&self, hello: &Hello, kind: Kind, answer: &Answer) -> Result<(), Breach>;

    /// The answer as the rule set writes its values.
    fn canonical(&self, kind: Kind, answer: &Answer) -> Result<Answer, Breach>;
}

pub(super) struct ByTexts<V: Vocabulary>(pub(super) Texts<V>);

impl<V: Vocabulary> Reader for ByTexts<V> {
    fn is_request(&self, kind: Kind, text: &str) -> bool {
        match kind {
            Kind::SetUp => text.parse::<SetupOf<V>>().is_ok(),
            Kind::Play => text.parse::<MoveOf<V>>().is_ok(),
            Kind::Count => text.split_once(' ').is_some_and(|(most, legal)| {
                read_number(most, 10).is_some() && self.0.read_legal_move(legal).is_ok()
            }),
            _ => true,
        }
    }

    fn check(&self, hello: &Hello, kind: Kind, answer: &Answer) -> Result<(), Breach> {
        let Self(texts) = *self;
        match kind {
            Kind::Moves => answer
                .lines
                .lines()
                .try_for_each(|line| answers::legal_move(texts, kind, line).map(drop)),
            Kind::Play => answers::played(texts, hello, answer).map(drop),
            Kind::Position => answers::position(texts, &answer.lines).map(drop),
            Kind::Outcome => answers::outcome(texts, answer).map(drop),
            Kind::Random => answers::random(texts, answer).map(drop),
            _ => Ok(()),
        }
    }

    fn canonical(&self, kind: Kind, answer: &Answer) -> Result<Answer, Breach> {
        answers::canonical(self.0, kind, answer)
    }
}

/// True if the harness might send a request with these arguments, whatever the rule set.
pub(super) fn is_request(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::SetUp | Kind::Play | Kind::Count => !text.is_empty(),
        Kind::Moves => text.is_empty() || read_number(text, 10).is_some(),
        Kind::Random => !text.is_empty() && read_number(text, 16).is_some(),
        _ => text.is_empty(),
    }
}

/// True if arguments of this kind have no text of the rule set.
pub(super) fn is_free_of_texts(kind: Kind) -> bool {
    !matches!(kind, Kind::SetUp | Kind::Play | Kind::Count)
}

/// Checks the form of an answer to a request that the harness might send. `limit` is that of
/// `moves`.
pub(super) fn check(kind: Kind, limit: u64, answer: &Answer) -> Result<(), Breach> {
    match kind {
        Kind::SetUp => answers::set_up(answer).map(drop),
        Kind::Moves => answers::has_more(answer, limit).map(drop),
        Kind::Play => answers::is_played(answer).map(drop),
        Kind::Key => answers::key(answer).map(drop),
        Kind::Count => answers::count(answer).map(drop),
        Kind::Validate => answers::validate(answer).map(drop),
        Kind::Time => answers::time(answer).map(drop),
        Kind::Coverage => coverage::read(answer, &mut |_, _| ()),
        Kind::End | Kind::Copy | Kind::Undo => answers::acknowledged(kind, answer),
        Kind::Hello
        | Kind::FirstMove
        | Kind::Position
        | Kind::Outcome
        | Kind::Random
        | Kind::Functions => Ok(()),
    }
}
