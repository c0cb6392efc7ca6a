/* The compiled core of the Palace bots: whole searches, so that no call is made per position.
 *
 * How a sphere rolls is not written here. Python asks the one slow roll of the rules and hands over the answers
 * (palace_load): a ray says which panes a sphere would enter on an empty line, and what happens at each pane
 * where it could meet the first sphere. What stands here are the rules of placing, of the bands options, of
 * passing and of the end (rules/palace/legal.py), and the search (rules/bots/palace/search.py). Tests compare
 * every result with Python's.
 *
 * Panes are 0-79, 8 * row + column. Spheres are kept by column (bit = row) and by row (bit = column).
 * Levels are an index 0-242: the digits of the five levels, less one, to the base 3, band 1 first.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ABI 1
#define ROWS 10
#define WIDTH 8
#define PANES 80
#define BANDS 5
#define TERRAINS 243
#define LEAST 4
#define NONE 255
#define BLOCKED 0xFFFF
#define MAX_RAYS 1024
#define MAX_LIST 8192
#define MAX_MOVES 512                           /* 11 terrains x (8 spheres x 4 directions), with room */
#define MAX_PLY 48
#define FAR 64
#define WIN 100000
#define FORCED (WIN - 1000)

enum { FREE, SINGLE, ACTION, LOCKED };          /* the bands option */
enum { NORTH, EAST, SOUTH, WEST };
enum { EXACT, LOWER, UPPER };
enum { STOPPED = 1 };

/* One direction on one line. A result is target | victim << 4 | victim_to << 8, each a place on the line or 15
 * for none (a target of 15: over the edge); BLOCKED when the roll is not legal. */
typedef struct {
    uint16_t way, clear;
    uint16_t beyond[ROWS], free[ROWS], backed[ROWS];
} Ray;

typedef struct { uint16_t start, count; } Span;

typedef struct {
    uint64_t hash;
    uint16_t file[2][WIDTH];
    uint8_t rank[2][ROWS];
    uint8_t reserve[2], spheres[2];             /* spheres: on the board and in reserve */
    uint8_t levels, turn, moved, left;          /* left: turns to the draw by the limit, at most FAR */
} Node;

typedef struct {
    uint8_t from, to, victim, victim_to;        /* a place has no from, a pass or band move neither from nor to */
    uint8_t levels, owner;                      /* levels after; owner: the victim's side */
    int8_t gain;
    uint8_t unused;
} Move;

typedef struct { uint64_t key; int32_t value; int8_t depth; uint8_t kind; Move best; } Entry;

typedef struct {
    int32_t spheres[9], reserve, row[ROWS], column[4], level[3], mobility, strike[4], danger[4], move;
} Weights;

static Ray rays[MAX_RAYS];
static uint16_t roll_ray[TERRAINS][ROWS][2];    /* along a column, [0] to the north, [1] to the south */
static Span single_span[TERRAINS][ROWS][2], free_span[ROWS][2];
static uint16_t lists[MAX_LIST];                /* ray numbers, the different ones within a turn's reach */
static uint16_t across[WIDTH][2][256];          /* along a row: the result by what stands on the row */
static uint32_t across_sum[WIDTH][2][256], free_sum[ROWS][2][1024];
static uint32_t free_start[ROWS][2][1024];
static uint16_t *free_pool;
static uint8_t level_of[TERRAINS][BANDS], beside[TERRAINS][10], beside_count[TERRAINS];
static uint64_t z_pane[2][PANES], z_reserve[2][WIDTH], z_levels[TERRAINS], z_turn, z_left[FAR + 1];
static int loaded;

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

/* ------------------------------------------------------------------------------------------ tables */

static unsigned result_of(const Ray *ray, unsigned forward, unsigned occupied)
{
    unsigned met = occupied & ray->way;
    if (!met)
        return ray->clear;
    unsigned at = forward ? __builtin_ctz(met) : 31 - __builtin_clz(met);
    return occupied & ray->beyond[at] ? ray->backed[at] : ray->free[at];
}

/* Bit set of the victim that a result breaks, and in the upper half 1 for the count of rolls. */
static uint32_t sum_of(unsigned result)
{
    unsigned victim = result >> 4 & 15, to = result >> 8 & 15;
    if (result == BLOCKED)
        return 0;
    return 1u << 16 | (victim < 15 && to == 15 ? 1u << victim : 0);
}

