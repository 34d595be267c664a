//! The oracle of paint for certificates.

use std::fmt::Write;
use std::ops::ControlFlow;

use twinboard_games::paint::neighbours;
use twinboard_referee::{OraclePosition, Value};
use twinboard_vocabulary::paint::text;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Outcome, Paint, Square};
use twinboard_vocabulary::{Game, Vocabulary as _};

/// A position of a certificate.
pub(super) struct OnOracle {
    game: twinboard_oracle::Paint,
    board: Board,
    last_move: Option<LegalMove>,
}

impl OnOracle {
    pub(super) fn new(board: Board) -> Self {
        let game = twinboard_oracle::Paint::set_up(&board).expect("the oracle accepts every board");
        Self { game, board, last_move: None }
    }

    /// The position after a move; `None` if it is not valid.
    fn after(&self, mv: &Move) -> Option<Self> {
        let mut game = self.game.clone();
        let painted = game.play(mv).ok()?;
        let board = game.position().board;
        Some(Self { game, board, last_move: Some(painted.cells) })
    }
}

impl OraclePosition for OnOracle {
    fn value_at_end(&self) -> Option<Value> {
        match self.game.outcome() {
            Outcome::Playing => None,
            Outcome::Drawn => Some(Value::Draw),
            // A game ends with the turn of the player who has lost it (PT-22).
            Outcome::Lost(_) => Some(Value::Loss),
        }
    }

    fn play(&self, answer: &str) -> Option<Box<dyn OraclePosition>> {
        let after = self.after(&text::read_answer(answer.as_bytes()).ok()?)?;
        Some(Box::new(after))
    }

    fn visit_moves(
        &self,
        visit: &mut dyn FnMut(&dyn OraclePosition) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.game.visit_legal_moves(&mut |legal| {
            let after = self.after(&Paint::to_move(legal));
            visit(&after.expect("the oracle plays the moves that it lists"))
        })
    }

    fn last_answer(&self) -> Option<String> {
        self.last_move.as_ref().map(|mv| text::answer(&Paint::to_move(mv)))
    }

    fn board(&self) -> String {
        text::board(&self.board)
    }

    /// The board without everything that no later move can paint, as a picture.
    ///
    /// Two boards with the same picture have the same games ahead of them. A move paints one number
    /// and cells within value − 1 steps of it, none of which is painted or touches paint (PT-17) or
    /// holds another number (PT-15). So no move ever paints a cell beyond these, a number that
    /// touches paint, or a number with too few such cells; the picture has a dot for each. Whether
    /// a move of the other cells is valid depends on them alone, and whether the last player has
    /// lost or drawn (PT-21, PT-22) on one thing more: the picture ends in `lost` if a number is
    /// left that cannot be painted.
    fn class(&self) -> String {
        let board = &self.board;
        let side = usize::from(board.side());
        let mut picture = vec![None; side * side];
        let mut ending = "";
        for (at, number) in board.numbers() {
            let reach = reach(board, at, number);
            if reach.len() < usize::from(number) || number == 0 {
                ending = "lost";
                continue;
            }
            for cell in reach {
                picture[index(board, cell)] = Some(board.get(cell));
            }
        }
        let mut class = String::with_capacity(picture.len() + ending.len());
        for square in picture {
            let _ = match square {
                None => class.write_str("."),
                Some(Square::Number(number)) => write!(class, " {number} "),
                Some(square) => write!(class, "{square}"),
            };
        }
        class + ending
    }
}

fn index(board: &Board, cell: Cell) -> usize {
    usize::from(cell.row) * usize::from(board.side()) + usize::from(cell.column)
}

