/*
 * BCDA and PCDA in space: every row of Table I, the bounds of procedures A, B and C and the root
 * problems (5.1) to (5.5) by the oracle of solid_truth.h, Theorem 5.1, and the answers against
 * graze_solid_first_contact and dense samples. The argument is that of motion_test: 30 per cent of
 * the random pairs by default.
 */
#include "solid_truth.h"

enum { MAX_ROUNDS = 256, PROCEDURES = 5 };

/* Name of each procedure: none, that of BCDA, A, B and C. */
static const char NAMES[PROCEDURES + 1] = "-WABC";

/* Table I by N_1, N_2 and flag: a dot where the flag cannot be. */
static const char TABLE[4][4][4] = {{"...", "...", "...", "..."},
                                    {"...", "BA.", "B..", "B.."},
                                    {"...", "A..", "BAC", "B.."},
                                    {"...", "A..", "A..", "B.."}};

/* Numbers of rounds that entered the table, and that took B in place of C. */
static int row_counts[4][4][3];
static int replaced_count;

/* Numbers of roots of (5.1) to (5.5) that ended a step of procedure C. */
static int root_counts[5];

typedef struct {
    GrazeSolidContact contact;
    GrazeSolidContactRound rounds[MAX_ROUNDS];
} Run;

static void run(const Body pair[2], GrazeContactMethod method, double epsilon, Run* out)
{
    static _Alignas(16) char memory[1 << 20];
    const GrazeSolidScratch scratch = {memory, sizeof memory};
    const GrazeMotionOptions options = {0, 1, 1e-9, epsilon, 0, method, GRAZE_TOUCHING_CONFLICT};
    double times[MAX_ROUNDS];
    GrazeStatus status =
        graze_solid_trace_contact_by(&pair[0].moving, &pair[1].moving, &options, &scratch, times,
                                     out->rounds, MAX_ROUNDS, &out->contact);
    CHECK(status == GRAZE_OK && out->contact.iterations >= 1);
    if (method != GRAZE_METHOD_BCDA && method != GRAZE_METHOD_PCDA) return;
    for (int k = 0; k < out->contact.iterations && k < MAX_ROUNDS; k++)
        CHECK(out->rounds[k].time == times[k] && (k == 0 || times[k] > times[k - 1]));
}

static Vec vec_from(const double p[3])
{
    return vec_of(p[0], p[1], p[2]);
}

/* Returns a direction of the body's frame in the world at time t. */
static Vec direction_at(const GrazeSolidMotion* motion, Vec p, Real t)
{
    return sub(point_at(motion, p, t), point_at(motion, vec_of(0, 0, 0), t));
}

/* Returns a direction of the world, at time t, in the body's frame. */
static Vec in_frame(const GrazeSolidMotion* motion, Vec n, Real t)
{
    return vec_of(dot(n, direction_at(motion, vec_of(1, 0, 0), t)),
                  dot(n, direction_at(motion, vec_of(0, 1, 0), t)),
                  dot(n, direction_at(motion, vec_of(0, 0, 1), t)));
}

static Vec vertex(const Body* body, int i)
{
    const GrazeSolidPoint* v = &body->solid.vertices[i];
    return vec_of(v->x, v->y, v->z);
}

/* Returns F_n at time t, with the normal of a round fixed as its procedure says. */
static Real bound_at(const Body pair[2], const GrazeSolidContactRound* round, Real t)
{
    Points a = {.count = 0};
    Points b = {.count = 0};
    Vec n = vec_from(round->normal);
    int side = round->procedure == GRAZE_SOLID_PROCEDURE_A ? 0 : 1;
    const GrazeSolidMotion* motion = &pair[side].motion;
    if (round->procedure != GRAZE_SOLID_PROCEDURE_WORLD)
        n = direction_at(motion, in_frame(motion, n, round->time), t);
    place(&pair[0].moving, t, &a);
    place(&pair[1].moving, t, &b);
    return projected(&a, &b, n) - pair[0].solid.radius - pair[1].solid.radius;
}