/* The different results of the rays of a list, in their order; returns how many. */
static int results_of(Span span, unsigned forward, unsigned occupied, uint16_t *found)
{
    int count = 0;
    for (int n = 0; n < span.count; n++) {
        unsigned result = result_of(&rays[lists[span.start + n]], forward, occupied);
        int known = result == BLOCKED;
        for (int k = 0; k < count && !known; k++)
            known = found[k] == result;
        if (!known)
            found[count++] = (uint16_t)result;
    }
    return count;
}

static int fill_free(void)
{
    uint16_t found[64];
    int used = 0, room = 1 << 16;
    free(free_pool);
    free_pool = malloc(room * sizeof *free_pool);
    for (int row = 0; row < ROWS; row++)
        for (int south = 0; south < 2; south++)
            for (int occupied = 0; occupied < 1024; occupied++) {
                int line = south ? (1 << row) - 1 : 1023 & ~((2 << row) - 1);
                free_start[row][south][occupied] = free_start[row][south][occupied & line];
                free_sum[row][south][occupied] = free_sum[row][south][occupied & line];
                if (occupied & ~line)
                    continue;
                int count = results_of(free_span[row][south], !south, occupied, found);
                uint32_t sum = 0;
                for (int n = 0; n < count; n++)
                    sum = (sum | (sum_of(found[n]) & 0xFFFF)) + (1u << 16);
                if (!free_pool || used + count > room)
                    return 0;
                memcpy(free_pool + used, found, count * sizeof *found);
                free_start[row][south][occupied] = used;
                free_sum[row][south][occupied] = sum;
                used += count;
            }
    return 1;
}

/* Takes the tables. `ray_data`: for each ray way, clear, then beyond, free and backed of ten places. The rays of
 * the rows come last, eight columns to the east, then eight to the west. Returns ABI, or 0 when they do not fit. */
int palace_load(const int32_t *ray_data, int ray_count, const int32_t *roll_data, const int32_t *span_data,
                const int32_t *list_data, int list_count)
{
    loaded = 0;
    if (ray_count > MAX_RAYS || list_count > MAX_LIST)
        return 0;
    for (int n = 0; n < ray_count; n++) {
        Ray *ray = &rays[n];
        ray->way = (uint16_t)*ray_data++;
        ray->clear = (uint16_t)*ray_data++;
        for (int k = 0; k < ROWS; k++) ray->beyond[k] = (uint16_t)*ray_data++;
        for (int k = 0; k < ROWS; k++) ray->free[k] = (uint16_t)*ray_data++;
        for (int k = 0; k < ROWS; k++) ray->backed[k] = (uint16_t)*ray_data++;
    }
    for (int n = 0; n < list_count; n++)
        lists[n] = (uint16_t)list_data[n];
    for (int t = 0; t < TERRAINS; t++) {
        for (int band = BANDS - 1, rest = t; band >= 0; band--, rest /= 3)
            level_of[t][band] = 1 + rest % 3;
        beside_count[t] = 0;
        for (int band = 0, unit = 81; band < BANDS; band++, unit /= 3) {
            if (level_of[t][band] > 1) beside[t][beside_count[t]++] = (uint8_t)(t - unit);
            if (level_of[t][band] < 3) beside[t][beside_count[t]++] = (uint8_t)(t + unit);
        }
        for (int row = 0; row < ROWS; row++)
            for (int south = 0; south < 2; south++) {
                roll_ray[t][row][south] = (uint16_t)*roll_data++;
                single_span[t][row][south].start = (uint16_t)*span_data++;
                single_span[t][row][south].count = (uint16_t)*span_data++;
            }
    }
    for (int row = 0; row < ROWS; row++)
        for (int south = 0; south < 2; south++) {
            free_span[row][south].start = (uint16_t)*span_data++;
            free_span[row][south].count = (uint16_t)*span_data++;
        }
    for (int column = 0; column < WIDTH; column++)
        for (int west = 0; west < 2; west++)
            for (int occupied = 0; occupied < 256; occupied++) {
                const Ray *ray = &rays[ray_count - 2 * WIDTH + west * WIDTH + column];
                unsigned result = result_of(ray, !west, occupied & ~(1 << column));
                across[column][west][occupied] = (uint16_t)result;
                across_sum[column][west][occupied] = sum_of(result);
            }
    uint64_t seed = 2026;
    for (int side = 0; side < 2; side++) {
        for (int n = 0; n < PANES; n++) z_pane[side][n] = splitmix(&seed);
        for (int n = 0; n < WIDTH; n++) z_reserve[side][n] = splitmix(&seed);
    }
    for (int n = 0; n < TERRAINS; n++) z_levels[n] = splitmix(&seed);
    for (int n = 0; n <= FAR; n++) z_left[n] = splitmix(&seed);
    z_turn = splitmix(&seed);
    loaded = fill_free();
    return loaded ? ABI : 0;
}

