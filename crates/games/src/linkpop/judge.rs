//! Cases that the judge could send: full boards of its sizes, which the robot plays.

use twinboard_harness::{Case, Judge};
use twinboard_vocabulary::Rest;
use twinboard_vocabulary::linkpop::text::{self, JUDGE_SIDE_MAX};
use twinboard_vocabulary::linkpop::{Attribute, Block, Board, Cell, LinkPop, Setup, Step, Symbol};

use super::LinkPopRules;

impl Judge<LinkPop> for LinkPopRules {
    /// The case as the judge could send it: the part of the board within the judge's limits (LP-3),
    /// with empty cells filled (LP-29), with the margin of the rule set and without a script
    /// (LP-32). A case that is already like this stays as it is.
    fn for_judge(&self, case: &Case<LinkPop>) -> Case<LinkPop> {
        let board = &case.setup.board;
        let blocks: Vec<Block> = board.blocks().map(|(_, block)| block).collect();
        let alone = Block { symbol: Symbol::new(0), attribute: Attribute::Still };
        let filled = |cell: Cell| {
            let index =
                usize::from(cell.row) * usize::from(board.columns()) + usize::from(cell.column);
            let other = blocks.get(index % blocks.len().max(1)).copied();
            Some(board.get(cell).or(other).unwrap_or(alone))
        };
        let (rows, columns) =
            (board.rows().min(JUDGE_SIDE_MAX), board.columns().min(JUDGE_SIDE_MAX));
        let board = Board::from_fn(rows, columns, filled);
        Case {
            setup: Setup { board, margin: self.margin.unwrap_or_default() },
            moves: Vec::new(),
            rest: Rest::Repeat(Step::Robot),
        }
    }

    /// The boards of the cases and the zeros that end the input. The margin is not written: the
    /// format of the judge has none.
    fn judge_input(&self, cases: &[Case<LinkPop>]) -> Option<String> {
        let mut input = String::new();
        for case in cases {
            input += &text::print_board(&case.setup.board);
        }
        Some(input + "0 0\n")
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::{Case, Judge, RuleSet};
    use twinboard_vocabulary::linkpop::{Board, Cell, LinkPop, Margin, Setup, Step};

    use crate::linkpop::LinkPopRules;

    fn judged(case: &Case<LinkPop>, margin: Margin) -> Case<LinkPop> {
        LinkPopRules { margin: Some(margin) }.for_judge(case)
    }

    fn read(text: &str) -> Case<LinkPop> {
        LinkPopRules::default().text().read_all(text.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn a_whole_board_that_the_robot_plays_stays_as_it_is() {
        let given = read("2 2\nAS BL\nBU AR\n0 0\n");
        assert_eq!(judged(&given, Margin::Inside), given);
        let input = LinkPopRules::default().judge_input(&[given.clone(), given]);
        assert_eq!(input.unwrap(), "2 2\nAS BL\nBU AR\n2 2\nAS BL\nBU AR\n0 0\n");
    }

    #[test]
    fn empty_cells_are_filled_and_scripts_and_other_margins_are_left_out() {
        let given = read("1 4\n.. AS .. BL\n0 0\nmargin outside\nrobot\npop 0 1 0 3\n");
        assert_eq!(given.moves.len(), 2);
        assert!(given.moves.contains(&Step::Robot));
        assert_eq!(judged(&given, Margin::Inside), read("1 4\nAS AS AS BL\n0 0\n"));
        let empty = judged(&read("1 2\n.. ..\n0 0\n"), Margin::Outside);
        let expected = read("1 2\nAS AS\n0 0\nmargin outside\n");
        assert_eq!(empty, Case { rest: empty.rest.clone(), ..expected });
    }

    #[test]
    fn of_a_larger_board_a_part_is_taken() {
        let one = read("1 1\nAS\n0 0\n").setup.board.get(Cell::new(0, 0));
        let setup = Setup { board: Board::from_fn(32, 31, |_| one), margin: Margin::Inside };
        let board = judged(&Case::new(setup, Vec::new()), Margin::Inside).setup.board;
        assert_eq!((board.rows(), board.columns()), (30, 30));
    }
}