/* The edge of a body nearest the other one, and its wedge, in the body's frame. */
typedef struct {
    Vec begin, edge, other[2];
    int others;
} Wedge;

/* Finds the edge whose two vertices are extremal along a direction of the world. */
static bool find_wedge(const Body* body, Vec n, Real t, Wedge* out)
{
    const GrazeSolidFaces* faces = &body->solid.faces;
    Vec d = in_frame(&body->motion, n, t);
    int best = 0;
    int next = -1;
    for (int i = 1; i < body->solid.count; i++)
        if (dot(d, vertex(body, i)) > dot(d, vertex(body, best))) best = i;
    for (int i = 0; i < body->solid.count; i++)
        if (i != best && (next < 0 || dot(d, vertex(body, i)) > dot(d, vertex(body, next))))
            next = i;
    if (next < 0 || dot(d, sub(vertex(body, best), vertex(body, next))) > 1e-7L) return false;
    out->begin = vertex(body, best);
    out->edge = sub(vertex(body, next), out->begin);
    out->others = 0;
    for (int f = 0; f < faces->face_count; f++) {
        int ends = 0;
        int other = -1;
        for (int k = faces->face_starts[f]; k < faces->face_starts[f + 1]; k++) {
            bool is_end = faces->corners[k] == best || faces->corners[k] == next;
            ends += is_end;
            if (!is_end) other = faces->corners[k];
        }
        if (ends == 2 && out->others < 2)
            out->other[out->others++] = sub(vertex(body, other), out->begin);
    }
    return true;
}

/* Writes the functions of (5.1) to (5.5) at time t over the lengths of their vectors; 1 for those
   that a flat body has not. `sign` is that of n. */
static void wedge_functions(const Body pair[2], const Wedge wedge[2], Real sign, Real t,
                            Real out[5])
{
    Vec begin[2];
    Vec edge[2];
    for (int i = 0; i < 2; i++) {
        begin[i] = point_at(&pair[i].motion, wedge[i].begin, t);
        edge[i] = direction_at(&pair[i].motion, wedge[i].edge, t);
    }
    Vec n = times(cross(edge[0], edge[1]), sign / (length(edge[0]) * length(edge[1])));
    for (int k = 0; k < 4; k++) {
        out[k] = 1;
        if (k % 2 >= wedge[k / 2].others) continue;
        Vec other = wedge[k / 2].other[k % 2];
        Real along = dot(n, direction_at(&pair[k / 2].motion, other, t)) / length(other);
        out[k] = k < 2 ? -along : along;
    }
    out[4] = dot(n, sub(begin[1], begin[0])) -
             length(n) * ((Real)pair[0].solid.radius + pair[1].solid.radius);
}

/*
 * Checks a step of procedure C, up to `next`: its functions are positive before, and one of them
 * falls to 0 there if it `is_root`. Returns 1 if the root finder has missed a root.
 */
static int check_wedges(const Body pair[2], const GrazeSolidContactRound* round, double next,
                        bool is_root)
{
    Wedge wedge[2];
    Real f[5];
    Vec n = vec_from(round->normal);
    double from = round->time;
    if (!find_wedge(&pair[0], n, from, &wedge[0])) return 0;
    if (!find_wedge(&pair[1], times(n, -1), from, &wedge[1])) return 0;
    Vec perpendicular = cross(direction_at(&pair[0].motion, wedge[0].edge, from),
                              direction_at(&pair[1].motion, wedge[1].edge, from));
    Real sign = dot(n, perpendicular) > 0 ? 1 : -1;
    CHECK(fabsl(dot(n, perpendicular)) >= (1 - 1e-6L) * length(perpendicular));
    for (int k = 0; k <= 32; k++) {
        wedge_functions(pair, wedge, sign, from + (next - from) * (k - 1e-6) / 32, f);
        for (int i = 0; i < 5; i++)
            if (k > 0 && f[i] < -1e-7L) return 1;
    }
    if (!is_root) return 0;
    int first = 0;
    wedge_functions(pair, wedge, sign, next, f);
    for (int i = 1; i < 5; i++)
        if (f[i] < f[first]) first = i;
    CHECK(fabsl(f[first]) <= 1e-5L);
    root_counts[first]++;
    return 0;
}

