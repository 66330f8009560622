/*
 * Table II of Hong, "A New Algorithm for Detecting the Collision of Moving Objects", with bodies of
 * its kinds: hexagonal cylinders of 12 vertices, whose axes are skewed by 22 and 45 degrees, and
 * polytopes of a robot's arm of 44 and 164 vertices; here also of 644. K_1 turns once about the z
 * axis, K_2, at a random place and orientation, half a turn about its own. The paper's dimensions
 * are in a lost figure. Run by `make bench-motion-paper`; the argument is the number of rounds.
 *
 * The numbers of collisions and of other examples are the paper's. Beside PCDA stand BCDA and both
 * certified methods. `k` is the index of the last iteration, as in the paper. `n` is the number of
 * samples of the root finder for each root that is sought: the program is linked so that it counts
 * the states that are evaluated. Times are medians over the rounds, in each of which all run in
 * turn.
 */
#include "../../src/solid/motion/relative_motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZES = 4, METHODS = 4, KINDS = 2, MAX_EXAMPLES = 1024, MAX_POINTS = 1024, MAX_TURNS = 99 };

static const double PI = 3.14159265358979323846;
static const double EPSILON = 1e-6;

/* Vertices of K_1; the paper's numbers of examples, k and n, with a collision and without; its
   milliseconds. */
static const struct {
    int vertices, count[KINDS];
    double k[KINDS], n[KINDS], ms[KINDS];
} PAPER[SIZES] = {{12, {656, 164}, {4.4, 4.0}, {12.6, 14.7}, {150, 160}},
                  {44, {568, 189}, {4.8, 3.3}, {12.8, 14.9}, {300, 300}},
                  {164, {567, 189}, {4.8, 3.3}, {12.8, 14.8}, {840, 930}},
                  {644, {567, 189}, {0, 0}, {0, 0}, {0, 0}}};

static const GrazeContactMethod METHOD[METHODS] = {
    GRAZE_METHOD_PCDA, GRAZE_METHOD_BCDA, GRAZE_METHOD_CERTIFIED, GRAZE_METHOD_CONSERVATIVE};
static const char* const NAME[METHODS] = {"PCDA", "BCDA", "certified", "conservative"};

/* ---- bodies ---- */

static void make_hull(const GrazeSolidPoint* points, int count, GrazeSolid* out)
{
    size_t used;
    void* memory = aligned_alloc(16, (graze_solid_hull_size(count) + 15) & ~(size_t)15);
    if (memory == NULL || graze_solid_hull(points, count, 0, memory, &used, out) != GRAZE_OK ||
        out->count != count)
        abort();
}

static GrazeSolidPoint point(double x, double y, double z)
{
    return (GrazeSolidPoint){(float)x, (float)y, (float)z};
}

/* Makes a hexagonal cylinder between planes of constant z, whose axis is skewed along x. */
static void make_cylinder(double degrees, GrazeSolid* out)
{
    GrazeSolidPoint p[12];
    double skew = tan(degrees * PI / 180);
    for (int i = 0; i < 12; i++) {
        double z = i < 6 ? -1 : 1;
        double angle = PI / 3 * (i % 6);
        p[i] = point(cos(angle) + skew * z, sin(angle), z);
    }
    make_hull(p, 12, out);
}

/* Makes a plate with the outline of two circles and their tangents: the joint is at the origin. */
static void make_arm(int vertices, GrazeSolid* out)
{
    static const double LENGTH = 4, JOINT = 0.5, END = 0.3, HEIGHT = 0.3;
    GrazeSolidPoint p[MAX_POINTS];
    int half = vertices / 4;
    double side = acos((JOINT - END) / LENGTH);
    for (int i = 0; i < vertices / 2; i++) {
        bool is_end = i < half;
        int count = is_end ? half : vertices / 2 - half;
        double share = (double)(is_end ? i : i - half) / (count - 1);
        double angle = is_end ? side * (2 * share - 1) : side + 2 * (PI - side) * share;
        double radius = is_end ? END : JOINT;
        double x = (is_end ? LENGTH : 0) + radius * cos(angle);
        p[2 * i] = point(x, radius * sin(angle), -HEIGHT);
        p[2 * i + 1] = point(x, radius * sin(angle), HEIGHT);
    }
    make_hull(p, vertices, out);
}

/* ---- examples ---- */

typedef struct {
    GrazeSolidPiece piece;
    GrazeSolidMotion motion;
    GrazeMovingSolid body;
    double first; /* time of the certified contact, or 1 */
} Example;

typedef struct {
    GrazeSolid turning, spinning;
    GrazeSolidPiece piece;
    GrazeSolidMotion motion;
    GrazeMovingSolid body;
    Example example[KINDS][MAX_EXAMPLES];
} Experiment;

static Experiment experiments[SIZES];

