/* A solution of Link and Pop, written from the clauses LP-1 to LP-28. The first argument is the margin,
   the second a slip: a bug to activate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 30, RING = SIDE + 2 };

static int rows, columns, margin;
static const char *slip = "";
static char symbol[RING][RING], attribute[RING][RING];

static int has(const char *name) { return strcmp(slip, name) == 0; }

static int on_board(int r, int c) { return 1 <= r && r <= rows && 1 <= c && c <= columns; }

static int is_free(int r, int c) {
    int low = 1 - margin;
    return low <= r && r <= rows + margin && low <= c && c <= columns + margin && !symbol[r][c];
}

/* True if all cells strictly between two cells of one row or column are free. */
static int is_open(int r, int c, int y, int x) {
    int down = (y > r) - (y < r), right = (x > c) - (x < c);
    for (r += down, c += right; r != y || c != x; r += down, c += right)
        if (!is_free(r, c)) return 0;
    return 1;
}

/* Number of segments of the shortest link between two blocks; 4 if none has fewer than `best`. */
static int cost(int r, int c, int y, int x, int best) {
    if ((r == y || c == x) && is_open(r, c, y, x)) return 1;
    if (best > 2 && r != y && c != x) {
        if (is_free(r, x) && is_open(r, c, r, x) && is_open(r, x, y, x)) return 2;
        if (is_free(y, c) && is_open(r, c, y, c) && is_open(y, c, y, x)) return 2;
    }
    for (int k = 0; best > 3 && k < RING; k++) {
        if (k != r && k != y && is_free(k, c) && is_free(k, x) && is_open(r, c, k, c) &&
            is_open(k, c, k, x) && is_open(k, x, y, x))
            return 3;
        if (k != c && k != x && is_free(r, k) && is_free(y, k) && is_open(r, c, r, k) &&
            is_open(r, k, y, k) && is_open(y, k, y, x))
            return 3;
    }
    return 4;
}

/* Pops the robot's pair. Returns 0 if there is none. */
static int pop(void) {
    int best = 4, one = 0, other = 0, cells = rows * columns;
    int is_wrong = has("wrong-tie-break");
    for (int i = 0; i < cells && best > 1; i++) {
        int r = i / columns + 1, c = i % columns + 1;
        if (!symbol[r][c]) continue;
        for (int j = i + 1; j < cells && best > 1; j++) {
            int y = j / columns + 1, x = j % columns + 1;
            if (symbol[y][x] != symbol[r][c]) continue;
            int found = cost(r, c, y, x, best + is_wrong);
            if (found < best || (is_wrong && found == best && found < 4))
                best = found, one = i, other = j;
        }
    }
    if (best == 4) return 0;
    symbol[one / columns + 1][one % columns + 1] = 0;
    symbol[other / columns + 1][other % columns + 1] = 0;
    return 1;
}

/* Plays one turn. Returns true if a block moved. */
static int turn(void) {
    static char moved[RING][RING];
    int any = 0;
    memset(moved, 0, sizeof moved);
    for (int r = 1; r <= rows; r++)
        for (int c = 1; c <= columns; c++) {
            if (!symbol[r][c] || moved[r][c]) continue;
            char a = attribute[r][c];
            int y = r + (a == 'D') - (a == 'U'), x = c + (a == 'R') - (a == 'L');
            if ((y == r && x == c) || !on_board(y, x) || symbol[y][x]) continue;
            symbol[y][x] = symbol[r][c], attribute[y][x] = a, symbol[r][c] = 0;
            moved[y][x] = 1, any = 1;
        }
    return any;
}

int main(int count, char **words) {
    char block[8];
    margin = count > 1 && strcmp(words[1], "outside") == 0;
    if (count > 2) slip = words[2];
    for (int number = 1; scanf("%d %d", &rows, &columns) == 2 && (rows || columns); number++) {
        if (number > 30) abort(); // The judge promises no more (LP-3).
        memset(symbol, 0, sizeof symbol);
        for (int r = 1; r <= rows; r++)
            for (int c = 1; c <= columns; c++) {
                if (scanf("%7s", block) != 1) return 1;
                symbol[r][c] = block[0], attribute[r][c] = block[1];
            }
        if (has("crashes-on-30x30") && rows == 30 && columns == 30) abort();
        if (has("divides-by-zero") && rows / (columns - 1) < 0) return 1;
        while (pop())
            while (turn()) {}
        printf("Case %d\n", number);
        for (int r = 1; r <= rows; r++) {
            for (int c = 1; c <= columns; c++) putchar(symbol[r][c] ? symbol[r][c] : '.');
            putchar('\n');
        }
    }
    return 0;
}