/* Checks a step by a bound whose normal is fixed to a frame, as check_wedges. */
static int check_bound(const Body pair[2], const GrazeSolidContactRound* round, double next,
                       bool is_root)
{
    double from = round->time;
    Real slack = 1e-6L * (1 + pair[0].rate + pair[1].rate);
    CHECK(fabsl(bound_at(pair, round, from) - round->separation) <= 1e-9L);
    for (int k = 1; k <= 32; k++)
        if (bound_at(pair, round, from + (next - from) * k / 32) < -slack) return 1;
    if (is_root) CHECK(fabsl(bound_at(pair, round, next)) <= slack);
    return 0;
}

/*
 * Checks the rounds of a run: separations, procedures by the table, and their steps. Returns the
 * number of roots that were missed.
 */
static int check_rounds(const Body pair[2], GrazeContactMethod method, const Run* out)
{
    int count = out->contact.iterations < MAX_ROUNDS ? out->contact.iterations : MAX_ROUNDS;
    int missed = 0;
    for (int k = 0; k < count; k++) {
        const GrazeSolidContactRound* round = &out->rounds[k];
        bool is_last = k + 1 == out->contact.iterations;
        int n1 = round->count_a;
        int n2 = round->count_b;
        CHECK(n1 >= 1 && n1 <= 3 && n2 >= 1 && n2 <= 3 && round->flag >= 0 && round->flag <= 2);
        Real separation = separation_of(&pair[0].moving, &pair[1].moving, round->time, false);
        CHECK(fabsl(separation - round->separation) <= 1e-9L);
        if (round->procedure == GRAZE_SOLID_PROCEDURE_NONE) {
            CHECK(is_last && (out->contact.status == GRAZE_CONTACT_HIT ||
                              out->contact.status == GRAZE_CONTACT_OVERLAPPING));
            continue;
        }
        char expected = method == GRAZE_METHOD_PCDA ? TABLE[n1][n2][round->flag] : 'W';
        bool is_replaced = expected == 'C' && round->procedure == GRAZE_SOLID_PROCEDURE_B;
        CHECK(expected != '.' && (NAMES[round->procedure] == expected || is_replaced));
        row_counts[n1][n2][round->flag]++;
        replaced_count += is_replaced;
        if (out->contact.status == GRAZE_CONTACT_UNDECIDED && is_last) continue;
        double next = is_last ? out->contact.hi : out->rounds[k + 1].time;
        /* A step without a root ends where a piece does. */
        bool is_root = next < 1 && next != pair[0].piece[0].t1 && next != pair[1].piece[0].t1;
        missed += round->procedure == GRAZE_SOLID_PROCEDURE_C
                      ? check_wedges(pair, round, next, is_root)
                      : check_bound(pair, round, next, is_root);
    }
    return missed;
}

/* Results of a method on random pairs. */
typedef struct {
    int contacts, missed, late, undecided, missed_roots;
    long rounds;
} Tally;

static void print_tally(const char* name, double turn, int count, const Tally* tally)
{
    printf("%s, turns of %g: %.2f rounds, of %d contacts %d missed, %d late; %d undecided, "
           "%d roots missed\n",
           name, turn, (double)tally->rounds / count, tally->contacts, tally->missed, tally->late,
           tally->undecided, tally->missed_roots);
}

/*
 * Compares an answer with the certified one, and by samples of the separation: a contact is one to
 * within epsilon, and what is before it is free, unless the root finder has missed a root.
 */
