/*
 * Unsafe delays of bodies in space against the oracle of solid_truth.h, which shares no code with
 * the core: with delays outside the answer no overlap is found by steps of the separation over a
 * bound of its rate, with delays inside the least separation is not above 0. The argument is that
 * of motion_test: 30 per cent of the random pairs by default.
 */
#include "solid_truth.h"

static const GrazeMotionOptions DEFAULTS = {
    NAN, NAN, NAN, NAN, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};

enum { CAPACITY = 32, COARSE = 240, FINE = 6000 };

typedef struct {
    const Body* pair;
    double from, to; /* times of B in which anything changes */
    GrazeMotionOptions options;
    GrazeDelay delays[CAPACITY];
    int32_t count;
} Answer;

static Real separation_with(const Body pair[2], double delay, Real t, bool is_rough)
{
    return separation_at_times(&pair[0].moving, t - (Real)delay, &pair[1].moving, t, is_rough);
}

/* Returns the separation at a time; of cores that meet, too. */
static Real exact_with(const Answer* answer, double delay, Real t)
{
    Real s = separation_with(answer->pair, delay, t, true);
    return s < 0 ? separation_with(answer->pair, delay, t, false) : s;
}

/* Returns the least separation with a delay, by samples and the minima between these; of an overlap
   deeper than the slack any value that was found. */
static Real least_of_samples(const Answer* answer, double delay, Real slack, int samples)
{
    static Real s[FINE + 1];
    Real least = INFINITY;
    Real step = ((Real)answer->to - answer->from) / samples;
    for (int i = 0; i <= samples; i++) {
        s[i] = exact_with(answer, delay, answer->from + i * step);
        if (s[i] < -slack) return s[i];
        least = fminl(least, s[i]);
    }
    for (int i = 0; i <= samples; i++) {
        bool is_minimum = (i == 0 || s[i] <= s[i - 1]) && (i == samples || s[i] <= s[i + 1]);
        if (!is_minimum || s[i] > least + 0.1L) continue;
        Real lo = answer->from + (i > 0 ? i - 1 : 0) * step;
        Real hi = answer->from + (i < samples ? i + 1 : samples) * step;
        for (int k = 0; k < 160; k++) {
            Real p = lo + (hi - lo) * 0.45L;
            Real q = lo + (hi - lo) * 0.55L;
            Real at_p = exact_with(answer, delay, p);
            Real at_q = exact_with(answer, delay, q);
            least = fminl(least, fminl(at_p, at_q));
            if (least < -slack) return least;
            if (at_p < at_q) {
                hi = q;
            } else {
                lo = p;
            }
        }
    }
    return least;
}

/* Returns whether the bodies meet with a delay, to within the slack. */
static bool do_meet(const Answer* answer, double delay, Real slack)
{
    return least_of_samples(answer, delay, slack, COARSE) <= slack ||
           least_of_samples(answer, delay, slack, FINE) <= slack;
}

/* Returns whether an overlap deeper than `depth` exists with a delay, by steps over the rate. */
static bool is_deep(const Answer* answer, double delay, double depth)
{
    double rate = answer->pair[0].rate + answer->pair[1].rate + 1e-9;
    for (Real t = answer->from; t <= answer->to;) {
        Real s = separation_with(answer->pair, delay, t, true);
        if (s < 0) s = separation_with(answer->pair, delay, t, false);
        if (s < -depth) return true;
        t += (s + 2 * depth) / rate;
    }
    return false;
}

static void find_delays(Answer* answer, const Body pair[2])
{
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    double from = NAN;
    double to = NAN;
    answer->pair = pair;
    answer->options = DEFAULTS;
    graze_solid_unsafe_motion_delays_defaults(a, b, &from, &to, &answer->options);
    CHECK(graze_solid_unsafe_motion_delays(a, b, from, to, &answer->options, NULL, answer->delays,
                                           CAPACITY, &answer->count) == GRAZE_OK);
    CHECK(answer->count <= CAPACITY);
}

typedef struct {
    int pairs, intervals, hits, undecided, wrong;
    long iterations;
} Tally;

