//! Existence and cost of links, and the link that is reported (LP-4 to LP-6, LP-21).

use twinboard_vocabulary::linkpop::{Link, Margin, Refusal};

use super::{Place, legal_pops, link, pop, start};

/// Pops this pair and returns the reported link.
fn reported(margin: Margin, rows: &[&str], first: Place, second: Place) -> Result<Link, Refusal> {
    pop(&mut start(margin, rows), first, second).map(|popped| popped.link)
}

#[test]
fn the_links_drawn_in_the_rules_cost_what_is_written_there() {
    for margin in Margin::ALL {
        let one = ["AS .. .. AS", ".. .. BS .."];
        assert_eq!(reported(margin, &one, (0, 0), (0, 3)), Ok(link(&[(0, 0), (0, 3)])));
        let two = ["AS .. ..", "BS CS ..", ".. .. AS"];
        assert_eq!(reported(margin, &two, (0, 0), (2, 2)), Ok(link(&[(0, 0), (0, 2), (2, 2)])));
        let three = ["AS BS AS", ".. BS ..", ".. .. .."];
        assert_eq!(legal_pops(&start(margin, &three))[0], ((0, 0), (0, 2), 3));
    }
    // Inside only the way below exists; outside the way above has the same cost.
    let below = link(&[(0, 0), (2, 0), (2, 2), (0, 2)]);
    let three = ["AS BS AS", ".. BS ..", ".. .. .."];
    assert_eq!(reported(Margin::Inside, &three, (0, 0), (0, 2)), Ok(below));
    let row = ["AS BS AS"];
    assert_eq!(reported(Margin::Inside, &row, (0, 0), (0, 2)), Err(Refusal::NoLink));
    let around = reported(Margin::Outside, &row, (0, 0), (0, 2)).unwrap();
    let above = link(&[(0, 0), (-1, 0), (-1, 2), (0, 2)]);
    let below = link(&[(0, 0), (1, 0), (1, 2), (0, 2)]);
    assert!([above, below].contains(&around), "{around}");
}

#[test]
fn with_the_margin_outside_a_link_may_run_around_each_side() {
    let full = ["AS BS AS", "CS DS ES", "AS FS GS"];
    let game = |margin| start(margin, &full);
    assert_eq!(legal_pops(&game(Margin::Inside)), []);
    let around = [((0, 0), (0, 2), 3), ((0, 0), (2, 0), 3)];
    assert_eq!(legal_pops(&game(Margin::Outside)), around);
    let full = ["AS BS CS", "DS ES FS", "BS GS CS"];
    let around = [((0, 2), (2, 2), 3)];
    assert_eq!(legal_pops(&start(Margin::Outside, &full)), around);
    let full = ["AS BS CS", "DS ES FS", "GS HS GS"];
    let around = [((2, 0), (2, 2), 3)];
    assert_eq!(legal_pops(&start(Margin::Outside, &full)), around);
}