static void check_answer(const Body pair[2], const GrazeSolidContact* certified, double epsilon,
                         const Run* out, int missed_roots, Tally* tally)
{
    const GrazeSolidContact* found = &out->contact;
    bool is_contact = certified->status != GRAZE_CONTACT_FREE;
    bool is_found = found->status == GRAZE_CONTACT_HIT;
    tally->rounds += found->iterations;
    tally->missed_roots += missed_roots;
    tally->contacts += is_contact;
    if (found->status == GRAZE_CONTACT_UNDECIDED) {
        tally->undecided++;
        return;
    }
    if (found->status == GRAZE_CONTACT_OVERLAPPING) {
        CHECK(certified->status == GRAZE_CONTACT_OVERLAPPING);
        return;
    }
    if (is_found) {
        Real separation = separation_of(&pair[0].moving, &pair[1].moving, found->lo, false);
        CHECK(fabsl(separation - found->separation) <= 1e-9L);
        CHECK(separation <= epsilon + 1e-9L);
    }
    bool is_missed = certified->status == GRAZE_CONTACT_HIT && !is_found;
    bool is_late = is_contact && is_found && found->lo > certified->hi + 1e-6;
    tally->missed += is_missed;
    tally->late += is_late;
    if (is_missed || is_late) CHECK(missed_roots > 0);
    if (missed_roots > 0) return;
    double end = is_found ? found->lo : 1;
    for (int k = 0; k <= 64; k++)
        CHECK(separation_of(&pair[0].moving, &pair[1].moving, end * k / 64, true) >= -1e-6L);
}

/* Checks both methods; at most a share of the pairs, and few more, may stay undecided. */
static void check_answers(double turn, int count, double most_undecided)
{
    Tally tallies[2] = {{0}};
    for (int i = 0; i < count; i++) {
        static Body pair[2];
        static Run certified;
        static Run out;
        const double epsilon = 1e-6;
        make_pair(pair, (int)random_below(3), turn, 0, 1);
        run(pair, GRAZE_METHOD_CERTIFIED, epsilon, &certified);
        for (int k = 0; k < 2; k++) {
            GrazeContactMethod method = k == 0 ? GRAZE_METHOD_BCDA : GRAZE_METHOD_PCDA;
            run(pair, method, epsilon, &out);
            int missed = check_rounds(pair, method, &out);
            check_answer(pair, &certified.contact, epsilon, &out, missed, &tallies[k]);
        }
    }
    print_tally("BCDA", turn, count, &tallies[0]);
    print_tally("PCDA", turn, count, &tallies[1]);
    for (int k = 0; k < 2; k++) {
        CHECK(tallies[k].undecided <= 4 + most_undecided * count);
        CHECK(tallies[k].missed + tallies[k].late <= 1 + count / 1000);
    }
}

/* ---- Table I ---- */

/* Makes a piece from one pose to another, turning about the second axis. */
static void set_piece(Body* body, double x, double z, double speed, double angle, double turn)
{
    GrazeSolidPiece* piece = &body->piece[0];
    memset(piece, 0, sizeof *piece);
    piece->t1 = 1;
    piece->x[0] = x;
    piece->z[0] = z;
    piece->z[1] = speed;
    piece->angle[0] = angle;
    piece->angle[1] = turn;
    piece->axis[1] = piece->quaternion[3] = 1;
    finish_body(body, 1);
}

/* Runs pairs whose nearest features are parallel: rows that no random pair enters. */
static void check_parallel(int count)
{
    static Body pair[2];
    static Run out;
    for (int i = 0; i < count; i++) {
        double quarter = 0.78539816339744831;
        double turn = uniform(-2, 2);
        int kind = i % 4;
        /* Facets above each other; an edge above a facet; a facet above an edge; two edges. */
        make_box(&pair[0], (float)uniform(0.2, 0.6), (float)uniform(0.2, 0.6), 0.25F, 0);
        make_box(&pair[1], (float)uniform(0.2, 0.6), (float)uniform(0.2, 0.6), 0.25F, 0);
        set_piece(&pair[0], 0, 0, 0, kind > 1 ? quarter : 0, kind == 3 ? turn : 0);
        set_piece(&pair[1], uniform(-0.3, 0.3), 2.5, -uniform(1, 3), kind % 2 == 1 ? quarter : 0,
                  kind == 3 ? -turn : uniform(-0.1, 0.1));
        run(pair, GRAZE_METHOD_PCDA, 1e-6, &out);
        check_rounds(pair, GRAZE_METHOD_PCDA, &out);
    }
}

