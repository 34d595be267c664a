//! Values of answers. A campaign and a conversation by hand read them here.

use twinboard_vocabulary::text::interned;
use twinboard_vocabulary::{
    EventOf, ExactText, LegalMoveOf, OutcomeOf, ParseError, PositionOf, RefusalOf, Vocabulary,
};

use super::hello::Kind;
use crate::breach::{Breach, quote};
use crate::connection::{Answer, unexpected};
use crate::hello::{Hello, Offer};
use crate::words::read_number;

/// Maximum number of digits of a key (EP-26).
const KEY_DIGITS: usize = 16;

/// Number of names and reasons that are kept; a game has a few.
const NAMES_MAX: usize = 1 << 20;

/// The result of a move; `None` for an event or a reason that the engine does not offer.
pub(crate) type PlayReply<V> = Result<Option<EventOf<V>>, Option<RefusalOf<V>>>;

/// The texts of a rule set.
pub(crate) type Texts<V> = &'static dyn ExactText<V>;

/// The rest of an answer behind its name.
fn argument(offer: Offer, answer: &Answer) -> Result<&str, Breach> {
    let rest = answer.head.strip_prefix(offer.name());
    let rest = rest.and_then(|rest| rest.strip_prefix(' ').or(rest.is_empty().then_some("")));
    let expected = || format!("{} …", offer.name());
    rest.ok_or_else(|| unexpected(offer, &answer.head, &expected()))
}

/// The value that was read, or the breach of EP-32.
fn readable<T>(
    kind: impl Into<Kind>,
    name: &str,
    text: &str,
    read: Result<T, ParseError>,
) -> Result<T, Breach> {
    read.map_err(|error| {
        let (kind, blank) =
            (kind.into().name(), if text.ends_with(' ') { "; it ends in a blank" } else { "" });
        let text = quote(text.as_bytes());
        let message = format!("`{text}` in the answer to {kind} is not {name}: {error}{blank}");
        Breach::new("EP-32", message)
    })
}

/// The answer to `set-up`: false if the set-up is not supported.
pub(crate) fn set_up(answer: &Answer) -> Result<bool, Breach> {
    match answer.head.as_str() {
        "ok" => Ok(true),
        "unsupported" => Ok(false),
        found => Err(unexpected(Kind::SetUp, found, "ok` or `unsupported")),
    }
}

/// The answer to `play`: true if the move was played.
pub(crate) fn is_played(answer: &Answer) -> Result<bool, Breach> {
    match answer.head.split(' ').next() {
        Some("played") => Ok(true),
        Some("refused") => Ok(false),
        _ => Err(unexpected(Kind::Play, &answer.head, "played` or `refused")),
    }
}

/// The answer to `play` with what it says about the move.
pub(crate) fn played<V: Vocabulary>(
    texts: Texts<V>,
    hello: &Hello,
    answer: &Answer,
) -> Result<PlayReply<V>, Breach> {
    let is_played = is_played(answer)?;
    let text = answer.head.split_once(' ').map_or("", |(_, text)| text);
    let (offer, clause) =
        if is_played { (Offer::Events, "EP-19") } else { (Offer::Reasons, "EP-20") };
    if hello.has(offer) {
        return Ok(if is_played {
            Ok(Some(readable(Kind::Play, "an event", text, texts.read_event(text))?))
        } else {
            Err(Some(readable(Kind::Play, "a reason", text, texts.read_refusal(text))?))
        });
    }
    if !text.is_empty() {
        let message = format!("`{}` has a text that is not offered", quote(answer.head.as_bytes()));
        return Err(Breach::new(clause, message));
    }
    Ok(if is_played { Ok(None) } else { Err(None) })
}

/// The lines of an answer to `position`.
pub(crate) fn position<V: Vocabulary>(
    texts: Texts<V>,
    lines: &str,
) -> Result<PositionOf<V>, Breach> {
    readable(Offer::Position, "a position", lines, texts.read_position(lines))
}

/// The answer to `outcome`.
pub(crate) fn outcome<V: Vocabulary>(
    texts: Texts<V>,
    answer: &Answer,
) -> Result<OutcomeOf<V>, Breach> {
    let text = argument(Offer::Outcome, answer)?;
    readable(Offer::Outcome, "an outcome", text, texts.read_outcome(text))
}

/// The answer to `key`.
pub(crate) fn key(answer: &Answer) -> Result<u64, Breach> {
    let text = argument(Offer::Key, answer)?;
    let key = read_number(text, 16).filter(|_| text.len() <= KEY_DIGITS);
    key.ok_or_else(|| {
        let expected = "key X` with 1 to 16 hexadecimal digits, like `key 1f";
        unexpected(Offer::Key, &answer.head, expected)
    })
}

/// The answer to `random`; `None` if no move is legal.
pub(crate) fn random<V: Vocabulary>(
    texts: Texts<V>,
    answer: &Answer,
) -> Result<Option<LegalMoveOf<V>>, Breach> {
    match argument(Offer::Random, answer)? {
        "" => Ok(None),
        text => legal_move(texts, Offer::Random, text).map(Some),
    }
}

/// A legal move in an answer to a request of this kind.
pub(crate) fn legal_move<V: Vocabulary>(
    texts: Texts<V>,
    offer: Offer,
    line: &str,
) -> Result<LegalMoveOf<V>, Breach> {
    readable(offer, "a legal move", line, texts.read_legal_move(line))
}

