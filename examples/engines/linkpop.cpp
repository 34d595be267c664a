// A Link and Pop engine, written from RULES.md (LP-1 to LP-32) with the engine kit for C++:
//
//     g++ -std=c++17 -O2 -I crates/command/engine-kits/cpp examples/engines/linkpop.cpp -o linkpop
//     twinboard verify linkpop --engine ./linkpop
//
// The board is a flat array with two rings around it, so that links need not ask for the edge. The
// inner ring is open if links may leave the board (LP-6), else it is a wall; the outer one is
// always a wall:
//
//     # # # # # #        # # # # # #
//     # . . . . #        # # # # # #        #  wall
//     # . A B . #        # # A B # #        .  empty cell
//     # . . . . #        # # # # # #
//     # # # # # #        # # # # # #
//      outside            inside

#include "planted.hpp"
#include "twinboard_coverage.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <vector>

namespace {

constexpr int SIDE_MAX = 32;  // LP-29
constexpr int RINGS = 2;

// Distances in the array from a cell to its neighbours.
constexpr int RIGHT = 1, DOWN = SIDE_MAX + 2 * RINGS;
constexpr int CELLS = DOWN * DOWN;

// The place of a cell; rows and columns count from 0 at the top left, and from -1 in the ring.
constexpr int place(int row, int column) { return (row + RINGS) * DOWN + column + RINGS; }
constexpr int row_of(int place) { return place / DOWN - RINGS; }
constexpr int column_of(int place) { return place % DOWN - RINGS; }

// A cell is the code of a block, or empty, or a wall.
using Code = unsigned char;
constexpr Code EMPTY = 254, WALL = 255;
constexpr std::string_view ATTRIBUTES = "UDLRS";

constexpr bool is_block(Code code) { return code < EMPTY; }
constexpr Code code_of(int symbol, int attribute) { return Code(symbol << 3 | attribute); }
constexpr char symbol_of(Code code) { return char('A' + (code >> 3)); }
constexpr char attribute_of(Code code) { return ATTRIBUTES[code & 7]; }

// Blocks match by symbol alone (LP-2).
bool match(Code one, Code other) {
    static const int mask = planted("linkpop-symbol-bit") ? 0b11011 : 0b11111;
    return ((one >> 3) & mask) == ((other >> 3) & mask);
}

// The cells that paths from one block reach, with up to three straight segments (LP-5).
struct Reach {
    static constexpr unsigned char COST_MAX = 3, UNREACHED = 4;

    // Least number of segments of a path to a cell.
    std::array<unsigned char, CELLS> cost;
    // The place where the last segment of that path begins.
    std::array<short, CELLS> corner;
};

// Two blocks that can be popped, `earlier` first in row-major order, and the cost of their link.
struct Pair {
    int earlier;
    int other;
    int cost;
};

// Adds a word to a hash.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    return hash ^ (hash >> 32);
}

class LinkPop {
public:
    static constexpr std::string_view name = "flat array, C++";
    static constexpr twinboard::Limit limits[] = {
        {"rows", 1, SIDE_MAX}, {"columns", 1, SIDE_MAX}, {"outside", 0, 1}};

    // LP-24, LP-25, LP-29 to LP-31: `n m`, the rows, `0 0`, and perhaps a line with the margin.
    static std::optional<LinkPop> set_up(std::string_view text) {
        twinboard::Words words(text);
        const std::uint64_t rows = words.number(), columns = words.number();
        if (rows < 1 || rows > SIDE_MAX || columns < 1 || columns > SIDE_MAX) return {};
        LinkPop game{int(rows), int(columns)};
        for (int row = 0; row < game.rows_; ++row) {
            for (int column = 0; column < game.columns_; ++column) {
                const std::string_view word = words.word();
                if (word == "..") continue;
                if (word.size() != 2 || word[0] < 'A' || word[0] > 'Z') return {};
                const std::size_t attribute = ATTRIBUTES.find(word[1]);
                if (attribute == std::string_view::npos) return {};
                game.board_[place(row, column)] = code_of(word[0] - 'A', int(attribute));
            }
        }
        words.number();  // 0 0
        words.number();
        if (words.word() == "margin" && words.word() == "outside") game.open_ring();
        if (planted("linkpop-row-end-wrap")) {
            for (int row = 0; row < game.rows_; ++row) {
                game.board_[place(row, game.columns_)] = EMPTY;
            }
        }
        return game;
    }