static void check_answer(const Answer* answer, double min_delay, double max_delay, Tally* tally)
{
    double slack = 4 * answer->options.distance_tolerance + 1e-12;
    double before = min_delay;
    for (int k = 0; k <= answer->count; k++) {
        const GrazeDelay* delay = &answer->delays[k];
        double next = k < answer->count ? fmax(delay->begin_lo, min_delay) : max_delay;
        /* All before it is free. */
        for (int i = 0; i < 4 && next > before; i++) {
            double x = i == 0 ? next : before + (next - before) * uniform(0, 1);
            if (k == answer->count && i == 0) continue;
            if (x >= next && k < answer->count) x = nextafter(next, -INFINITY);
            CHECK(!is_deep(answer, x, 1e-4));
            if (i < 2) CHECK(least_of_samples(answer, x, slack, COARSE) >= -slack);
        }
        if (k == answer->count) break;
        CHECK(delay->begin_lo <= delay->begin_hi && delay->end_lo <= delay->end_hi);
        tally->intervals++;
        tally->iterations += delay->iterations;
        before = delay->end_hi;
        tally->hits += delay->status == GRAZE_CONTACT_HIT;
        tally->undecided += delay->status == GRAZE_CONTACT_UNDECIDED;
        if (delay->status == GRAZE_CONTACT_UNDECIDED) break;
        double lo = fmax(delay->begin_hi, min_delay);
        double hi = fmin(delay->end_lo, max_delay);
        if (delay->status == GRAZE_CONTACT_HIT) {
            double width = answer->options.tolerance * 1.0001;
            CHECK(isinf(delay->begin_lo) || delay->begin_hi - delay->begin_lo <= width);
            CHECK(isinf(delay->end_hi) || delay->end_hi - delay->end_lo <= width);
            for (int i = 0; i < 5; i++) {
                double x = i == 0 ? lo : i == 1 ? hi : lo + (hi - lo) * uniform(0, 1);
                CHECK(do_meet(answer, x, slack));
            }
        }
    }
}

static void check_turn(double turn, int count)
{
    static Body pair[2];
    static Answer answer;
    Tally tally = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        random_state = 88172645463325252U + 7919 * (uint64_t)i;
        make_pair(pair, i % 3, turn, 0, 1);
        int before = test_failures;
        find_delays(&answer, pair);
        answer.from = -1.25;
        answer.to = 2.25;
        check_answer(&answer, -1.25, 1.25, &tally);
        tally.pairs++;
        tally.wrong += test_failures > before;
        if (test_failures > before) printf("pair %d turn %g\n", i, turn);
    }
    if (getenv("GRAZE_TALLY") != NULL)
        printf(
            "turn %g: %d pairs, %d intervals, %d hits, %d undecided, %.1f iterations, %d wrong\n",
            turn, tally.pairs, tally.intervals, tally.hits, tally.undecided,
            (double)tally.iterations / tally.intervals, tally.wrong);
    CHECK(tally.hits > count / 4);
}

/* Checks an answer against intervals whose ends are known to within an error. */
static void check_ends(const Answer* answer, const GrazeSpan* spans, int count, double error)
{
    CHECK(answer->count == count);
    for (int k = 0; k < count && answer->count == count; k++) {
        const GrazeDelay* delay = &answer->delays[k];
        CHECK(delay->status == GRAZE_CONTACT_HIT);
        CHECK(delay->begin_lo <= spans[k].begin + error &&
              spans[k].begin - error <= delay->begin_hi);
        CHECK(delay->end_lo <= spans[k].end + error && spans[k].end - error <= delay->end_hi);
    }
}

/* Makes balls that move on straight lines, alone, as the agents' spheres. */
static void make_ball(Body* body, GrazeMovingSphere* sphere, double epoch)
{
    GrazeSolidPiece* piece = body->piece;
    double* c[3] = {piece->x, piece->y, piece->z};
    float radius = (float)uniform(0.1, 0.5);
    make_box(body, 0, 0, 0, radius);
    memset(piece, 0, sizeof *piece);
    piece->axis[0] = piece->quaternion[3] = 1;
    piece->t0 = epoch + (int)random_below(64) * 0.0625;
    piece->t1 = piece->t0 + 1 + (int)random_below(64) * 0.0625;
    for (int k = 0; k < 3; k++) {
        c[k][0] = uniform(-2, 2);
        c[k][1] = -c[k][0] + 0.25 * random_unit();
    }
    finish_body(body, 1);
    body->motion.before = body->motion.after = GRAZE_VANISH;
    *sphere = (GrazeMovingSphere){c[0][0], c[1][0], c[2][0], c[0][1],   c[1][1],   c[2][1],
                                  0,       0,       0,       piece->t0, piece->t1, radius};
}

static void check_balls(int count)
{
    static Body pair[2];
    static Answer answer;
    int found = 0;
    for (int i = 0; i < count; i++) {
        GrazeMovingSphere spheres[2];
        GrazeSpan spans[GRAZE_MAX_DELAYS];
        double epoch = i % 2 == 0 ? 0 : 1.7e9;
        for (int k = 0; k < 2; k++)
            make_ball(&pair[k], &spheres[k], epoch);
        find_delays(&answer, pair);
        int32_t expected = graze_unsafe_delays(&spheres[0], &spheres[1], spans);
        check_ends(&answer, spans, expected, i % 2 == 0 ? 1e-9 : 4e-6);
        found += expected;
    }
    CHECK(found > count / 4);
}

