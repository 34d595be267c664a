//! Existence and cost of links, and the link that is reported (LP-4 to LP-6, LP-21).

use twinboard_vocabulary::linkpop::{Board, Link, Margin, Point, Refusal, SIDE_MAX};

use super::{Place, assert_refuses, cell, content, legal_pops, link, pop, set_up, start};

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
fn a_link_of_three_segments_runs_both_ways_between_its_bends() {
    // From left to right, down, and back to the left; then in other orientations.
    let right = ["AS .. ..", "BS BS ..", "AS .. .."];
    let bends = link(&[(0, 0), (0, 1), (2, 1), (2, 0)]);
    assert_eq!(reported(Margin::Inside, &["AS ..", "BS ..", "AS .."], (0, 0), (2, 0)), Ok(bends));
    let bends = link(&[(0, 0), (0, 2), (2, 2), (2, 0)]);
    assert_eq!(reported(Margin::Inside, &right, (0, 0), (2, 0)), Ok(bends));
    let left = [".. .. AS", ".. BS BS", ".. .. AS"];
    let bends = link(&[(0, 2), (0, 0), (2, 0), (2, 2)]);
    assert_eq!(reported(Margin::Inside, &left, (0, 2), (2, 2)), Ok(bends));
    let up = [".. .. ..", ".. BS ..", "AS BS AS"];
    let bends = link(&[(2, 0), (0, 0), (0, 2), (2, 2)]);
    assert_eq!(reported(Margin::Inside, &up, (2, 0), (2, 2)), Ok(bends));
    let across = ["AS BS BS", ".. .. ..", "BS BS AS"];
    let bends = link(&[(0, 0), (1, 0), (1, 2), (2, 2)]);
    assert_eq!(reported(Margin::Inside, &across, (0, 0), (2, 2)), Ok(bends));
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

/// Board of the largest size with these blocks; all other cells hold `fill`.
fn vast(blocks: &[(Place, &str)], fill: Option<&str>) -> Board {
    Board::from_fn(SIDE_MAX, SIDE_MAX, |at| {
        let block = blocks.iter().find(|(place, _)| *place == (at.row, at.column));
        block.map(|&(_, token)| token).or(fill).and_then(content)
    })
}

#[test]
fn links_reach_across_the_largest_board() {
    let last = SIDE_MAX - 1;
    let (near, far) = ((0, 0), (last, last));
    let pops_of = |margin, board| legal_pops(&set_up(margin, board));
    for margin in Margin::ALL {
        let corners = vast(&[(near, "AS"), (far, "AS")], None);
        assert_eq!(pops_of(margin, corners), [(near, far, 2)]);
        let edge = vast(&[((0, last), "AS"), (far, "AS")], None);
        assert_eq!(pops_of(margin, edge), [((0, last), far, 1)]);
        let blocked =
            vast(&[(near, "AS"), ((0, last), "BS"), ((last, 0), "CS"), (far, "AS")], None);
        assert_eq!(pops_of(margin, blocked), [(near, far, 3)]);
    }
}

#[test]
fn links_run_around_the_largest_full_board() {
    let last = SIDE_MAX - 1;
    let end = Point::from(cell((last, last))).row;
    let ring = end + 1;
    let corners = [(0, 0), (0, last), (last, 0), (last, last)];
    let full = || set_up(Margin::Outside, vast(&corners.map(|place| (place, "AS")), Some("BS")));
    for (first, second, points) in [
        ((0, 0), (0, last), [(0, 0), (-1, 0), (-1, end), (0, end)]),
        ((0, 0), (last, 0), [(0, 0), (0, -1), (end, -1), (end, 0)]),
        ((0, last), (last, last), [(0, end), (0, ring), (end, ring), (end, end)]),
        ((last, 0), (last, last), [(end, 0), (ring, 0), (ring, end), (end, end)]),
    ] {
        let popped = pop(&mut full(), first, second).unwrap();
        assert_eq!(popped.link, link(&points));
    }
    let game = full();
    assert_refuses(&game, (0, 0), (last.into(), last.into()), Refusal::NoLink);
}
