//! Names of the places of an engine's code (EP-37).

use twinboard_vocabulary::CodeLine;

use crate::breach::{Breach, quote};
use crate::connection::{Answer, Connection, unexpected};
use crate::kind::Kind;
use crate::words::read_number;

impl Connection {
    /// The lines of the engine's code, with the places that are known so far.
    pub(crate) fn functions(&mut self) -> Result<Vec<CodeLine>, Breach> {
        let request = self.request(Kind::Functions, |_| ());
        let answer = self.answer(request)?;
        read(&answer).map_err(|breach| self.close(breach))
    }
}

/// Reads an answer with lines such as `1f,20 game.py:57 Board.region`.
fn read(answer: &Answer) -> Result<Vec<CodeLine>, Breach> {
    if answer.head != format!("{} {}", Kind::Functions.name(), answer.count) {
        return Err(unexpected(Kind::Functions, &answer.head, "functions K"));
    }
    let lines = answer.lines.lines().map(|line| {
        read_line(line).ok_or_else(|| {
            let message = format!(
                "`{}` in the answer to functions is no line of code; expected PLACE[,PLACE…] WHERE \
                 [FUNCTION], with places in hexadecimal up to ffff, or `-` for none",
                quote(line.as_bytes())
            );
            Breach::new(Kind::Functions.clause(), message)
        })
    });
    lines.collect()
}

fn read_line(line: &str) -> Option<CodeLine> {
    let (places, rest) = line.split_once(' ')?;
    let (location, function) = rest.split_once(' ').unwrap_or((rest, ""));
    let read_place = |word: &str| read_number(word, 16)?.try_into().ok();
    let places = match places {
        "-" => Vec::new(),
        _ => places.split(',').map(read_place).collect::<Option<_>>()?,
    };
    let line = CodeLine { places, location: location.into(), function: function.into() };
    (!location.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::CodeLine;

    use super::read;
    use crate::connection::Answer;

    fn lines(lines: &str) -> Result<Vec<CodeLine>, String> {
        let count = lines.lines().count();
        let answer = Answer { head: format!("functions {count}"), lines: lines.into(), count };
        read(&answer).map_err(|breach| breach.to_string())
    }

    fn line(places: &[u16], location: &str, function: &str) -> CodeLine {
        CodeLine { places: places.into(), location: location.into(), function: function.into() }
    }

    #[test]
    fn lines_are_read_with_their_places_and_functions() {
        assert_eq!(lines(""), Ok(vec![]));
        let text = "0,ffff a.py:57 Game.play\n- 0x1f operator new(int, long)\n7 b:1\n";
        let all = [
            line(&[0, 0xffff], "a.py:57", "Game.play"),
            line(&[], "0x1f", "operator new(int, long)"),
            line(&[7], "b:1", ""),
        ];
        assert_eq!(lines(text), Ok(all.into()));
    }

    #[test]
    fn what_is_no_line_is_a_breach_of_its_clause() {
        for bad in ["", "1", "1 ", "10000 a:1 f", "1,, a:1", "-1 a:1", "x a:1", " 1 a:1", "1,- a:1"]
        {
            let message = lines(&format!("0 a:1 f\n{bad}\n")).unwrap_err();
            assert!(message.contains("no line of code") && message.contains("EP-37"), "{message}");
        }
    }
}
