//! The statement's sample, with both margins.

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{Margin, Outcome, Refusal, Step};

use super::{assert_refuses_step, assert_shows, link, pair, robot, start, turns};

#[test]
fn the_first_sample_game_goes_step_by_step_as_the_rules_show() {
    for margin in Margin::ALL {
        let mut game = start(margin, &["AD AU CL", "HS GU HL", "CS FD GS"]);

        let a = robot(&mut game).unwrap();
        assert_eq!(a.symbol.letter(), 'A');
        assert_eq!((pair(&a), a.link), (((0, 0), (0, 1)), link(&[(0, 0), (0, 1)])));
        assert_eq!(turns(&a), [vec![(0, 2)], vec![(0, 1), (1, 1), (1, 2)]]);
        assert_shows(&game, &["CL GU ..", "HS HL ..", "CS FD GS"]);

        let h = robot(&mut game).unwrap();
        assert_eq!(h.symbol.letter(), 'H');
        assert_eq!((pair(&h), h.link), (((1, 0), (1, 1)), link(&[(1, 0), (1, 1)])));
        assert_shows(&game, &["CL GU ..", ".. .. ..", "CS FD GS"]);

        let c = robot(&mut game).unwrap();
        assert_eq!(c.symbol.letter(), 'C');
        assert_eq!((pair(&c), c.link), (((0, 0), (2, 0)), link(&[(0, 0), (2, 0)])));
        assert_shows(&game, &[".. GU ..", ".. .. ..", ".. FD GS"]);

        let g = robot(&mut game).unwrap();
        assert_eq!(g.symbol.letter(), 'G');
        assert_eq!((pair(&g), g.link), (((0, 1), (2, 2)), link(&[(0, 1), (0, 2), (2, 2)])));
        assert_shows(&game, &[".. .. ..", ".. .. ..", ".. FD .."]);

        for later in [h, c, g] {
            assert_eq!(turns(&later), [[]; 0], "nothing moves");
        }
        assert_eq!(game.outcome(), Outcome::Stuck);
        assert_refuses_step(&game, Step::Robot, Refusal::NothingToPop);
    }
}

#[test]
fn the_second_sample_game_is_cleared_by_one_pop() {
    for margin in Margin::ALL {
        let mut game = start(margin, &["BS BL"]);
        assert_eq!(game.outcome(), Outcome::Playing);
        robot(&mut game).unwrap();
        assert_shows(&game, &[".. .."]);
        assert_eq!(game.outcome(), Outcome::Cleared);
        assert_refuses_step(&game, Step::Robot, Refusal::NothingToPop);
    }
}