/* ---------------------------------------------------------------------------------------- positions */

static void flip(Node *node, int side, int pane)
{
    node->file[side][pane & 7] ^= (uint16_t)(1 << (pane >> 3));
    node->rank[side][pane >> 3] ^= (uint8_t)(1 << (pane & 7));
    node->hash ^= z_pane[side][pane];
}

/* `words`: white and black panes (0-63, 64-79 each), reserves, levels, turn, moved, left. */
static Node read_node(const uint64_t *words, int option)
{
    Node node;
    memset(&node, 0, sizeof node);
    for (int side = 0; side < 2; side++) {
        for (int pane = 0; pane < PANES; pane++)
            if (words[2 * side + (pane >> 6)] >> (pane & 63) & 1) {
                flip(&node, side, pane);
                node.spheres[side]++;
            }
        for (int column = 0; column < WIDTH; column++)
            if (words[4 + side] >> column & 1) {
                node.reserve[side] |= (uint8_t)(1 << column);
                node.hash ^= z_reserve[side][column];
                node.spheres[side]++;
            }
    }
    node.levels = (uint8_t)words[6];
    node.turn = (uint8_t)words[7];
    node.moved = (uint8_t)words[8];
    node.left = (uint8_t)(words[9] > FAR ? FAR : words[9]);
    node.hash ^= z_left[node.left] ^ (node.turn ? z_turn : 0) ^ (option == FREE ? 0 : z_levels[node.levels]);
    return node;
}

static void write_node(const Node *node, uint64_t *words)
{
    memset(words, 0, 10 * sizeof *words);
    for (int side = 0; side < 2; side++) {
        for (int row = 0; row < ROWS; row++)
            words[2 * side + (row >> 3)] |= (uint64_t)node->rank[side][row] << 8 * (row & 7);
        words[4 + side] = node->reserve[side];
    }
    words[6] = node->levels;
    words[7] = node->turn;
    words[8] = node->moved;
    words[9] = node->left;
}

static unsigned file_of(const Node *node, int column) { return node->file[0][column] | node->file[1][column]; }
static unsigned rank_of(const Node *node, int row) { return node->rank[0][row] | node->rank[1][row]; }

/* The columns whose waiting sphere could enter, were the entrance band at level 1. */
static unsigned entrances(const Node *node)
{
    return node->reserve[node->turn] & ~rank_of(node, node->turn ? ROWS - 1 : 0);
}

static int entrance_open(int turn, int levels) { return level_of[levels][turn ? BANDS - 1 : 0] == 1; }

static Node after(const Node *node, const Move *move, int option)
{
    Node next = *node;
    int turn = node->turn;
    if (move->victim != NONE) {
        flip(&next, move->owner, move->victim);
        if (move->victim_to == NONE)
            next.spheres[move->owner]--;
        else
            flip(&next, move->owner, move->victim_to);
    }
    if (move->from != NONE)
        flip(&next, turn, move->from);
    if (move->to != NONE)
        flip(&next, turn, move->to);
    if (move->from != NONE && move->to == NONE)
        next.spheres[turn]--;
    if (move->from == NONE && move->to != NONE) {
        next.reserve[turn] ^= (uint8_t)(1 << (move->to & 7));
        next.hash ^= z_reserve[turn][move->to & 7];
    }
    if (move->levels != node->levels && option != FREE)
        next.hash ^= z_levels[node->levels] ^ z_levels[move->levels];
    next.levels = move->levels;
    next.turn = (uint8_t)!turn;
    next.moved = 0;
    next.hash ^= z_turn;
    if (next.left < FAR) {
        next.hash ^= z_left[next.left] ^ z_left[next.left - 1];
        next.left--;
    }
    return next;
}

