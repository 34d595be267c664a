// A SameGame engine, written from RULES.md (SG-1 to SG-13) with the engine kit for C++:
//
//     g++ -std=c++17 -O2 -I crates/command/engine-kits/cpp examples/engines/samegame.cpp -o samegame
//     twinboard verify samegame --engine ./samegame
//
// The grid is a flat array of characters with a border of empty cells, so neighbours are found
// without asking for the edge. Columns lie one after the other, each from the bottom up, because
// cells fall within columns:
//
//     row 2   1 . .
//     row 1   3 1 4        ..........  .31.......  .1........  .4........  ..........
//                          border      column 1    column 2    column 3    border

#include "planted.hpp"
#include "twinboard_coverage.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include <unistd.h>

namespace {

constexpr int ROWS_MAX = 16, COLUMNS_MAX = 64;  // SG-2

// Distances in the array from a cell to its neighbours.
constexpr int UP = 1, RIGHT = ROWS_MAX + 2;
constexpr int CELLS = (COLUMNS_MAX + 2) * RIGHT;

// A cell is the digit of its colour, or a dot: the characters of positions (PF-3).
constexpr char EMPTY = '.';
using Board = std::array<char, CELLS>;

// The place of a cell; rows and columns count from 1, row 1 at the bottom (SG-1).
constexpr int place(int row, int column) { return column * RIGHT + row; }
constexpr int row_of(int place) { return place % RIGHT; }
constexpr int column_of(int place) { return place / RIGHT; }

// The places of a region, in the order in which they were found.
class Region {
public:
    void clear() { size_ = 0; }
    void add(int place) { places_[size_++] = short(place); }
    int size() const { return size_; }
    int operator[](int index) const { return places_[index]; }
    const short* begin() const { return places_.data(); }
    const short* end() const { return places_.data() + size_; }

private:
    std::array<short, ROWS_MAX * COLUMNS_MAX> places_;
    int size_ = 0;
};

// Adds a word to a hash.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    return hash ^ (hash >> 32);
}

class SameGame {
public:
    static constexpr std::string_view name = "flat array, C++";
    static constexpr twinboard::Limit limits[] = {
        {"rows", 1, ROWS_MAX}, {"columns", 1, COLUMNS_MAX}, {"colours", 1, 10}};

    // SG-14: `M N`, then the colours row by row from row 1, the bottom row.
    static std::optional<SameGame> set_up(std::string_view text) {
        twinboard::Words words(text);
        const std::uint64_t rows = words.number(), columns = words.number();
        if (rows < 1 || rows > ROWS_MAX || columns < 1 || columns > COLUMNS_MAX) return {};
        if (planted("samegame-widest-panic") && columns == COLUMNS_MAX) std::abort();
        SameGame game{int(rows), int(columns)};
        for (int row = 1; row <= game.rows_; ++row) {
            for (int column = 1; column <= game.columns_; ++column) {
                const std::uint64_t colour = words.number();
                if (!words || colour > 9) return {};
                if (planted("samegame-last-column") && column == game.columns_) continue;
                game.board_[place(row, column)] = char('0' + colour);
            }
        }
        return game;
    }

    // A move is a region of two cells or more (SG-5, SG-8).
    void moves(twinboard::MoveSink& out) const {
        Region region;
        Board left = board_;
        for (int cell = 0; next_group(cell, region, left);) {
            write(region, out.next());
            if (out.full()) return;
        }
    }

    bool play(std::string_view move, twinboard::Event& event, twinboard::Reason& reason) {
        twinboard::Words words(move);
        words.word();  // "select"
        const std::uint64_t row = words.number(), column = words.number();
        if (planted("samegame-refusal-order") && row > std::uint64_t(rows_) && row <= ROWS_MAX) {
            return reason.refuse("empty-cell");
        }
        if (!is_on_grid(row, column)) return reason.refuse("no-such-cell");  // SG-6

        const int selected = place(int(row), int(column));
        if (board_[selected] == EMPTY) return reason.refuse("empty-cell");  // SG-7

        Region region;
        Board left = board_;
        fill(selected, region, left);
        if (region.size() < 2) return reason.refuse("single-cell");  // SG-8
        if (planted("samegame-pair-refused") && region.size() == 2) {
            return reason.refuse("single-cell");
        }

        write(region, event);
        earlier_ = std::make_shared<const Earlier>(Earlier{board_, earlier_});
        remove(region);
        return true;
    }