/* Runs a vertex above the middle of a facet, which is on a diagonal: N_i is that of a facet, whose
   plane leads to the contact in one step. */
static void check_diagonal(void)
{
    static Body pair[2];
    static Run out;
    for (int i = 0; i < 2; i++) {
        make_box(&pair[i], 0.5F, 0.25F, 0.5F, 0);
        make_box(&pair[1 - i], 0, 0, 0, 0);
        set_piece(&pair[i], 0, 0, 0, 0, 0);
        set_piece(&pair[1 - i], 0, 2.5, -3, 0, 1);
        run(pair, GRAZE_METHOD_PCDA, 1e-6, &out);
        CHECK(out.rounds[0].count_a == (i == 0 ? 3 : 1));
        CHECK(out.rounds[0].count_b == (i == 0 ? 1 : 3));
        CHECK(check_rounds(pair, GRAZE_METHOD_PCDA, &out) == 0);
        CHECK(out.contact.status == GRAZE_CONTACT_HIT && out.contact.iterations == 2);
        CHECK(fabs(out.contact.lo - 2.0 / 3) <= 1e-6);
    }
}

/*
 * Runs two parallel segments, one of which moves once around the other without turning: no normal
 * lasts longer than a quarter of the way, and both edges stay the nearest features. So B takes the
 * place of C, whose determinants are all 0.
 */
static void check_parallel_segments(void)
{
    static Body pair[2];
    static Run out;
    size_t used;
    int before = replaced_count;
    for (int i = 0; i < 2; i++) {
        const GrazeSolidPoint ends[2] = {{0, -1, 0}, {0, i == 0 ? 1 : 1.5F, 0}};
        CHECK(graze_solid_hull(ends, 2, 0, pair[i].memory, &used, &pair[i].solid) == GRAZE_OK);
        set_piece(&pair[i], 0, 0, 0, 0, 0);
    }
    /* cos and sin of 2 pi t - pi, by their first terms. */
    GrazeSolidPiece* piece = &pair[1].piece[0];
    double pi = 3.1415926535897932;
    for (int k = 7; k >= 0; k--) {
        static const double series[8] = {1,        1,         -1 / 2.0,   -1 / 6.0,
                                         1 / 24.0, 1 / 120.0, -1 / 720.0, -1 / 5040.0};
        for (int j = 7; j >= 0; j--) {
            piece->x[j] = (k % 2 == 0 && j == 0 ? series[k] : 0) - pi * piece->x[j] +
                          (j > 0 ? 2 * pi * piece->x[j - 1] : 0);
            piece->z[j] = (k % 2 == 1 && j == 0 ? series[k] : 0) - pi * piece->z[j] +
                          (j > 0 ? 2 * pi * piece->z[j - 1] : 0);
        }
    }
    finish_body(&pair[1], 1);
    run(pair, GRAZE_METHOD_PCDA, 1e-6, &out);
    CHECK(out.contact.status == GRAZE_CONTACT_FREE && out.contact.iterations >= 4);
    CHECK(check_rounds(pair, GRAZE_METHOD_PCDA, &out) == 0);
    CHECK(replaced_count > before);
}

/* Returns whether each row of the table, with each flag that it has, was entered, and each of (5.1)
   to (5.5) had a root. */
static bool is_all_reached(void)
{
    for (int a = 1; a < 4; a++)
        for (int b = 1; b < 4; b++)
            for (int f = 0; f < 3; f++)
                if (TABLE[a][b][f] != '.' && row_counts[a][b][f] == 0) return false;
    for (int i = 0; i < 5; i++)
        if (root_counts[i] == 0) return false;
    return true;
}