static const GrazeSolidScratch* scratch_memory(void)
{
    static _Alignas(16) char memory[1 << 22];
    static const GrazeSolidScratch scratch = {memory, sizeof memory};
    return &scratch;
}

static GrazeSolidContact query(const Experiment* all, const Example* example,
                               GrazeContactMethod method)
{
    const GrazeMotionOptions options = {0, 1, EPSILON, EPSILON, 0, method, GRAZE_TOUCHING_CONFLICT};
    GrazeSolidContact contact;
    if (graze_solid_trace_contact_by(&all->body, &example->body, &options, scratch_memory(), NULL,
                                     NULL, 0, &contact) != GRAZE_OK)
        abort();
    return contact;
}

static void set_motion(const GrazeSolid* solid, double turn, GrazeSolidPiece* piece,
                       GrazeSolidMotion* motion, GrazeMovingSolid* body)
{
    piece->t1 = piece->axis[2] = 1;
    piece->angle[1] = turn;
    *motion = (GrazeSolidMotion){piece, 1, GRAZE_STAY, GRAZE_STAY, NULL};
    *body = (GrazeMovingSolid){solid, motion};
}

/* Returns a number in [-size, size). */
static double random_up_to(double size)
{
    static uint64_t state = 88172645463325252U;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return size * ((double)(state >> 33) * 0x1p-30 - 1);
}

/* Turns the body by Q first, and then about the axis that its own z axis has become. */
static void draw_example(const Experiment* all, double reach, Example* out)
{
    double q[4];
    double square;
    double far;
    memset(out, 0, sizeof *out);
    do {
        square = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = random_up_to(1);
            square += q[k] * q[k];
        }
    } while (!(square > 0.01 && square < 1));
    do {
        out->piece.x[0] = random_up_to(reach);
        out->piece.y[0] = random_up_to(reach);
        out->piece.z[0] = random_up_to(reach);
        far = out->piece.x[0] * out->piece.x[0] + out->piece.y[0] * out->piece.y[0] +
              out->piece.z[0] * out->piece.z[0];
    } while (far > reach * reach);
    for (int k = 0; k < 4; k++)
        out->piece.quaternion[k] = q[k] / sqrt(square);
    set_motion(&all->spinning, PI, &out->piece, &out->motion, &out->body);
    double x = out->piece.quaternion[0], y = out->piece.quaternion[1];
    double z = out->piece.quaternion[2], w = out->piece.quaternion[3];
    out->piece.axis[0] = 2 * (x * z + w * y);
    out->piece.axis[1] = 2 * (y * z - w * x);
    out->piece.axis[2] = 1 - 2 * (x * x + y * y);
}

static void make_experiment(int size, Experiment* out)
{
    int counts[KINDS] = {0, 0};
    double reach = 0;
    size == 0 ? make_cylinder(22, &out->turning) : make_arm(PAPER[size].vertices, &out->turning);
    make_cylinder(45, &out->spinning);
    out->piece.quaternion[3] = 1;
    set_motion(&out->turning, 2 * PI, &out->piece, &out->motion, &out->body);
    const GrazeSolid* both[2] = {&out->turning, &out->spinning};
    for (int b = 0; b < 2; b++) {
        double most = 0;
        for (int i = 0; i < both[b]->count; i++) {
            const GrazeSolidPoint* v = &both[b]->vertices[i];
            most =
                fmax(most, sqrt((double)v->x * v->x + (double)v->y * v->y + (double)v->z * v->z));
        }
        reach += most;
    }
    while (counts[0] < PAPER[size].count[0] || counts[1] < PAPER[size].count[1]) {
        Example drawn;
        draw_example(out, reach, &drawn);
        GrazeSolidContact contact = query(out, &drawn, GRAZE_METHOD_CERTIFIED);
        int kind = contact.status == GRAZE_CONTACT_FREE ? 1 : 0;
        if (contact.status == GRAZE_CONTACT_OVERLAPPING || counts[kind] == PAPER[size].count[kind])
            continue;
        drawn.first = contact.hi;
        Example* kept = &out->example[kind][counts[kind]++];
        *kept = drawn;
        kept->motion.pieces = &kept->piece;
        kept->body.motion = &kept->motion;
    }
}

/* ---- runs ---- */

/* Counts the states that the core evaluates: the linker's option --wrap puts this in their place. */
static long states;
void evaluate_state(const SolidRelativeMotion* motion, double time,
                    SolidMotionState* out) __asm__("__real_graze_solid_state_evaluate");
void count_state(const SolidRelativeMotion* motion, double time,
                 SolidMotionState* out) __asm__("__wrap_graze_solid_state_evaluate");

void count_state(const SolidRelativeMotion* motion, double time, SolidMotionState* out)
{
    states++;
    evaluate_state(motion, time, out);
}