/// The cells that a move around a number may paint: those within value − 1 steps of it over free
/// cells that touch no paint and hold no number, and its own. None if it touches paint itself.
fn reach(board: &Board, at: Cell, number: u8) -> Vec<Cell> {
    let near = |cell| neighbours(board.side(), cell);
    let touches_paint = |cell| near(cell).any(|other| board.get(other) == Square::Painted);
    if touches_paint(at) {
        return Vec::new();
    }
    let mut is_reached = vec![false; board.squares().len()];
    is_reached[index(board, at)] = true;
    let mut reached = vec![at];
    let mut first_of_last_step = 0;
    for _ in 1..number {
        let last_step = first_of_last_step..reached.len();
        first_of_last_step = reached.len();
        for from in last_step {
            for cell in near(reached[from]) {
                let is_usable = board.get(cell) == Square::Empty && !touches_paint(cell);
                if is_usable && !std::mem::replace(&mut is_reached[index(board, cell)], true) {
                    reached.push(cell);
                }
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use twinboard_referee::certificate::{Bound, CheckLimits, Checked, check, draft};
    use twinboard_referee::{Certificate, Contest, MoveBudget, OraclePosition, Value};
    use twinboard_vocabulary::paint::text::{self, read_board};
    use twinboard_vocabulary::paint::{Board, Paint};
    use twinboard_vocabulary::{Game, Vocabulary as _};

    use super::OnOracle;
    use crate::contest::contest;

    const CLAIMS_MAX: usize = 10_000;

    /// A position of a random game, in which about this many moves are left.
    fn position(seed: u64, moves_left: usize) -> Board {
        let mut random = twinboard_harness::random::SplitMix::new(seed);
        let board = read_board(contest().draw(1 + seed % 2, seed).unwrap().as_bytes()).unwrap();
        let mut game = twinboard_engine::paint::Paint::set_up(&board).unwrap();
        let mut boards = vec![board];
        while let Some(mv) = game.sample_legal_move(&mut || random.next_u64()) {
            game.play(&Paint::to_move(&mv)).unwrap();
            boards.push(game.position().board);
        }
        boards.swap_remove(boards.len().saturating_sub(1 + moves_left))
    }

    fn count_moves(game: &twinboard_oracle::Paint) -> usize {
        let mut count = 0;
        let _ = game.visit_legal_moves(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    fn drafted(board: &str, claims_max: usize) -> Option<Certificate> {
        let stop = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_mins(10);
        let budget = MoveBudget { deadline, threads: 1, stop: &stop };
        let mut analyst = contest().analyst().unwrap();
        let value = analyst.value(board, &budget)?;
        draft(&contest(), analyst.as_mut(), board, value, &budget, claims_max)
    }

    fn checked(certificate: &Certificate) -> Checked {
        let stop = AtomicBool::new(false);
        let limits = CheckLimits { deadline: None, stop: &stop, moves_max: u64::MAX };
        check(certificate, &contest(), &limits, &mut |_| {}).unwrap()
    }

    fn certificates(positions: &[(u64, usize)]) -> Vec<Certificate> {
        let boards = positions.iter().map(|&(seed, left)| text::board(&position(seed, left)));
        boards.map(|board| drafted(&board, CLAIMS_MAX).expect("it is proved")).collect()
    }

    /// Certificates with one claim for each bound, since the rest can be played to the end.
    fn small() -> Vec<Certificate> {
        certificates(&[(0, 3), (4, 3), (18, 3), (22, 3)])
    }

    /// Certificates with 16 to 119 claims.
    fn large() -> Vec<Certificate> {
        certificates(&[(51, 4), (105, 4), (23, 5), (65, 5)])
    }

    #[test]
    fn certificates_are_certified_and_survive_their_text() {
        let (small, large) = (small(), large());
        assert!(large.iter().all(|one| (16..120).contains(&one.claims.len())));
        for certificate in small.iter().chain(&large) {
            let checked = checked(certificate);
            assert!(checked.is_certified(), "{checked:?}\n{certificate}");
            let again = Certificate::read(certificate.to_string().as_bytes(), &contest()).unwrap();
            assert_eq!(&again, certificate);
        }
        for certificate in &small {
            let game = OnOracle::new(read_board(certificate.board.as_bytes()).unwrap()).game;
            assert_eq!(game.value(), Some(certificate.value), "{certificate}");
        }
        for value in Value::ALL {
            assert!(small.iter().any(|one| one.value == value), "no certificate of a {value}");
        }
    }

    #[test]
    fn a_certificate_of_another_value_is_not_certified() {
        for right in small().iter().chain(&large()) {
            for value in Value::ALL.into_iter().filter(|&value| value != right.value) {
                let wrong = Certificate { value, ..right.clone() };
                assert!(!checked(&wrong).is_certified(), "{wrong}");
            }
        }
    }

    #[test]
    fn a_certificate_with_a_wrong_or_missing_claim_is_not_certified() {
        for right in &large() {
            for index in 0..right.claims.len().min(4) {
                let mut missing = right.clone();
                missing.claims.remove(index);
                let found = checked(&missing);
                assert!(found.unclaimed > 0 && !found.is_certified(), "{missing}");

                let mut assumed = right.clone();
                assumed.claims[index].assumed = true;
                let found = checked(&assumed);
                assert!(found.assumed == 1 && !found.is_certified(), "{assumed}");

                let mut wrong = right.clone();
                let claim = &mut wrong.claims[index];
                let about = match claim.bound {
                    Bound::AtLeast => {
                        claim.answer = Some("1\n99 99\n".into());
                        "its move is not valid"
                    }
                    Bound::AtMost => {
                        (claim.bound, claim.value) = (Bound::AtLeast, Value::Win);
                        "it names no move"
                    }
                };
                let found = checked(&wrong).flaw.expect("the claim is wrong");
                assert_eq!((found.claim, &*found.about), (Some(index + 1), about));
            }
        }
    }

    /// A losing move of a small position is refuted by playing.
    #[test]
    fn a_claim_with_a_wrong_move_is_refuted() {
        // After either 1 of the pair the other one touches paint, and the lone 1 is left.
        const BOARD: &str = "3\n1 1 #\n# # #\n# # 1\n";
        let text = format!(
            "{{\"version\":1,\"rule_set\":\"paint\",\"board\":{BOARD:?},\"value\":\"win\"}}\n\
             {{\"board\":{BOARD:?},\"bound\":\"at least\",\"value\":\"win\",\"move\":\"1\\n0 0\\n\"}}\n"
        );
        let wrong = Certificate::read(text.as_bytes(), &contest()).unwrap();
        let flaw = checked(&wrong).flaw.unwrap();
        assert_eq!((flaw.claim, &*flaw.about), (Some(1), "its move is a loss"));
    }

    /// Claims rest on the classes: no two positions with different values may share one.
    #[test]
    fn positions_of_a_class_have_one_value_and_the_same_moves() {
        let mut seen = HashMap::new();
        let mut shared = 0;
        for seed in 0..40 {
            let mut layer = vec![OnOracle::new(position(2 * seed, 2))];
            for _ in 0..2 {
                let mut next = Vec::new();
                for at in &layer {
                    let _ = at.game.visit_legal_moves(&mut |mv| {
                        next.extend(at.after(&Paint::to_move(mv)));
                        ControlFlow::Continue(())
                    });
                }
                for at in &next {
                    let Some(value) = at.game.value_within(2_000) else { continue };
                    let found = (value, count_moves(&at.game));
                    let known = seen.insert(at.class(), (found, at.board()));
                    if let Some((known, board)) = known {
                        assert_eq!(known, found, "{board}\n{}", at.board());
                        shared += 1;
                    }
                }
                next.truncate(30);
                layer = next;
            }
        }
        assert!(shared > 1_000, "{shared}");
    }

    #[test]
    fn without_time_everything_but_the_value_is_assumed() {
        let board = text::board(&position(3, 3));
        let certificate = drafted(&board, 1).unwrap();
        assert!(certificate.claims.iter().all(|claim| claim.assumed), "{certificate}");
    }
}