/* ------------------------------------------------------------------------------------------- turns */

static Move *add(Move *moves, int levels, int from, int to)
{
    Move move = {(uint8_t)from, (uint8_t)to, NONE, NONE, (uint8_t)levels, 0, 0, 0};
    *moves = move;
    return moves + 1;
}

/* The roll from `pane` whose result on its line is given; `stride` turns places on the line into panes. */
static Move *add_roll(Move *moves, const Node *node, int levels, int pane, unsigned result, int base, int stride)
{
    unsigned target = result & 15, victim = result >> 4 & 15, to = result >> 8 & 15;
    Move move = {(uint8_t)pane, NONE, NONE, NONE, (uint8_t)levels, 0, 0, 0};
    if (target < 15)
        move.to = (uint8_t)(base + stride * target);
    else
        move.gain = -1;
    if (victim < 15) {
        move.victim = (uint8_t)(base + stride * victim);
        move.owner = node->rank[1][move.victim >> 3] >> (move.victim & 7) & 1;
        if (to < 15)
            move.victim_to = (uint8_t)(base + stride * to);
        else
            move.gain = move.owner == node->turn ? -1 : 1;
    }
    *moves = move;
    return moves + 1;
}

static Move *add_places(Move *moves, const Node *node, int levels)
{
    for (unsigned rest = entrances(node); rest; rest &= rest - 1)
        moves = add(moves, levels, NONE, (node->turn ? PANES - WIDTH : 0) + __builtin_ctz(rest));
    return moves;
}

/* Every roll on one terrain; with `levels` FREE_TERRAIN every different one on all of them. */
#define FREE_TERRAIN (-1)
static Move *add_rolls(Move *moves, const Node *node, int levels)
{
    int after_levels = levels == FREE_TERRAIN ? node->levels : levels;
    for (int row = 0; row < ROWS; row++)
        for (unsigned rest = node->rank[node->turn][row]; rest; rest &= rest - 1) {
            int column = __builtin_ctz(rest), pane = WIDTH * row + column;
            unsigned on_file = file_of(node, column), on_rank = rank_of(node, row);
            for (int direction = NORTH; direction <= WEST; direction++) {
                int back = direction >> 1;      /* south or west */
                if (direction & 1) {
                    unsigned result = across[column][back][on_rank];
                    if (result != BLOCKED)
                        moves = add_roll(moves, node, after_levels, pane, result, WIDTH * row, 1);
                } else if (levels == FREE_TERRAIN) {
                    const uint16_t *results = free_pool + free_start[row][back][on_file];
                    int count = free_sum[row][back][on_file] >> 16;
                    for (int n = 0; n < count; n++)
                        moves = add_roll(moves, node, after_levels, pane, results[n], column, WIDTH);
                } else {
                    unsigned result = result_of(&rays[roll_ray[levels][row][back]], !back, on_file);
                    if (result != BLOCKED)
                        moves = add_roll(moves, node, after_levels, pane, result, column, WIDTH);
                }
            }
        }
    return moves;
}

static Move *add_on(Move *moves, const Node *node, int levels)
{
    if (entrance_open(node->turn, levels))
        moves = add_places(moves, node, levels);
    return add_rolls(moves, node, levels);
}

/* Every turn (the rest of one, once a band was moved in it); neither side is broken. Returns how many. */
static int turns_of(const Node *node, int option, Move *moves)
{
    Move *end = moves;
    int levels = node->levels;
    int bands = option == ACTION || (option == SINGLE && !node->moved) ? beside_count[levels] : 0;
    if (option == FREE) {
        end = add_places(end, node, levels);
        end = add_rolls(end, node, FREE_TERRAIN);
    } else {
        end = add_on(end, node, levels);
        for (int n = 0; n < bands && option == SINGLE; n++)
            end = add_on(end, node, beside[levels][n]);
    }
    int stuck = end == moves;
    if (stuck && option != ACTION)
        end = add(end, levels, NONE, NONE);
    if (stuck || option == ACTION)              /* a turn of nothing but a band move */
        for (int n = 0; n < bands; n++)
            end = add(end, beside[levels][n], NONE, NONE);
    return (int)(end - moves);
}