typedef struct {
    double k, samples, us[MAX_TURNS];
    int most, missed, late, imagined, undecided;
} Tally;

/* Returns the processor's time in microseconds. */
static double now(void)
{
    return 1e6 * (double)clock() / CLOCKS_PER_SEC;
}

static void count_answers(const Experiment* all, int size, int kind, int method, Tally* out)
{
    long iterations = 0;
    long roots = 0;
    long samples = 0;
    int decided = 0;
    for (int i = 0; i < PAPER[size].count[kind]; i++) {
        const Example* example = &all->example[kind][i];
        states = 0;
        GrazeSolidContact found = query(all, example, METHOD[method]);
        bool is_hit = found.status == GRAZE_CONTACT_HIT || found.status == GRAZE_CONTACT_GRAZING;
        if (found.status == GRAZE_CONTACT_UNDECIDED) {
            out->undecided++;
            continue;
        }
        decided++;
        out->missed += kind == 0 && !is_hit;
        out->imagined += kind == 1 && is_hit;
        out->late += kind == 0 && is_hit && found.lo > example->first + EPSILON;
        iterations += found.iterations - 1;
        if (found.iterations - 1 > out->most) out->most = found.iterations - 1;
        /* Besides the samples, a state for each iteration, and one for a contact's witness. */
        roots += found.iterations - is_hit;
        samples += states - found.iterations - is_hit;
    }
    out->k = (double)iterations / decided;
    out->samples = (double)samples / (double)roots;
}

static int compare(const void* p, const void* q)
{
    double difference = *(const double*)p - *(const double*)q;
    return (difference > 0) - (difference < 0);
}

static void print_row(int size, int kind, int method, const Tally* tally)
{
    printf("%4d, 12  %-12s  %5.1f %4d", PAPER[size].vertices, NAME[method], tally->k, tally->most);
    if (method < 2)
        printf("  %5.1f", tally->samples);
    else
        printf("       ");
    printf("  %8.1f us  missed %d, late %d, imagined %d, undecided %d", tally->us[0], tally->missed,
           tally->late, tally->imagined, tally->undecided);
    if (method == 0 && PAPER[size].k[kind] > 0)
        printf("   paper: %.1f, %.1f, %.0f ms", PAPER[size].k[kind], PAPER[size].n[kind],
               PAPER[size].ms[kind]);
    printf("\n");
}

/* Prints the line through the times of an iteration by least squares. */
static void print_growth(Tally tallies[SIZES][METHODS], int method)
{
    double sums[4] = {0, 0, 0, 0};
    for (int s = 0; s < SIZES; s++) {
        double x = PAPER[s].vertices + 12;
        double y = tallies[s][method].us[0] / (tallies[s][method].k + 1);
        sums[0] += x;
        sums[1] += y;
        sums[2] += x * x;
        sums[3] += x * y;
    }
    double slope = (SIZES * sums[3] - sums[0] * sums[1]) / (SIZES * sums[2] - sums[0] * sums[0]);
    printf("  %-12s %7.1f + %.2f (M1 + M2) ns\n", NAME[method],
           1e3 * (sums[1] - slope * sums[0]) / SIZES, 1e3 * slope);
}

int main(int argc, char** argv)
{
    static Tally tallies[KINDS][SIZES][METHODS];
    static const char* const title[KINDS] = {"collision", "no collision"};
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 15;
    if (rounds < 1 || rounds > MAX_TURNS) rounds = MAX_TURNS;
    for (int s = 0; s < SIZES; s++)
        make_experiment(s, &experiments[s]);
    for (int r = -1; r < rounds; r++)
        for (int s = 0; s < SIZES; s++)
            for (int kind = 0; kind < KINDS; kind++)
                for (int m = 0; m < METHODS; m++) {
                    Tally* tally = &tallies[kind][s][m];
                    if (r < 0) {
                        count_answers(&experiments[s], s, kind, m, tally);
                        continue;
                    }
                    double begin = now();
                    for (int i = 0; i < PAPER[s].count[kind]; i++)
                        query(&experiments[s], &experiments[s].example[kind][i], METHOD[m]);
                    tally->us[r] = (now() - begin) / PAPER[s].count[kind];
                }
    for (int kind = 0; kind < KINDS; kind++) {
        printf("%s: M1, M2, method, mean k and most, samples for a root, time\n", title[kind]);
        for (int s = 0; s < SIZES; s++)
            for (int m = 0; m < METHODS; m++) {
                Tally* tally = &tallies[kind][s][m];
                qsort(tally->us, (size_t)rounds, sizeof *tally->us, compare);
                tally->us[0] = tally->us[rounds / 2];
                print_row(s, kind, m, tally);
            }
        printf("time of an iteration:\n");
        for (int m = 0; m < METHODS; m++)
            print_growth(tallies[kind], m);
    }
    return 0;
}