    void moves(twinboard::MoveSink& out) const {
        each_pair([&](const Pair& pair) {
            write(pair, out.next());
            return !out.full();
        });
    }

    bool play(std::string_view move, twinboard::Event& event, twinboard::Reason& reason) {
        twinboard::Words words(move);
        if (words.word() == "robot") {
            const std::optional<Pair> choice = choose();
            if (!choice) return reason.refuse("nothing-to-pop");  // LP-30
            pop(choice->earlier, choice->other, reach(choice->other), event);
            return true;
        }
        std::uint64_t numbers[4];
        for (std::uint64_t& number : numbers) number = words.number();
        const auto [row_1, column_1, row_2, column_2] = numbers;
        if (!is_on_board(row_1, column_1)) return reason.refuse("first-off-board");   // LP-8
        if (!is_on_board(row_2, column_2)) return reason.refuse("second-off-board");  // LP-9

        const int first = place(int(row_1), int(column_1));
        const int second = place(int(row_2), int(column_2));
        const bool is_late = planted("linkpop-same-cell-late");
        if (first == second && !is_late) return reason.refuse("same-cell");  // LP-10
        if (board_[first] == EMPTY) return reason.refuse("first-empty");     // LP-11
        if (board_[second] == EMPTY) return reason.refuse("second-empty");   // LP-12
        if (first == second) return reason.refuse("same-cell");
        if (!match(board_[first], board_[second])) {
            return reason.refuse("different-symbols");  // LP-13
        }
        const auto [earlier, other] = std::minmax(first, second);
        const Reach reached = reach(other);
        if (reached.cost[earlier] > Reach::COST_MAX) return reason.refuse("no-link");  // LP-14
        pop(earlier, other, reached, event);
        return true;
    }

    // PF-3: the rows from the top.
    void position(twinboard::Text& out) const {
        for (int row = 0; row < rows_; ++row) {
            for (int column = 0; column < columns_; ++column) {
                const Code code = board_[place(row, column)];
                if (is_block(code)) {
                    out << symbol_of(code) << attribute_of(code);
                } else {
                    out << ".";
                }
                out << (column + 1 < columns_ ? ' ' : '\n');
            }
        }
    }

    // LP-22.
    std::string_view outcome() const {
        bool is_over = true;
        each_pair([&](const Pair&) { return is_over = false; });
        if (!is_over) return "playing";
        return std::any_of(board_.begin(), board_.end(), is_block) ? "stuck" : "cleared";
    }

    // A hash of the position. The margin is no part of it, so the rings are left out.
    std::uint64_t key() const {
        std::uint64_t hash = mix(mix(0, std::uint64_t(rows_)), std::uint64_t(columns_));
        for (int row = 0; row < rows_; ++row) {
            for (int column = 0; column < columns_; ++column) {
                const int cell = place(row, column);
                if (!is_block(board_[cell])) continue;
                Code code = board_[cell];
                if (planted("linkpop-hash-attribute")) code &= 0b11111000;
                hash = mix(hash, std::uint64_t(cell << 8 | code));
            }
        }
        return hash;
    }

    void undo() {
        if (planted("linkpop-undo-pair-only")) {
            // Gives the two blocks back, but blocks that have moved since stay.
            const Pair& popped = earlier_->popped;
            board_[popped.earlier] = earlier_->board[popped.earlier];
            board_[popped.other] = earlier_->board[popped.other];
        } else {
            board_ = earlier_->board;
        }
        earlier_ = earlier_->earlier;
        pairs_.reset();
    }