static int broken(const Node *node) { return node->spheres[0] < LEAST || node->spheres[1] < LEAST; }

/* -------------------------------------------------------------------------------------------- perft */

static int rolls_on(const Node *node, int levels)
{
    int count = 0;
    for (int row = 0; row < ROWS; row++)
        for (unsigned rest = node->rank[node->turn][row]; rest; rest &= rest - 1) {
            int column = __builtin_ctz(rest);
            unsigned on_file = file_of(node, column), on_rank = rank_of(node, row);
            count += (across[column][0][on_rank] != BLOCKED) + (across[column][1][on_rank] != BLOCKED);
            count += result_of(&rays[roll_ray[levels][row][0]], 1, on_file) != BLOCKED;
            count += result_of(&rays[roll_ray[levels][row][1]], 0, on_file) != BLOCKED;
        }
    return count;
}

static int acts_on(const Node *node, int levels)
{
    int places = entrance_open(node->turn, levels) ? __builtin_popcount(entrances(node)) : 0;
    return places + rolls_on(node, levels);
}

/* The legal band moves, as terrains; 1 into *pass when passing is legal. `acts`: places and rolls as it is. */
static int bands_of(const Node *node, int option, int acts, uint8_t *found, int *pass)
{
    int count = 0, levels = node->levels;
    *pass = 0;
    if (option == FREE) {
        unsigned on_board = 0;
        for (int row = 0; row < ROWS; row++)
            on_board |= node->rank[node->turn][row];
        for (int band = 0, unit = 81; band < BANDS; band++, unit /= 3)
            for (int level = 1; level <= 3; level++)
                if (level != level_of[levels][band])
                    found[count++] = (uint8_t)(levels + unit * (level - level_of[levels][band]));
        *pass = !on_board && !entrances(node);
    } else if (option == ACTION) {
        memcpy(found, beside[levels], count = beside_count[levels]);
    } else if (option == SINGLE && !node->moved) {
        for (int n = 0; n < beside_count[levels]; n++)
            if (acts_on(node, beside[levels][n]))
                found[count++] = beside[levels][n];
        if (!count && !acts) {
            memcpy(found, beside[levels], count = beside_count[levels]);
            *pass = 1;
        }
    } else {
        *pass = !acts;
    }
    return count;
}

static uint64_t perft(const Node *node, int option, int depth)
{
    uint8_t bands[16];
    int pass;
    if (!node->left || broken(node))
        return 0;
    int acts = acts_on(node, node->levels);
    int count = bands_of(node, option, acts, bands, &pass);
    if (depth <= 1)
        return depth == 1 ? (uint64_t)(acts + count + pass) : 1;
    Move moves[160], *end = add_on(moves, node, node->levels);
    if (pass)
        end = add(end, node->levels, NONE, NONE);
    uint64_t total = 0;
    for (Move *move = moves; move < end; move++) {
        Node next = after(node, move, option);
        total += perft(&next, option, depth - 1);
    }
    for (int n = 0; n < count; n++) {
        Node next = *node;
        if (option == ACTION) {
            Move move = {NONE, NONE, NONE, NONE, bands[n], 0, 0, 0};
            next = after(node, &move, option);
        } else {
            next.levels = bands[n];
            next.moved = option == SINGLE;
        }
        total += perft(&next, option, depth - 1);
    }
    return total;
}

uint64_t palace_perft(const uint64_t *words, int option, int depth)
{
    Node node = read_node(words, option);
    return depth ? perft(&node, option, depth) : 1;
}

/* The positions after each turn, ten words each; returns how many (at most `room`). */
int palace_turns(const uint64_t *words, int option, uint64_t *out, int room)
{
    Move moves[MAX_MOVES];
    Node node = read_node(words, option);
    int count = !node.left || broken(&node) ? 0 : turns_of(&node, option, moves);
    for (int n = 0; n < count && n < room; n++) {
        Node next = after(&node, &moves[n], option);
        write_node(&next, out + 10 * n);
    }
    return count;
}

/* ---------------------------------------------------------------------------------------- evaluation */