    // PF-3: the rows from the top.
    void position(twinboard::Text& out) const {
        std::array<char, 2 * COLUMNS_MAX> line;
        line.fill(' ');
        const std::size_t length = 2 * std::size_t(columns_);
        for (int row = rows_; row >= 1; --row) {
            for (int column = 1; column <= columns_; ++column) {
                line[2 * std::size_t(column - 1)] = board_[place(row, column)];
            }
            out << std::string_view(line.data(), length - 1) << '\n';
        }
    }

    std::string_view outcome() const {
        bool is_won = true;
        for (int column = 1; column <= columns_; ++column) {
            for (int row = 1; row <= rows_; ++row) {
                const int cell = place(row, column);
                if (board_[cell] == EMPTY) break;
                if (board_[cell] == board_[cell + UP]) return "playing";
                if (board_[cell] == board_[cell + RIGHT] && !planted("samegame-stuck-rows")) {
                    return "playing";
                }
                if (planted("samegame-won-plane") && board_[cell] % 2 == 0) continue;
                is_won = false;
            }
        }
        return is_won ? "won" : "stuck";  // SG-12, SG-13
    }

    // A hash of the position: of the size of the grid and of its columns, 16 cells each.
    std::uint64_t key() const {
        std::uint64_t hash = mix(mix(0, std::uint64_t(rows_)), std::uint64_t(columns_));
        for (int column = 1; column <= columns_; ++column) {
            std::uint64_t words[2];
            static_assert(sizeof words == ROWS_MAX);
            std::memcpy(words, &board_[place(1, column)], sizeof words);
            for (std::uint64_t word : words) {
                if (planted("samegame-hash-plane")) word &= ~0x0101010101010101;
                hash = mix(hash, word);
            }
        }
        return hash;
    }

    void undo() {
        const char corner = board_[place(1, columns_)];
        board_ = earlier_->board;
        if (planted("samegame-undo-corner")) board_[place(1, columns_)] = corner;
        earlier_ = earlier_->earlier;
    }

    // Each region with equal chances.
    bool random(std::uint64_t x, twinboard::Text& out) const {
        Region region;
        Board left = board_;
        std::uint64_t count = 0;
        for (int cell = 0; next_group(cell, region, left);) ++count;
        if (planted("samegame-sample-last") && count > 0) --count;
        if (count == 0) return false;
        left = board_;
        int cell = 0;
        for (std::uint64_t more = x % count + 1; more > 0; --more) next_group(cell, region, left);
        write(region, out);
        return true;
    }

    // No cell floats (SG-10), and no empty column is left of another (SG-11).
    std::string_view validate() const {
        for (int column = 1; column <= columns_; ++column) {
            const bool is_empty = board_[place(1, column)] == EMPTY;
            if (is_empty && board_[place(1, column + 1)] != EMPTY) return "a column has not closed";
            for (int row = 1; row < rows_; ++row) {
                const int cell = place(row, column);
                if (board_[cell] == EMPTY && board_[cell + UP] != EMPTY) return "a cell floats";
            }
        }
        return "";
    }

private:
    // The board before a move and, in the same way, before the moves before it. Copies of a game
    // share it.
    struct Earlier {
        Board board;
        std::shared_ptr<const Earlier> earlier;
    };

    SameGame(int rows, int columns) : rows_(rows), columns_(columns) { board_.fill(EMPTY); }