    bool random(std::uint64_t x, twinboard::Text& out) const {
        if (!pairs_) {
            pairs_.emplace();
            each_pair([&](const Pair& pair) { return pairs_->push_back(pair), true; });
        }
        if (pairs_->empty()) return false;
        write((*pairs_)[x % pairs_->size()], out);
        return true;
    }

private:
    using Board = std::array<Code, CELLS>;

    // The board before a pop and, in the same way, before the pops before it. Copies of a game
    // share it.
    struct Earlier {
        Board board;
        Pair popped;
        std::shared_ptr<const Earlier> earlier;
    };

    // An empty board with walls around it.
    LinkPop(int rows, int columns) : rows_(rows), columns_(columns) {
        board_.fill(WALL);
        for (int row = 0; row < rows; ++row) std::fill_n(&board_[place(row, 0)], columns, EMPTY);
    }

    // Makes the inner ring empty.
    void open_ring() {
        for (int column = -1; column <= columns_; ++column) {
            board_[place(-1, column)] = board_[place(rows_, column)] = EMPTY;
        }
        for (int row = -1; row <= rows_; ++row) {
            board_[place(row, -1)] = board_[place(row, columns_)] = EMPTY;
            if (planted("linkpop-margin-off")) board_[place(row, columns_)] = WALL;
        }
    }

    // Numbers are of any size; -1 becomes the largest one.
    bool is_on_board(std::uint64_t row, std::uint64_t column) const {
        return row < std::uint64_t(rows_) && column < std::uint64_t(columns_);
    }

    // LP-4: walks from a block, straight on over empty cells, and turns up to twice.
    //
    // A segment stops at a cell that fewer segments reach: all that lies behind it in this
    // direction is reached by one segment from there.
    Reach reach(int start) const {
        Reach reached;
        reached.cost.fill(Reach::UNREACHED);
        reached.cost[start] = 0;
        // The cells in which a path may turn, in the order of their cost.
        std::array<short, CELLS> corners;
        corners[0] = short(start);
        int next = 0, size = 1;
        for (unsigned char cost = 1; cost <= Reach::COST_MAX; ++cost) {
            for (const int end = size; next < end; ++next) {
                for (const int step : {RIGHT, -RIGHT, DOWN, -DOWN}) {
                    for (int cell = corners[next] + step;; cell += step) {
                        if (board_[cell] == WALL || reached.cost[cell] < cost) break;
                        if (reached.cost[cell] == Reach::UNREACHED) {
                            reached.cost[cell] = cost;
                            reached.corner[cell] = corners[next];
                            if (board_[cell] == EMPTY || planted("linkpop-block-corner")) {
                                corners[size++] = short(cell);
                            }
                        }
                        if (board_[cell] != EMPTY) break;
                    }
                }
            }
        }
        return reached;
    }

    // Shows all pairs that can be popped until `visit` returns false: ordered by the earlier block,
    // then by the other one, both row by row.
    template <class Visit> void each_pair(Visit visit) const {
        std::array<short, SIDE_MAX * SIDE_MAX> blocks;
        int count = 0;
        for (int row = 0; row < rows_; ++row) {
            for (int column = 0; column < columns_; ++column) {
                const int cell = place(row, column);
                if (is_block(board_[cell])) blocks[count++] = short(cell);
            }
        }
        const short* const end = blocks.data() + count;
        for (const short* earlier = blocks.data(); earlier < end; ++earlier) {
            const auto is_twin = [&](int cell) { return match(board_[*earlier], board_[cell]); };
            const short* other = std::find_if(earlier + 1, end, is_twin);
            if (other == end) continue;
            const Reach reached = reach(*earlier);
            for (; other < end; other = std::find_if(other + 1, end, is_twin)) {
                const int cost = reached.cost[*other];
                if (cost <= Reach::COST_MAX && !visit(Pair{*earlier, *other, cost})) return;
            }
        }
    }