static uint32_t reach_sum(const Node *node, int option, int row, int south, unsigned occupied)
{
    if (option == FREE)
        return free_sum[row][south][occupied];
    if (option != SINGLE)
        return sum_of(result_of(&rays[roll_ray[node->levels][row][south]], !south, occupied));
    uint16_t found[64];
    uint32_t sum = 0;
    int count = results_of(single_span[node->levels][row][south], !south, occupied, found);
    for (int n = 0; n < count; n++)
        sum = (sum | (sum_of(found[n]) & 0xFFFF)) + (1u << 16);
    return sum;
}

/* For the side to move, in hundredths of a sphere: rules/bots/palace/evaluate.py. */
static int evaluate(const Node *node, int option, const Weights *w)
{
    int points[2] = {0, 0}, hit[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
        uint8_t victims[ROWS] = {0};
        int sum = 0, rolls = 0;
        for (int row = 0; row < ROWS; row++)
            for (unsigned rest = node->rank[side][row]; rest; rest &= rest - 1) {
                int column = __builtin_ctz(rest);
                unsigned on_file = file_of(node, column), on_rank = rank_of(node, row);
                uint32_t along = reach_sum(node, option, row, 0, on_file), back = reach_sum(node, option, row, 1, on_file);
                uint32_t east = across_sum[column][0][on_rank], west = across_sum[column][1][on_rank];
                rolls += (int)((along >> 16) + (back >> 16) + (east >> 16) + (west >> 16));
                sum += w->row[side ? ROWS - 1 - row : row] + w->column[column < 4 ? column : 7 - column];
                if (option != FREE)
                    sum += w->level[level_of[node->levels][row >> 1] - 1];
                victims[row] |= (uint8_t)(east | west);
                for (unsigned hits = (along | back) & 0xFFFF; hits; hits &= hits - 1)
                    victims[__builtin_ctz(hits)] |= (uint8_t)(1 << column);
            }
        points[side] = sum + w->mobility * rolls;
        for (int row = 0; row < ROWS; row++)
            for (unsigned hits = victims[row] & node->rank[!side][row]; hits; hits &= hits - 1)
                hit[side]++;
    }
    int own = node->turn, other = !own;
    if (hit[own] && node->spheres[other] == LEAST)
        return WIN - 1;
    return points[own] - points[other] + w->spheres[node->spheres[own]] - w->spheres[node->spheres[other]]
        + w->reserve * (__builtin_popcount(node->reserve[own]) - __builtin_popcount(node->reserve[other]))
        + w->strike[hit[own] < 3 ? hit[own] : 3] + w->danger[hit[other] < 3 ? hit[other] : 3] + w->move;
}

int palace_evaluate(const uint64_t *words, int option, const int32_t *weights)
{
    Node node = read_node(words, option);
    return evaluate(&node, option, (const Weights *)weights);
}

/* ------------------------------------------------------------------------------------------- search */

typedef int (*Expired)(void);

typedef struct {
    const Weights *weights;
    int option, stop, jitter, pv_length[MAX_PLY + 2];
    uint64_t nodes, most, ask_at, mask, salt;
    Expired expired;
    Entry *table;
    int32_t history[2][PANES + 1][PANES + 1];
    Move killers[MAX_PLY + 2][2], pv[MAX_PLY + 2][MAX_PLY + 2];
} Search;

static int same(const Move *a, const Move *b) { return !memcmp(a, b, sizeof *a); }

static int slot(int pane) { return pane == NONE ? PANES : pane; }

static void ask(Search *s)
{
    if (s->nodes >= s->most || (s->expired && s->expired()))
        s->stop = STOPPED;
    s->ask_at = s->nodes + 4096 < s->most ? s->nodes + 4096 : s->most;
}

static int from_node(int value, int ply)
{
    return value > FORCED ? value + ply : value < -FORCED ? value - ply : value;
}

static int from_root(int value, int ply)
{
    return value > FORCED ? value - ply : value < -FORCED ? value + ply : value;
}

