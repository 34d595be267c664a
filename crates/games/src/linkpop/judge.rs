//! Cases that the judge could send: full boards of its sizes, which the robot plays.

use twinboard_harness::Case;
use twinboard_vocabulary::Rest;
use twinboard_vocabulary::linkpop::text::{self, JUDGE_SIDE_MAX};
use twinboard_vocabulary::linkpop::{Attribute, Block, Board, Cell, Margin, Setup, Symbol};

use super::LinkPopCase;

/// The case as the judge could send it: the part of the board within the judge's limits (LP-3),
/// with empty cells filled (LP-29), with this margin and without a script (LP-32). A case that is
/// already like this stays as it is.
pub(super) fn case(case: &LinkPopCase, margin: Margin) -> LinkPopCase {
    let board = &case.setup.board;
    let blocks: Vec<Block> = board.blocks().map(|(_, block)| block).collect();
    let alone = Block { symbol: Symbol::new(0), attribute: Attribute::Still };
    let filled = |cell: Cell| {
        let index = usize::from(cell.row) * usize::from(board.columns()) + usize::from(cell.column);
        let other = blocks.get(index % blocks.len().max(1)).copied();
        Some(board.get(cell).or(other).unwrap_or(alone))
    };
    let (rows, columns) = (board.rows().min(JUDGE_SIDE_MAX), board.columns().min(JUDGE_SIDE_MAX));
    let board = Board::from_fn(rows, columns, filled);
    Case { setup: Setup { board, margin }, moves: Vec::new(), rest: Rest::Robot }
}

/// The boards of the cases and the zeros that end the input. The margin is not written: the format
/// of the judge has none.
pub(super) fn input(cases: &[LinkPopCase]) -> String {
    let mut input = String::new();
    for case in cases {
        input += &text::print_board(&case.setup.board);
    }
    input + "0 0\n"
}

#[cfg(test)]
mod tests {
    use twinboard_harness::{Case, RuleSet};
    use twinboard_vocabulary::linkpop::{Board, Cell, Margin, Setup, Step};

    use super::super::{LinkPop, LinkPopCase};
    use super::{case, input};

    fn read(text: &str) -> LinkPopCase {
        LinkPop::default().text().read_all(text.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn a_whole_board_that_the_robot_plays_stays_as_it_is() {
        let given = read("2 2\nAS BL\nBU AR\n0 0\n");
        assert_eq!(case(&given, Margin::Inside), given);
        assert_eq!(input(&[given.clone(), given]), "2 2\nAS BL\nBU AR\n2 2\nAS BL\nBU AR\n0 0\n");
    }

    #[test]
    fn empty_cells_are_filled_and_scripts_and_other_margins_are_left_out() {
        let given = read("1 4\n.. AS .. BL\n0 0\nmargin outside\nrobot\npop 0 1 0 3\n");
        assert_eq!(given.moves.len(), 2);
        assert!(given.moves.contains(&Step::Robot));
        let judged = case(&given, Margin::Inside);
        assert_eq!(judged, read("1 4\nAS AS AS BL\n0 0\n"));
        let empty = case(&read("1 2\n.. ..\n0 0\n"), Margin::Outside);
        let expected = read("1 2\nAS AS\n0 0\nmargin outside\n");
        assert_eq!(empty, Case { rest: empty.rest, ..expected });
    }

    #[test]
    fn of_a_larger_board_a_part_is_taken() {
        let one = read("1 1\nAS\n0 0\n").setup.board.get(Cell::new(0, 0));
        let setup = Setup { board: Board::from_fn(32, 31, |_| one), margin: Margin::Inside };
        let judged = case(&Case::new(setup, Vec::new()), Margin::Inside).setup.board;
        assert_eq!((judged.rows(), judged.columns()), (30, 30));
    }
}
