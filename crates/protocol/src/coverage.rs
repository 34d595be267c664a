//! Places of an engine's code that ran (EP-36).

use super::hello::{Kind, Offer};
use crate::breach::Breach;
use crate::connection::{Answer, Connection, unexpected};
use crate::words::read_number;

impl Connection {
    /// Asks for the places that ran since the last request for them, and drops the answer: what ran
    /// before belongs to no game.
    pub(crate) fn reset_coverage(&mut self) {
        let request = self.request(Offer::Coverage, |_| ());
        self.forget(request);
    }

    /// Calls `visit` with the number and the count of each place that ran since the last request.
    pub(crate) fn take_coverage(&mut self, visit: &mut dyn FnMut(u16, u8)) -> Result<(), Breach> {
        let request = self.request(Offer::Coverage, |_| ());
        let answer = self.answer(request)?;
        read(&answer, visit).map_err(|breach| self.close(breach))
    }
}

/// Reads an answer such as `coverage 3 1f:4 ffff:ff`.
pub(crate) fn read(answer: &Answer, visit: &mut dyn FnMut(u16, u8)) -> Result<(), Breach> {
    let expected = || unexpected(Offer::Coverage, &answer.head, "coverage PLACE[:COUNT] …");
    let rest = answer.head.strip_prefix(Offer::Coverage.name()).ok_or_else(expected)?;
    let places = match rest.strip_prefix(' ') {
        Some(places) => places,
        None if rest.is_empty() => return Ok(()),
        None => return Err(expected()),
    };
    for word in places.split(' ') {
        let (place, count) = read_place(word).ok_or_else(|| {
            let message = format!(
                "`{}` in the answer to coverage is not a place; expected PLACE or PLACE:COUNT in \
                 hexadecimal, with places up to ffff and counts from 1 to ff",
                crate::breach::quote(word.as_bytes())
            );
            Breach::new(Kind::from(Offer::Coverage).clause(), message)
        })?;
        visit(place, count);
    }
    Ok(())
}

fn read_place(word: &str) -> Option<(u16, u8)> {
    let (place, count) = word.split_once(':').unwrap_or((word, "1"));
    let is_given = !place.is_empty() && !count.is_empty();
    let place = read_number(place, 16).filter(|_| is_given)?.try_into().ok()?;
    let count = read_number(count, 16)?.try_into().ok()?;
    (count > 0).then_some((place, count))
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::connection::Answer;

    fn places(head: &str) -> Result<Vec<(u16, u8)>, String> {
        let answer = Answer { head: head.into(), ..Answer::default() };
        let mut all = Vec::new();
        let read = read(&answer, &mut |place, count| all.push((place, count)));
        read.map(|()| all).map_err(|breach| breach.to_string())
    }

    #[test]
    fn places_are_read_with_their_counts() {
        assert_eq!(places("coverage"), Ok(vec![]));
        let some = places("coverage 0 1f:4 FFFF:ff 0:2");
        assert_eq!(some, Ok(vec![(0, 1), (0x1f, 4), (0xffff, 0xff), (0, 2)]));
    }

    #[test]
    fn what_is_no_place_is_a_breach_of_its_clause() {
        let bad =
            ["10000", "1:0", "1:100", "1:", ":1", "", "g", "-1", "+1", "1:1:1", "1,2", "0x1", " 1"];
        for word in bad {
            let message = places(&format!("coverage 1 {word}")).unwrap_err();
            assert!(message.contains("is not a place") && message.contains("EP-36"), "{message}");
        }
        for head in ["ok", "coverages 1", "coverage\t1", "unknown"] {
            let message = places(head).unwrap_err();
            assert!(message.contains("expected `coverage PLACE[:COUNT] …` (EP-36)"), "{message}");
        }
    }
}