/* Orders worth looking at first; the rest stays as it was generated. */
static int order_of(const Search *s, const Node *node, const Move *move, const Move *first, int ply)
{
    if (first && same(move, first))
        return 1 << 30;
    if (move->gain)
        return move->gain > 0 ? 1 << 29 : -1;
    if (same(move, &s->killers[ply][0]) || same(move, &s->killers[ply][1]))
        return 1 << 28;
    int value = s->history[node->turn][slot(move->from)][slot(move->to)];
    return value < 1 << 27 ? value : 1 << 27;
}

static int value_of(Search *s, const Node *node, int depth, int alpha, int beta, int ply)
{
    s->pv_length[ply] = ply;
    if (s->nodes >= s->ask_at)
        ask(s);
    if (s->stop)
        return 0;
    s->nodes++;
    if (!node->left)
        return 0;
    if (depth <= 0) {
        int value = evaluate(node, s->option, s->weights);
        if (value > FORCED)
            return value - ply;
        if (s->jitter) {
            uint64_t draw = node->hash ^ s->salt;
            value += (int)(splitmix(&draw) % (2u * (unsigned)s->jitter + 1)) - s->jitter;
        }
        return value;
    }
    Entry *entry = &s->table[node->hash & s->mask], known = *entry;
    const Move *first = NULL;
    if (known.key == node->hash && known.depth >= 0) {
        first = &known.best;
        if (known.depth == depth) {
            int value = from_root(known.value, ply);
            if (known.kind == EXACT || (known.kind == LOWER && value >= beta)
                || (known.kind == UPPER && value <= alpha))
                return value;
        }
    }
    Move moves[MAX_MOVES];
    int orders[MAX_MOVES], count = turns_of(node, s->option, moves);
    for (int n = 0; n < count; n++)
        orders[n] = order_of(s, node, &moves[n], first, ply);
    int best = -WIN - 1, start = alpha, best_at = 0;
    for (int n = 0; n < count; n++) {
        int pick = n;                           /* near the leaves sorting to the end costs more than it saves */
        for (int k = n + 1; k < count && (depth > 1 || n < 6); k++)
            if (orders[k] > orders[pick])
                pick = k;
        Move move = moves[pick];
        int order = orders[pick];
        moves[pick] = moves[n], orders[pick] = orders[n];
        moves[n] = move, orders[n] = order;
        int value;
        s->pv_length[ply + 1] = ply + 1;
        if (move.gain > 0 && node->spheres[!node->turn] == LEAST) {
            value = WIN - ply - 1;
        } else if (move.gain < 0 && node->spheres[node->turn] == LEAST) {
            value = ply + 1 - WIN;
        } else {
            Node next = after(node, &move, s->option);
            value = -value_of(s, &next, depth - 1, -beta, -alpha, ply + 1);
            if (s->stop)
                return 0;
        }
        if (value > best) {
            best = value;
            best_at = n;
            if (value > alpha) {
                alpha = value;
                s->pv[ply][ply] = move;
                for (int k = ply + 1; k < s->pv_length[ply + 1]; k++)
                    s->pv[ply][k] = s->pv[ply + 1][k];
                s->pv_length[ply] = s->pv_length[ply + 1] > ply + 1 ? s->pv_length[ply + 1] : ply + 1;
                if (alpha >= beta) {
                    if (!move.gain) {
                        int32_t *history = &s->history[node->turn][slot(move.from)][slot(move.to)];
                        if (*history < 1 << 28)
                            *history += depth * depth;
                        if (!same(&move, &s->killers[ply][0])) {
                            s->killers[ply][1] = s->killers[ply][0];
                            s->killers[ply][0] = move;
                        }
                    }
                    break;
                }
            }
        }
    }
    entry->key = node->hash;
    entry->value = from_node(best, ply);
    entry->depth = (int8_t)depth;
    entry->kind = best >= beta ? LOWER : best > start ? EXACT : UPPER;
    entry->best = moves[best_at];
    return best;
}

/* Searches to `depth` turns or `most` nodes; depth 1 is finished in any case. `seed` shuffles the root's turns
 * (0: as generated); it also draws the errors of judgement, of up to `jitter` each. out: value, depth, nodes, turns in the line. line: ten words a position, after each turn
 * of the line (room for MAX_PLY). Returns 1, or 0 when there is nothing to search or no memory. */