/* Runs bodies that turn fast, after parallel ones, until all is reached that can be. */
static void check_rows(void)
{
    static Body pair[2];
    static Run out;
    check_parallel(200);
    check_diagonal();
    check_parallel_segments();
    for (int i = 0; i < 2000 && !is_all_reached(); i++) {
        make_pair(pair, (int)random_below(3), 12, 0, 1);
        run(pair, GRAZE_METHOD_PCDA, 1e-6, &out);
        check_rounds(pair, GRAZE_METHOD_PCDA, &out);
    }
    CHECK(is_all_reached());
}

/* ---- Theorem 5.1 ---- */

static bool is_regular(const Body* body)
{
    return body->solid.radius == 0 && body->solid.faces.face_count > 2;
}

/*
 * Without radii random contacts are regular: then PCDA ends after a finite number of rounds, which
 * a smaller epsilon does not increase, and BCDA comes ever nearer. The last step begins in row (c),
 * (e) or (g).
 */
static void check_theorem(double turn, int count)
{
    static const double epsilons[3] = {1e-4, 1e-7, 1e-10};
    static Body pair[2];
    static Run certified;
    static Run out;
    long rounds[2][3] = {{0}};
    int contacts = 0;
    int most = 0;
    int others = 0;
    for (int i = 0; i < count;) {
        make_pair(pair, (int)random_below(3), turn, 0, 1);
        if (!is_regular(&pair[0]) || !is_regular(&pair[1])) continue;
        i++;
        run(pair, GRAZE_METHOD_CERTIFIED, 1e-12, &certified);
        bool is_decided = certified.contact.status == GRAZE_CONTACT_HIT;
        int32_t needed[2][3];
        for (int m = 0; m < 2 && is_decided; m++)
            for (int e = 0; e < 3 && is_decided; e++) {
                run(pair, m == 0 ? GRAZE_METHOD_BCDA : GRAZE_METHOD_PCDA, epsilons[e], &out);
                is_decided = out.contact.status == GRAZE_CONTACT_HIT;
                needed[m][e] = out.contact.iterations;
            }
        if (!is_decided) continue;
        contacts++;
        for (int m = 0; m < 2; m++)
            for (int e = 0; e < 3; e++)
                rounds[m][e] += needed[m][e];
        /* The answer of PCDA with the least epsilon is the contact. */
        CHECK(fabs(out.contact.lo - certified.contact.hi) <= 1e-8 || out.contact.separation < 1e-9);
        most = needed[1][2] - needed[1][0] > most ? needed[1][2] - needed[1][0] : most;
        int last = out.contact.iterations - 2;
        if (last < 0) continue;
        int n1 = out.rounds[last].count_a;
        int n2 = out.rounds[last].count_b;
        others += !((n1 == 1 && n2 == 3) || (n1 == 2 && n2 == 2) || (n1 == 3 && n2 == 1));
    }
    printf("Theorem 5.1, turns of %g, %d contacts; rounds for epsilon 1e-4, 1e-7, 1e-10:", turn,
           contacts);
    for (int m = 0; m < 2; m++)
        printf(" %s %.2f %.2f %.2f", m == 0 ? "BCDA" : "PCDA", (double)rounds[m][0] / contacts,
               (double)rounds[m][1] / contacts, (double)rounds[m][2] / contacts);
    printf("\n");
    /* A larger epsilon may end it up to two rounds before procedure C, and in one before another. */
    CHECK(contacts >= count / 3 && others <= contacts / 100);
    CHECK(most <= 6 && rounds[1][2] - rounds[1][1] <= contacts / 4);
    CHECK(rounds[0][2] - rounds[0][1] >= contacts);
}

/* ---- the call ---- */

static bool is_same_contact(const GrazeSolidContact* p, const GrazeSolidContact* q)
{
    for (int k = 0; k < 3; k++)
        if (p->witness.point_a[k] != q->witness.point_a[k] ||
            p->witness.point_b[k] != q->witness.point_b[k])
            return false;
    return p->lo == q->lo && p->hi == q->hi && p->separation == q->separation &&
           p->status == q->status && p->iterations == q->iterations;
}