    // Numbers are of any size.
    bool is_on_grid(std::uint64_t row, std::uint64_t column) const {
        const int rows = planted("samegame-last-row") ? rows_ - 1 : rows_;
        return row >= 1 && row <= std::uint64_t(rows) && column >= 1 &&
               column <= std::uint64_t(columns_);
    }

    bool is_in_group(int cell) const {
        const char colour = board_[cell];
        return colour != EMPTY &&
               (board_[cell + UP] == colour || board_[cell - UP] == colour ||
                board_[cell + RIGHT] == colour || board_[cell - RIGHT] == colour);
    }

    // Collects the region of a cell (SG-4) and takes it from the cells that are left.
    static void fill(int start, Region& region, Board& left) {
        const char colour = left[start];
        region.clear();
        region.add(start);
        left[start] = EMPTY;
        if (planted("samegame-colour-zero") && colour == '0') return;
        for (int next = 0; next < region.size(); ++next) {
            if (planted("samegame-fill-steps") && next == 8) return;
            for (const int step : {UP, -UP, RIGHT, -RIGHT}) {
                const int cell = region[next] + step;
                if (left[cell] != colour) continue;
                if (planted("samegame-word-carry") && step == RIGHT && column_of(cell) == 5) {
                    continue;
                }
                left[cell] = EMPTY;
                region.add(cell);
            }
            // Hangs if a region reaches column 8.
            while (planted("samegame-endless-fill") && column_of(region[next]) == 8) pause();
        }
    }

    // Advances `cell` to the first cell of the next region of two cells or more among those that
    // are left, in the order of the array. False if there is none.
    bool next_group(int& cell, Region& region, Board& left) const {
        const int end = place(0, columns_ + 1);
        for (++cell; cell < end; ++cell) {
            if (left[cell] == EMPTY) continue;
            fill(cell, region, left);
            if (planted("samegame-listed-twice")) {
                // Forgets the cells to the right that could be a first cell, too.
                for (const int other : region) {
                    if (column_of(other) != column_of(cell)) left[other] = board_[other];
                }
            }
            if (region.size() >= 2) return true;
        }
        return false;
    }

    // The text of a region: its colour and its cells.
    void write(const Region& region, twinboard::Text& out) const {
        out << board_[region[0]];
        for (const int cell : region) out << ' ' << row_of(cell) << ',' << column_of(cell);
    }

    // SG-9 to SG-11: takes the cells away, then cells drop, then columns close up.
    void remove(const Region& region) {
        int first = COLUMNS_MAX, last = 0;
        for (const int cell : region) {
            board_[cell] = EMPTY;
            first = std::min(first, column_of(cell));
            last = std::max(last, column_of(cell));
        }
        for (int column = first; column <= last; ++column) drop(column);
        close_up(first);
    }

    // SG-10: the cells of a column fall to the bottom and keep their order.
    void drop(int column) {
        char* const bottom = &board_[place(1, column)];
        char* const top = bottom + rows_;
        char* left = std::remove(bottom, top, EMPTY);
        if (planted("samegame-lowest-run")) {
            // The cells above the second gap float.
            char* const gap = std::find(bottom, top, EMPTY);
            char* const above = std::find_if(gap, top, [](char c) { return c != EMPTY; });
            left = std::copy(above, top, gap);
        }
        std::fill(left, top, EMPTY);
    }

    // SG-11: columns with cells move left over empty ones, from column `to` on.
    void close_up(int to) {
        bool closed = false;
        for (int column = to; column <= columns_; ++column) {
            char* const bottom = &board_[place(1, column)];
            if (*bottom == EMPTY && !(planted("samegame-close-once") && closed)) {
                closed = true;
                continue;
            }
            if (column != to) {
                std::copy_n(bottom, rows_, &board_[place(1, to)]);
                std::fill_n(bottom, rows_, EMPTY);
            }
            ++to;
        }
    }

    int rows_;
    int columns_;
    Board board_;
    std::shared_ptr<const Earlier> earlier_;
};

}  // namespace

int main() { return twinboard::serve<SameGame>("samegame"); }