/// True if the list that answers `moves` is not complete; then it must be as long as it may be
/// (EP-16).
pub(crate) fn has_more(answer: &Answer, limit: u64) -> Result<bool, Breach> {
    let has_more = answer.head.ends_with(" more");
    let count = answer.count as u64;
    if count > limit || has_more && count < limit {
        let expected = format!("moves K` with at most {limit}, or `moves {limit} more");
        return Err(unexpected(Offer::Moves, &answer.head, &expected));
    }
    Ok(has_more)
}

/// The answer to `legal`: whether the move is legal.
pub(crate) fn legal(answer: &Answer) -> Result<bool, Breach> {
    match argument(Offer::Legal, answer)? {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(unexpected(Offer::Legal, &answer.head, "legal yes` or `legal no")),
    }
}

/// The answer to `observe`: texts by name; the lines of one name follow each other.
pub(crate) fn observations(answer: &Answer) -> Result<Vec<(&'static str, String)>, Breach> {
    let mut given: Vec<(&'static str, String)> = Vec::new();
    for line in answer.lines.lines() {
        let (name, text) = line.split_once(' ').unwrap_or((line, ""));
        if let Some((last, lines)) = given.last_mut()
            && *last == name
        {
            lines.push('\n');
            lines.push_str(text);
            continue;
        }
        let is_new = !name.is_empty() && given.iter().all(|(other, _)| *other != name);
        let name = interned(name, NAMES_MAX).filter(|_| is_new).ok_or_else(|| {
            let found = quote(line.as_bytes());
            let message = format!(
                "the observation `{found}`: expected a name and a text, the lines of one name one \
                 after the other"
            );
            Breach::new(Kind::from(Offer::Observe).clause(), message)
        })?;
        given.push((name, text.to_owned()));
    }
    Ok(given)
}

/// The answer to `count`; `None` if there are more than the limit.
pub(crate) fn count(answer: &Answer) -> Result<Option<u64>, Breach> {
    let text = argument(Offer::Count, answer)?;
    if text == "more" {
        return Ok(None);
    }
    let expected = || unexpected(Offer::Count, &answer.head, "count N` or `count more");
    read_number(text, 10).map(Some).ok_or_else(expected)
}

/// The answer to `validate`: the sentence if the representation is inconsistent.
pub(crate) fn validate(answer: &Answer) -> Result<Result<(), String>, Breach> {
    match answer.head.as_str() {
        "ok" => Ok(Ok(())),
        head => match head.strip_prefix("broken ") {
            Some(sentence) => Ok(Err(sentence.to_owned())),
            None => Err(unexpected(Offer::Validate, head, "ok` or `broken SENTENCE")),
        },
    }
}

/// The answer to an order, which can only be `ok`.
pub(crate) fn acknowledged(kind: Kind, answer: &Answer) -> Result<(), Breach> {
    if answer.head == "ok" { Ok(()) } else { Err(unexpected(kind, &answer.head, "ok")) }
}

/// An answer as a report quotes it.
pub(crate) fn quoted(answer: &Answer) -> String {
    let text = format!("{}\n{}", answer.head, answer.lines);
    quote(text.trim_end().as_bytes())
}

/// Two answers that differ as a report quotes them: of several lines, if they have as many, the first
/// that differs, with the words before it.
pub(crate) fn difference(one: &Answer, other: &Answer) -> (String, [String; 2]) {
    let mut pairs = one.lines.lines().zip(other.lines.lines()).zip(1..);
    let count = other.count;
    let differing = pairs.find(|((one, other), _)| one != other);
    match differing.filter(|_| one.head == other.head && one.count == count) {
        Some(((one, other), number)) => {
            let name = if count == 1 { String::new() } else { format!("line {number} of ") };
            (name, [one, other].map(|line| quote(line.as_bytes())))
        }
        None => (String::new(), [one, other].map(quoted)),
    }
}

/// The answer as the texts of the rule set write its values: engines may spell them in other ways,
/// such as the cells of a move in any order. Answers are compared in this form.
pub(crate) fn canonical<V: Vocabulary>(
    texts: Texts<V>,
    offer: Offer,
    answer: &Answer,
) -> Result<Answer, Breach> {
    let Answer { mut head, mut lines, count } = answer.clone();
    match offer {
        Offer::Moves => {
            lines.clear();
            for line in answer.lines.lines() {
                texts.write_legal_move(&legal_move(texts, offer, line)?, &mut lines);
                lines.push('\n');
            }
        }
        Offer::Position => {
            lines.clear();
            texts.write_position(&position(texts, &answer.lines)?, &mut lines);
        }
        Offer::Outcome => {
            "outcome ".clone_into(&mut head);
            texts.write_outcome(outcome(texts, answer)?, &mut head);
        }
        Offer::Key => head = format!("key {:x}", key(answer)?),
        _ => {}
    }
    Ok(Answer { head, lines, count })
}

/// True if two answers are the same; legal moves may come in another order, and if they are not all
/// of them, nothing is known.
pub(crate) fn is_same(one: &Answer, other: &Answer) -> bool {
    if one.head != other.head {
        return false;
    }
    let is_list = one.head.starts_with("moves ");
    if !is_list || one.lines == other.lines {
        return one.lines == other.lines;
    }
    let sorted = |answer: &Answer| {
        let mut lines: Vec<String> = answer.lines.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    one.head.ends_with(" more") || sorted(one) == sorted(other)
}