static void check_call(void)
{
    static Body pair[2];
    static Run out;
    static _Alignas(16) char memory[1 << 16];
    GrazeSolid compound;
    GrazeSolidContact contact;
    GrazeSolidContactRound rounds[2];
    double times[2];
    do {
        make_pair(pair, 0, 0.78, 0, 1);
        run(pair, GRAZE_METHOD_CERTIFIED, 1e-6, &out);
    } while (out.contact.status != GRAZE_CONTACT_HIT || out.contact.iterations < 4);
    const GrazeMovingSolid *a = &pair[0].moving, *b = &pair[1].moving;
    const GrazeSolidScratch none = {NULL, 0};
    CHECK(graze_solid_compound_size(&pair[0].solid, 1) <= sizeof memory);
    CHECK(graze_solid_compound(&pair[0].solid, 1, memory, &compound) == GRAZE_OK);
    const GrazeMovingSolid whole = {&compound, &pair[0].motion};
    for (int method = GRAZE_METHOD_CERTIFIED; method <= GRAZE_METHOD_PCDA; method++) {
        GrazeMotionOptions options = {
            0, 1, 1e-9, 1e-6, 0, (GrazeContactMethod)method, GRAZE_TOUCHING_CONFLICT};
        CHECK(graze_solid_trace_contact_by(&whole, b, &options, &none, NULL, NULL, 0, &contact) ==
              GRAZE_E_NOT_CONVEX);
        CHECK(graze_solid_trace_contact_by(a, &whole, &options, &none, NULL, NULL, 0, &contact) ==
              GRAZE_E_NOT_CONVEX);
        /* Neither capacity nor what is written changes the answer. */
        run(pair, (GrazeContactMethod)method, 1e-6, &out);
        CHECK(out.contact.iterations > 1);
        times[1] = rounds[1].time = -1;
        CHECK(graze_solid_trace_contact_by(a, b, &options, &none, times, rounds, 1, &contact) ==
              GRAZE_OK);
        CHECK(times[0] == 0 && times[1] == -1 && rounds[1].time == -1);
        CHECK(is_same_contact(&contact, &out.contact));
        CHECK(graze_solid_trace_contact_by(a, b, &options, &none, NULL, NULL, 0, &contact) ==
              GRAZE_OK);
        CHECK(is_same_contact(&contact, &out.contact));
        /* Without a common time there is no query. */
        pair[0].motion.before = GRAZE_VANISH;
        options.from = options.to = -1;
        CHECK(graze_solid_trace_contact_by(a, b, &options, &none, times, rounds, 1, &contact) ==
              GRAZE_OK);
        CHECK(contact.status == GRAZE_CONTACT_FREE && contact.iterations == 0);
        CHECK(contact.lo == -1 && contact.hi == -1);
        pair[0].motion.before = GRAZE_STAY;
        if (method < GRAZE_METHOD_BCDA) continue;
        options.from = 0;
        options.to = options.max_iterations = 1;
        CHECK(graze_solid_trace_contact_by(a, b, &options, &none, times, rounds, 1, &contact) ==
              GRAZE_OK);
        CHECK(contact.status == GRAZE_CONTACT_UNDECIDED && contact.iterations == 1);
        CHECK(contact.lo == out.rounds[1].time && contact.hi == 1);
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    check_call();
    check_rows();
    check_answers(0, share_of(1000), 0);
    check_answers(0.1, share_of(1000), 0.005);
    check_answers(0.78, share_of(1000), 0.02);
    check_answers(3.1, share_of(1000), 0.03);
    check_answers(12, share_of(500), 0.1);
    check_theorem(0.1, share_of(500));
    check_theorem(0.78, share_of(500));
    check_theorem(3.1, share_of(500));
    return test_failures != 0;
}