/* Bodies that turn and meet with the same delays whatever the clock shows. */
static void check_late_clocks(int count)
{
    static Body pair[2];
    static Answer early;
    static Answer late;
    for (int i = 0; i < count; i++) {
        make_pair(pair, i % 3, 1, 0, 1);
        find_delays(&early, pair);
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < pair[k].motion.count; j++) {
                pair[k].piece[j].t0 += 1.7e9 * (2 - k);
                pair[k].piece[j].t1 += 1.7e9 * (2 - k);
            }
        find_delays(&late, pair);
        CHECK(late.count == early.count);
        for (int k = 0; k < early.count && late.count == early.count; k++) {
            const GrazeDelay* p = &early.delays[k];
            const GrazeDelay* q = &late.delays[k];
            CHECK(p->status == q->status);
            if (p->status != GRAZE_CONTACT_HIT || q->status != GRAZE_CONTACT_HIT) continue;
            const double ends[2][4] = {{p->begin_lo, p->begin_hi, p->end_lo, p->end_hi},
                                       {q->begin_lo, q->begin_hi, q->end_lo, q->end_hi}};
            for (int e = 0; e < 4; e++) {
                double shifted = ends[0][e] - 1.7e9;
                CHECK(isinf(ends[0][e]) ? ends[1][e] == ends[0][e]
                                        : fabs(ends[1][e] - shifted) <= 8e-6);
            }
        }
    }
}

/* Links whose parents move, at times of their own, and end. */
static void check_chains(int count)
{
    static Body pair[2];
    static Body frames[2];
    static Answer answer;
    Tally tally = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        random_state = 88172645463325252U + 104729 * (uint64_t)i;
        make_pair(pair, i % 3, 0.78, 0, 1);
        make_pair(frames, 0, 0.5, 0, 1);
        bool is_common = i % 4 == 0;
        for (int k = 0; k < 2; k++) {
            const Body* frame = &frames[is_common ? 0 : k];
            pair[k].motion.parent = &frame->motion;
            pair[k].rate += frame->rate * (4 + pair[k].solid.extent);
        }
        if (i % 3 == 0) pair[0].motion.before = GRAZE_VANISH;
        if (i % 5 == 0) frames[1].motion.after = GRAZE_VANISH;
        int before = test_failures;
        find_delays(&answer, pair);
        bool stays = i % 3 != 0 && (i % 5 != 0 || is_common);
        answer.from = stays ? -1.25 : 0;
        answer.to = stays ? 2.25 : 1;
        if (stays) check_answer(&answer, -1.25, 1.25, &tally);
        if (test_failures > before) printf("chain %d\n", i);
    }
}

/* Unions of two bodies have the unions of their delays. */
static void check_unions(int count)
{
    static Body pair[2];
    static Body other[2];
    static _Alignas(16) char memory[1 << 16];
    static Answer answers[2];
    for (int i = 0; i < count; i++) {
        GrazeSolid whole;
        make_pair(pair, i % 3, 0.78, 0, 1);
        make_pair(other, 0, 0.78, 0, 1);
        const GrazeSolid parts[2] = {pair[0].solid, other[0].solid};
        find_delays(&answers[0], pair);
        Body second[2] = {pair[0], pair[1]};
        for (int k = 0; k < 2; k++) {
            second[k].motion.pieces = pair[k].piece;
            second[k].moving.motion = &pair[k].motion;
            second[k].moving.solid = k == 0 ? &other[0].solid : &pair[1].solid;
        }
        find_delays(&answers[1], second);
        if (graze_solid_compound_size(parts, 2) > sizeof memory) continue;
        CHECK(graze_solid_compound(parts, 2, memory, &whole) == GRAZE_OK);
        Answer all;
        second[0].moving.solid = &whole;
        find_delays(&all, second);
        double slack = 16 * all.options.tolerance;
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < answers[j].count; k++) {
                const GrazeDelay* part = &answers[j].delays[k];
                bool is_inside = part->status != GRAZE_CONTACT_HIT;
                for (int n = 0; n < all.count; n++) {
                    const GrazeDelay* u = &all.delays[n];
                    is_inside = is_inside || (u->begin_lo <= part->begin_hi + slack &&
                                              part->end_lo <= u->end_hi + slack);
                }
                CHECK(is_inside);
            }
        for (int n = 0; n < all.count; n++) {
            const GrazeDelay* u = &all.delays[n];
            bool begins = u->status != GRAZE_CONTACT_HIT;
            bool ends = begins;
            for (int j = 0; j < 2; j++)
                for (int k = 0; k < answers[j].count; k++) {
                    const GrazeDelay* part = &answers[j].delays[k];
                    begins = begins || u->begin_lo == part->begin_lo ||
                             fabs(u->begin_lo - part->begin_lo) <= slack;
                    ends = ends || u->end_hi == part->end_hi ||
                           fabs(u->end_hi - part->end_hi) <= slack;
                }
            CHECK(begins && ends);
        }
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    const double turns[] = {0, 0.1, 0.78, 3.1};
    check_balls(share_of(500));
    check_late_clocks(share_of(100));
    check_unions(share_of(60));
    check_chains(share_of(100));
    for (int i = 0; i < 4; i++)
        check_turn(turns[i], share_of(100));
    return test_failures > 0;
}
