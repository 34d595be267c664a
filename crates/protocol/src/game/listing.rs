//! The legal moves of a game of an engine in another process.

use std::ops::ControlFlow;
use std::sync::Arc;

use twinboard_vocabulary::{Game, LegalMoveOf, Plays, Vocabulary};

use super::{MOVES_LISTED, MOVES_LISTED_MAX, RemoteGame};
use crate::answers::{self, has_more};
use crate::breach::{Breach, quote};
use crate::connection::unexpected;
use crate::hello::{Kind, Offer};
use crate::words::{push_argument, push_number};

/// Moves whose judgments are asked for at once.
const MOVES_JUDGED: usize = 256;

/// Growth of a list that is asked for again.
const MOVES_GROWTH: u64 = 4;

impl<V: Vocabulary, O: Plays<V>> RemoteGame<V, O> {
    /// Shows all legal moves. Once a position has been listed, only the first move is asked for at
    /// first: a caller that lists it again may break off.
    pub(super) fn list(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Breach> {
        if !self.shared.has(Offer::Moves) {
            return self.list_of_oracle(visit);
        }
        let listed = self.listed.borrow().clone();
        let Some(list) = listed else { return self.list_all(visit) };
        let answer = self.ask(Kind::FirstMove)?;
        let has_more = has_more(&answer, 1)?;
        let first = answer.lines.lines().next().map(|line| self.read_legal_move(line));
        let first = first.transpose()?;
        if has_more != (list.len() > 1) || first.as_ref() != list.first() {
            let expected = list.first().map_or("no move".into(), |first| {
                let mut line = String::new();
                self.shared.texts.write_legal_move(first, &mut line);
                format!("the beginning of the list before, `{}`", quote(line.as_bytes()))
            });
            let found = answer.head + "\n" + &answer.lines;
            let found = quote(found.as_bytes());
            let message = format!(
                "asked again for one move, the engine lists `{found}`; expected {expected}"
            );
            return Err(Breach::new("EP-16", message));
        }
        if first.is_some_and(|first| visit(&first).is_break()) {
            return Ok(ControlFlow::Break(()));
        }
        if has_more {
            self.list_more(1, MOVES_LISTED, visit)
        } else {
            Ok(ControlFlow::Continue(()))
        }
    }

    /// Shows the oracle's legal moves, for an engine that does not list its own: those that the engine
    /// judges to be legal, if it judges (EP-38).
    fn list_of_oracle(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Breach> {
        if !self.shared.has(Offer::Legal) {
            return Ok(self.oracle().visit_legal_moves(visit));
        }
        if let Some(list) = self.listed.borrow().clone() {
            return Ok(list.iter().try_for_each(visit));
        }
        let mut all = Vec::new();
        let is_all = self.oracle().visit_legal_moves(&mut |legal| {
            all.push(legal.clone());
            if all.len() as u64 == MOVES_LISTED_MAX {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let mut list = Vec::with_capacity(all.len());
        for some in all.chunks(MOVES_JUDGED) {
            let mut process = self.process();
            let judge = |legal: &LegalMoveOf<V>| {
                let text = V::to_move(legal).to_string();
                self.send(&mut process, Offer::Legal.into(), |out| push_argument(out, &text))
            };
            let asked: Vec<u64> = some.iter().map(judge).collect();
            for (legal, number) in some.iter().zip(asked) {
                if answers::legal(&process.connection.answer(number)?)? {
                    list.push(legal.clone());
                }
            }
        }
        let shown = list.iter().try_for_each(visit);
        if is_all.is_continue() {
            *self.listed.borrow_mut() = Some(list.into());
        }
        Ok(shown)
    }

    /// Shows all legal moves. A list that was read a short time ago, of another game or of this
    /// one, is not read again.
    fn list_all(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Breach> {
        let answer = self.ask(Offer::Moves)?;
        let has_more = has_more(&answer, MOVES_LISTED)?;
        let read = if has_more { None } else { self.process().lists.get(&answer.lines) };
        if let Some(list) = read {
            *self.listed.borrow_mut() = Some(Arc::clone(&list));
            return Ok(list.iter().try_for_each(visit));
        }
        let mut list = Vec::with_capacity(answer.count);
        for line in answer.lines.lines() {
            list.push(self.read_legal_move(line)?);
            if visit(&list[list.len() - 1]).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if has_more {
            return self.list_more(answer.count, MOVES_LISTED * MOVES_GROWTH, visit);
        }
        let list = list.into();
        self.process().lists.keep(answer.lines, &list);
        *self.listed.borrow_mut() = Some(list);
        Ok(ControlFlow::Continue(()))
    }

    /// Shows the legal moves behind the first `seen`, in lists of up to `limit` and more moves.
    fn list_more(
        &self,
        mut seen: usize,
        mut limit: u64,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Breach> {
        loop {
            let answer = self.request(Offer::Moves, |out| push_number(out, limit))?;
            let has_more = has_more(&answer, limit)?;
            if answer.count <= seen {
                let expected = format!("moves K` with more than the {seen} of the list before");
                return Err(unexpected(Offer::Moves, &answer.head, &expected));
            }
            for line in answer.lines.lines().skip(seen) {
                if visit(&self.read_legal_move(line)?).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if !has_more {
                return Ok(ControlFlow::Continue(()));
            }
            (seen, limit) = (answer.count, limit.saturating_mul(MOVES_GROWTH));
        }
    }

    /// Lists the legal moves for counts of them; false if they are too many.
    pub(super) fn list_for_counts(&self) -> Result<bool, Breach> {
        if self.listed.borrow().is_some() {
            return Ok(true);
        }
        if !self.shared.has(Offer::Moves) {
            let mut count = 0;
            let counted = self.list(&mut |_| {
                count += 1;
                if count > MOVES_LISTED_MAX {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            return Ok(counted.is_continue());
        }
        let answer = self.request(Offer::Moves, |out| push_number(out, MOVES_LISTED_MAX))?;
        if has_more(&answer, MOVES_LISTED_MAX)? {
            return Ok(false);
        }
        let list: Result<Vec<_>, _> =
            answer.lines.lines().map(|line| self.read_legal_move(line)).collect();
        *self.listed.borrow_mut() = Some(list?.into());
        Ok(true)
    }

    fn read_legal_move(&self, line: &str) -> Result<LegalMoveOf<V>, Breach> {
        answers::legal_move(self.shared.texts, Offer::Moves, line)
    }

    /// Shows all legal moves, those of the last list if it was complete.
    ///
    /// Counts and samples that the engine does not offer are derived from its list, and another
    /// request for it would check nothing.
    pub(super) fn visit_last_list(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let listed = self.listed.borrow().clone();
        match listed {
            Some(list) => list.iter().try_for_each(visit),
            None => self.visit_legal_moves(visit),
        }
    }

    /// A random legal move from the list of all, or from its first moves if they are very many.
    pub(super) fn sample_from_list(
        &self,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<LegalMoveOf<V>> {
        let mut all = Vec::new();
        let _ = self.visit_last_list(&mut |legal| {
            all.push(legal.clone());
            if all.len() as u64 == MOVES_LISTED_MAX {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        // A copy may list the same moves in another order (EP-16).
        all.sort_unstable();
        // Sums of the weights of the moves up to each.
        let mut sum = 0;
        let sums = all.iter().map(|legal| {
            sum += u64::from(V::weight(legal).max(1));
            sum
        });
        let sums: Vec<u64> = sums.collect();
        let drawn = (sum > 0).then(|| twinboard_vocabulary::game::below(random, sum))?;
        Some(all.swap_remove(sums.partition_point(|&sum| sum <= drawn)))
    }
}
