// Connect Four on 3 × 3, where nobody has four in a row. It judges moves and counts discs; its argument is a
// fault.
#include "twinboard.hpp"

static std::string fault;

struct Judge {
    int discs[3] = {};

    static constexpr std::string_view name = "judge";
    static constexpr twinboard::Limit limits[] = {{"rows", 3, 3}};
    static constexpr std::string_view hello[] = {"limit rows = columns", "note it judges"};

    static std::optional<Judge> set_up(std::string_view text) {
        Judge game;
        for (int cell = 0; cell < 12; ++cell) {
            if (cell % 4 < 3) game.discs[cell % 4] += text[cell] != '.';
        }
        return game;
    }
    bool legal(std::string_view move) const {
        if (move == "0" && fault == "zero") return true;
        const bool is_column = move.size() == 1 && move[0] >= '1' && move[0] <= '3';
        return is_column && discs[move[0] - '1'] < (fault == "full" ? 4 : 3);
    }
    bool play(std::string_view move) {
        const bool is_played = move != "0" && legal(move);
        if (is_played) ++discs[move[0] - '1'];
        return is_played;
    }
    // One of its own beside that of the kit.
    bool legal(int column) const { return discs[column] < 3; }
    void observe(twinboard::Observations& out) const {
        out.add("discs", std::to_string(discs[0] + discs[1] + discs[2]));
        out.add("board", "a row\nanother\n");
    }
};

int main(int count, char** arguments) {
    if (count > 1) fault = arguments[1];
    return twinboard::serve<Judge>("connect-four");
}