int palace_search(const uint64_t *words, int option, const int32_t *weights, int depth, uint64_t most,
                  int table_bits, uint64_t seed, int jitter, Expired expired, int64_t *out, uint64_t *line)
{
    Node root = read_node(words, option);
    Search *s = calloc(1, sizeof *s);
    Move moves[MAX_MOVES];
    int count = 0;
    if (s)
        s->table = malloc(((size_t)1 << table_bits) * sizeof(Entry));
    if (loaded && s && s->table && root.left && !broken(&root))
        count = turns_of(&root, option, moves);
    if (!count) {
        if (s) free(s->table);
        free(s);
        return 0;
    }
    for (size_t n = 0; n < (size_t)1 << table_bits; n++)
        s->table[n].depth = -1;
    s->weights = (const Weights *)weights;
    s->option = option;
    s->most = most;
    s->mask = ((uint64_t)1 << table_bits) - 1;
    s->expired = expired;
    s->jitter = jitter;
    s->salt = seed;
    memset(s->killers, NONE, sizeof s->killers);
    for (int n = count - 1; seed && n > 0; n--) {
        int k = (int)(splitmix(&seed) % (uint64_t)(n + 1));
        Move move = moves[n];
        moves[n] = moves[k], moves[k] = move;
    }
    if (depth > MAX_PLY)
        depth = MAX_PLY;
    int length = 0;
    Move best_line[MAX_PLY + 2];
    for (int d = 1; d <= depth; d++) {
        int best = -WIN - 1, best_at = 0;
        s->ask_at = d == 1 ? UINT64_MAX : s->nodes;
        for (int n = 0; n < count; n++) {
            Node next = after(&root, &moves[n], option);
            int value;
            s->pv_length[1] = 1;
            if (next.spheres[root.turn] < LEAST)
                value = 1 - WIN;
            else if (next.spheres[!root.turn] < LEAST)
                value = WIN - 1;
            else
                value = -value_of(s, &next, d - 1, -WIN - 1, -best, 1);
            if (s->stop)
                break;
            if (value > best) {
                best = value;
                best_at = n;
                s->pv[0][0] = moves[n];
                for (int k = 1; k < s->pv_length[1]; k++)
                    s->pv[0][k] = s->pv[1][k];
                s->pv_length[0] = s->pv_length[1];
            }
        }
        if (s->stop)
            break;
        Move first = moves[best_at];
        memmove(moves + 1, moves, best_at * sizeof *moves);
        moves[0] = first;
        out[0] = best;
        out[1] = d;
        length = s->pv_length[0];
        memcpy(best_line, s->pv[0], length * sizeof *best_line);
        if ((best > FORCED && WIN - best <= d) || (best < -FORCED && WIN + best <= d))
            break;
    }
    out[2] = (int64_t)s->nodes;
    out[3] = length;
    Node node = root;
    for (int n = 0; n < length; n++) {
        node = after(&node, &best_line[n], option);
        write_node(&node, line + 10 * n);
    }
    free(s->table);
    free(s);
    return 1;
}

/* Plays `games` matches of random turns to the end, at most `longest` turns each, every turn with the same chance.
 * out: won by White, won by Black, neither, turns in all. */
void palace_playouts(const uint64_t *words, int option, int games, int longest, uint64_t seed, int64_t *out)
{
    Node root = read_node(words, option);
    Move moves[MAX_MOVES];
    memset(out, 0, 4 * sizeof *out);
    for (int game = 0; game < games; game++) {
        Node node = root;
        int turns = 0;
        while (!broken(&node) && node.left && turns < longest) {
            int count = turns_of(&node, option, moves);
            node = after(&node, &moves[splitmix(&seed) % (uint64_t)count], option);
            turns++;
        }
        out[3] += turns;
        out[broken(&node) ? node.spheres[0] < LEAST ? 1 : 0 : 2]++;
    }
}

/* A bare loop of the generator: turns generated `times` times, for both sides by turns; its limit. */
uint64_t palace_loop(const uint64_t *words, int option, uint64_t times)
{
    Node node = read_node(words, option);
    Move moves[MAX_MOVES];
    uint64_t total = 0;
    for (uint64_t n = 0; n < times; n++) {
        node.turn = (uint8_t)(n & 1);           /* so that the work cannot be lifted out of the loop */
        total += (uint64_t)turns_of(&node, option, moves);
    }
    return total;
}