    // LP-20: the first of the pairs with the least cost.
    std::optional<Pair> choose() const {
        std::optional<Pair> best;
        each_pair([&](const Pair& pair) {
            if (!best || pair.cost < best->cost || overtakes(pair, *best)) best = pair;
            return best->cost > 1 || !planted_name.empty();
        });
        return best;
    }

    // True if a planted fault prefers a pair to an equally cheap one that comes first.
    static bool overtakes(const Pair& pair, const Pair& best) {
        if (pair.cost > best.cost) return false;
        if (planted("linkpop-other-last")) return pair.earlier == best.earlier;
        return planted("linkpop-column-first") && column_of(pair.earlier) < column_of(best.earlier);
    }

    void write(const Pair& pair, twinboard::Text& out) const {
        write_cell(pair.earlier, ',', out);
        write_cell(pair.other, ',', out << ' ');
        out << ' ' << pair.cost;
    }

    static void write_cell(int cell, char comma, twinboard::Text& out) {
        out << row_of(cell) << comma << column_of(cell);
    }

    // LP-15: takes the blocks away and lets the others move. `reached` is the reach of `other`, so
    // the corners lead to it from `earlier`.
    void pop(int earlier, int other, const Reach& reached, twinboard::Event& event) {
        event << symbol_of(board_[earlier]) << ' ';
        for (int point = earlier; point != other; point = reached.corner[point]) {
            write_cell(point, ',', event);
            event << '-';
        }
        write_cell(other, ',', event);

        const Pair popped{earlier, other, reached.cost[earlier]};
        earlier_ = std::make_shared<const Earlier>(Earlier{board_, popped, earlier_});
        board_[earlier] = board_[other] = EMPTY;
        pairs_.reset();
        settle(event);
    }

    // LP-19: turns of checking until nothing moves.
    void settle(twinboard::Event& event) {
        for (;;) {
            const std::bitset<SIDE_MAX> rows = turn(event);
            if (rows.none()) return;
            if (planted("linkpop-one-turn-short") && rows.count() == 1) return;
        }
    }

    // LP-16 to LP-18: checks each block once and appends the moves. Returns the rows with moves.
    std::bitset<SIDE_MAX> turn(twinboard::Event& event) {
        std::bitset<SIDE_MAX> rows;
        // Blocks that have moved in this turn, at their new places.
        std::bitset<CELLS> moved;
        for (int row = 0; row < rows_; ++row) {
            for (int index = 0; index < columns_; ++index) {
                const int column = planted("linkpop-right-together") ? columns_ - 1 - index : index;
                const int from = place(row, column);
                if (!is_block(board_[from])) continue;
                if (moved[from] && !planted("linkpop-moved-twice")) continue;
                const int to = target(from, attribute_of(board_[from]));
                if (!is_on_board(row_of(to), column_of(to)) || board_[to] != EMPTY) continue;
                std::swap(board_[from], board_[to]);
                moved.set(to);
                event << (rows.none() ? " / " : " ");
                write_cell(from, ',', event);
                rows.set(row);
            }
        }
        return rows;
    }

    // LP-17: the cell to which a block moves, if it can; its own if it stands still.
    static int target(int cell, char attribute) {
        switch (attribute) {
            case 'U': return cell - DOWN;
            case 'D': return cell + DOWN;
            case 'L': return cell - RIGHT;
            case 'R': return cell + RIGHT;
            default: return cell;
        }
    }

    int rows_;
    int columns_;
    Board board_;
    std::shared_ptr<const Earlier> earlier_;
    // The pairs that can be popped, once a random one has been asked for since the board changed.
    mutable std::optional<std::vector<Pair>> pairs_;
};

}  // namespace

int main() { return twinboard::serve<LinkPop>("linkpop"); }
