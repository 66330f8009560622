/*
 * Compounds and meshes in motion against the oracle of solid_truth.h, part by part, and against
 * the convex queries of all pairs of parts. The argument is that of motion_test: 30 per cent of the
 * random pairs by default.
 */
#include "solid_truth.h"

#include <stdlib.h>

enum { MAX_PARTS = 8, STORAGE = 1 << 17 };

/* A compound or mesh with the parts that it was made of, or a convex body. */
typedef struct {
    Body body;
    Body part[MAX_PARTS];
    int count;
    bool is_mesh;
    GrazeSolid solid;
    _Alignas(16) char memory[STORAGE];
    GrazeMovingSolid moving;
} Whole;

/* Moves a part by an offset in the body's frame. */
static void shift_part(Body* part, const double offset[3])
{
    GrazeSolidPoint p[MAX_VERTICES];
    const GrazeSolid* solid = &part->solid;
    size_t used;
    int count = solid->count;
    for (int i = 0; i < count; i++)
        p[i] = (GrazeSolidPoint){(float)(solid->vertices[i].x + offset[0]),
                                 (float)(solid->vertices[i].y + offset[1]),
                                 (float)(solid->vertices[i].z + offset[2])};
    float radius = solid->radius;
    CHECK(graze_solid_hull(p, count, radius, part->memory, &used, &part->solid) == GRAZE_OK);
}

/* Builds the body from its parts, which all follow the motion of `body`. */
static void finish_whole(Whole* whole)
{
    GrazeSolid parts[MAX_PARTS];
    double rate = 0;
    for (int k = 0; k < whole->count; k++) {
        Body* part = &whole->part[k];
        memcpy(part->piece, whole->body.piece, sizeof part->piece);
        finish_body(part, whole->body.motion.count);
        parts[k] = part->solid;
        rate = fmax(rate, part->rate);
    }
    whole->body.rate = rate;
    whole->moving = (GrazeMovingSolid){&whole->solid, &whole->body.motion};
    if (whole->is_mesh) return;
    CHECK(graze_solid_compound_size(parts, whole->count) <= STORAGE);
    CHECK(graze_solid_compound(parts, whole->count, whole->memory, &whole->solid) == GRAZE_OK);
}

/* Makes a mesh of triangles, which are its parts. */
static void make_mesh(Whole* whole, const GrazeSolidPoint* points, int point_count,
                      const int32_t* indices, int count)
{
    size_t used;
    int32_t culprit;
    whole->is_mesh = true;
    whole->count = count;
    CHECK(graze_solid_mesh_size(point_count, count) <= STORAGE);
    CHECK(graze_solid_mesh(points, point_count, indices, count, whole->memory, &whole->solid,
                           &culprit) == GRAZE_OK);
    for (int k = 0; k < count; k++) {
        GrazeSolidPoint p[3];
        for (int i = 0; i < 3; i++)
            p[i] = points[indices[3 * k + i]];
        Body* part = &whole->part[k];
        CHECK(graze_solid_hull(p, 3, 0, part->memory, &used, &part->solid) == GRAZE_OK);
    }
    finish_whole(whole);
}

/* Makes a pair in motion, of up to `parts` parts each; the second one may be a mesh. */
static void make_wholes(Whole pair[2], int kind, double turn, int parts)
{
    Body bodies[2];
    make_pair(bodies, kind, turn, 0, 1);
    for (int side = 0; side < 2; side++) {
        Whole* whole = &pair[side];
        memcpy(whole->body.piece, bodies[side].piece, sizeof whole->body.piece);
        finish_body(&whole->body, bodies[side].motion.count);
        whole->is_mesh = false;
        whole->count = 1 + (int)random_below((uint32_t)parts);
        if (side == 1 && random_below(3) == 0) {
            GrazeSolidPoint p[MAX_PARTS + 2];
            int32_t indices[3 * MAX_PARTS];
            for (int i = 0; i < whole->count + 2; i++)
                p[i] = (GrazeSolidPoint){(float)(0.8 * random_unit()), (float)(0.8 * random_unit()),
                                         (float)(0.8 * random_unit())};
            for (int i = 0; i < whole->count; i++)
                for (int k = 0; k < 3; k++)
                    indices[3 * i + k] = i + k;
            make_mesh(whole, p, whole->count + 2, indices, whole->count);
            continue;
        }
        for (int k = 0; k < whole->count; k++) {
            const double offset[3] = {random_unit(), random_unit(), random_unit()};
            make_solid(&whole->part[k], random_below(4) == 0 ? 2 : (int)random_below(2));
            shift_part(&whole->part[k], offset);
        }
        finish_whole(whole);
    }
}

/* Returns the signed separation of the unions at time t: the least of two parts. */
static Real least_separation(const Whole pair[2], Real t, bool is_rough)
{
    Real least = INFINITY;
    for (int i = 0; i < pair[0].count; i++)
        for (int k = 0; k < pair[1].count; k++) {
            Real s = separation_of(&pair[0].part[i].moving, &pair[1].part[k].moving, t, is_rough);
            least = fminl(least, s);
        }
    return least;
}

/* Returns the first time in [from, to] at which steps over a bound of the rate find an overlap that
   is deeper than `depth`, or infinity. */
static double find_overlap(const Whole pair[2], double from, double to, double depth)
{
    double rate = pair[0].body.rate + pair[1].body.rate + 1e-9;
    for (double t = from; t < to;) {
        Real s = least_separation(pair, t, true);
        if (s < 0) s = least_separation(pair, t, false);
        if (s < -depth) return t;
        t += (double)(s + depth) / rate + depth / rate;
    }
    return INFINITY;
}

/* The earliest bracket of all pairs of parts by the queries of convex bodies, and the least clearance:
   min lo and min hi of contacts, over pairs whose status is not GRAZE_CONTACT_FREE. */
typedef struct {
    double lo, hi, clearance_lo, clearance_hi;
    bool has_graze;
} All;

static All ask_all(const Whole pair[2], const GrazeMotionOptions* options)
{
    All all = {INFINITY, INFINITY, INFINITY, INFINITY, false};
    for (int i = 0; i < pair[0].count; i++)
        for (int k = 0; k < pair[1].count; k++) {
            const GrazeMovingSolid* a = &pair[0].part[i].moving;
            const GrazeMovingSolid* b = &pair[1].part[k].moving;
            GrazeSolidContact contact;
            GrazeSolidClearance clearance;
            CHECK(graze_solid_first_contact(a, b, options, NULL, &contact) == GRAZE_OK);
            CHECK(graze_solid_clearance(a, b, options, INFINITY, NULL, &clearance) == GRAZE_OK);
            all.clearance_lo = fmin(all.clearance_lo, clearance.lo);
            all.clearance_hi = fmin(all.clearance_hi, clearance.hi);
            if (contact.status == GRAZE_CONTACT_FREE) continue;
            all.has_graze |= contact.status == GRAZE_CONTACT_GRAZING;
            all.lo = fmin(all.lo, contact.lo);
            all.hi = fmin(all.hi, contact.hi);
        }
    return all;
}

/* Checks the part indices and the points of a witness in the world at time t. */
static void check_witness(const Whole pair[2], const GrazeSolidWitness* witness, double t,
                          double separation)
{
    int32_t part[2] = {witness->part_a, witness->part_b};
    for (int side = 0; side < 2; side++)
        CHECK(part[side] >= 0 && part[side] < pair[side].count);
    Real own =
        separation_of(&pair[0].part[part[0]].moving, &pair[1].part[part[1]].moving, t, false);
    CHECK(fabsl(own - separation) <= 1e-12);
    Vec p = vec_of(witness->point_a[0], witness->point_a[1], witness->point_a[2]);
    Vec q = vec_of(witness->point_b[0], witness->point_b[1], witness->point_b[2]);
    CHECK(fabsl(length(sub(q, p)) - fabs(separation)) <= 1e-9);
}

static void check_contact(const Whole pair[2], const GrazeMotionOptions* options,
                          const GrazeSolidContact* out, const All* all)
{
    bool is_free = out->status == GRAZE_CONTACT_FREE;
    double end = is_free ? options->to : out->lo;
    double rate = pair[0].body.rate + pair[1].body.rate;
    CHECK(out->status != GRAZE_CONTACT_UNDECIDED);
    CHECK(find_overlap(pair, options->from, end, 1e-3) == INFINITY);
    double back = end - options->from;
    for (int k = 0; k < 100 && back * rate > 1e-12; k++) {
        CHECK(least_separation(pair, end - back, false) >= -1e-12);
        back *= 0.7;
    }
    CHECK(is_free == (all->lo == INFINITY) || all->has_graze);
    if (is_free) return;
    CHECK(out->lo <= all->hi + 1e-15 && all->lo <= out->hi + 1e-15);
    Real here = least_separation(pair, out->lo, false);
    CHECK(fabsl(here - out->separation) <= 1e-12);
    check_witness(pair, &out->witness, out->lo, out->separation);
    if (out->status == GRAZE_CONTACT_HIT && !all->has_graze)
        CHECK(out->hi - out->lo <= options->tolerance);
    if (out->status == GRAZE_CONTACT_HIT) CHECK(least_separation(pair, out->hi, false) < 0);
    if (out->status == GRAZE_CONTACT_GRAZING) CHECK(fabsl(here) <= 2 * options->distance_tolerance);
    if (out->status == GRAZE_CONTACT_OVERLAPPING) CHECK(out->lo == options->from && here < 0);
}

static void check_separations(const Whole pair[2])
{
    double times[4];
    double found[4];
    double errors[4];
    for (int k = 0; k < 4; k++)
        times[k] = uniform(-0.5, 1.5);
    CHECK(graze_solid_separations_at(&pair[0].moving, &pair[1].moving, times, 4, NULL, found,
                                     errors) == GRAZE_OK);
    for (int k = 0; k < 4; k++) {
        Real exact = least_separation(pair, times[k], false);
        CHECK(fabsl(found[k] - exact) <= errors[k] + 1e-16L && errors[k] < 1e-11);
    }
}

/* Checks intervals against the separation between and within them. */
static void check_intervals(const Whole pair[2], const GrazeSolidContact* first)
{
    enum { ROOM = 64 };
    static GrazeInterval found[ROOM];
    int32_t number;
    double near = (pair[0].body.rate + pair[1].body.rate) * 0.5e-9 + 2e-9;
    CHECK(graze_solid_contact_intervals(&pair[0].moving, &pair[1].moving, &OPTIONS, NULL, found,
                                        ROOM, &number) == GRAZE_OK);
    CHECK(number <= ROOM && (number > 0) == (first->status != GRAZE_CONTACT_FREE));
    if (number > ROOM) return;
    if (number > 0) CHECK(found[0].begin_lo <= first->hi && first->lo <= found[0].begin_hi);
    double from = 0;
    for (int k = 0; k <= number; k++) {
        double to = k < number ? found[k].begin_lo : 1;
        CHECK(from <= to && find_overlap(pair, from, to, 1e-3) == INFINITY);
        if (k == number) break;
        CHECK(found[k].status != GRAZE_CONTACT_UNDECIDED);
        for (int l = 0; l <= 20 && found[k].status == GRAZE_CONTACT_HIT; l++) {
            double t = found[k].begin_hi + (found[k].end_lo - found[k].begin_hi) * l / 20;
            Real s = least_separation(pair, t, false);
            CHECK(l == 0 || l == 20 ? s < 0 : s <= near);
        }
        from = found[k].end_hi;
    }
    /* Fewer of them come in the same order, and a compound and its only part have the same. */
    GrazeInterval one;
    int32_t more;
    CHECK(graze_solid_contact_intervals(&pair[0].moving, &pair[1].moving, &OPTIONS, NULL, &one, 1,
                                        &more) == GRAZE_OK);
    CHECK(more == (number > 1 ? 2 : number));
    CHECK(number == 0 || (one.begin_lo == found[0].begin_lo && one.end_hi == found[0].end_hi));
}

static void check_clearance(const Whole pair[2], const All* all)
{
    GrazeSolidClearance out;
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    CHECK(graze_solid_clearance(a, b, &OPTIONS, INFINITY, NULL, &out) == GRAZE_OK);
    CHECK(out.status == GRAZE_CLEARANCE_CERTIFIED && out.is_common == 1);
    CHECK(out.hi - out.lo <= OPTIONS.distance_tolerance * 1.001 && out.hi >= out.lo);
    CHECK(out.lo <= all->clearance_hi + 1e-12 && all->clearance_lo <= out.hi + 1e-12);
    CHECK(fabsl(least_separation(pair, out.time, false) - out.hi) <= 1e-12);
    check_witness(pair, &out.witness, out.time, out.hi);
    for (int k = 0; k <= 50; k++)
        CHECK(least_separation(pair, k / 50.0, false) >= out.lo - 1e-12);
    GrazeSolidClearance limited;
    double limit = out.lo + uniform(-0.1, 0.1);
    CHECK(graze_solid_clearance(a, b, &OPTIONS, limit, NULL, &limited) == GRAZE_OK);
    CHECK(out.lo < limit ? limited.lo <= out.hi && limited.hi >= out.lo
                         : limited.hi == INFINITY && limited.lo >= limit - 1.001e-9);
}

/* A small budget makes no wrong claims. */
static void check_budget(const Whole pair[2], const GrazeSolidContact* expected, const All* all)
{
    GrazeMotionOptions options = OPTIONS;
    GrazeSolidContact out;
    GrazeSolidClearance clearance;
    options.max_iterations = 1 + (int32_t)random_below(40);
    CHECK(graze_solid_first_contact(&pair[0].moving, &pair[1].moving, &options, NULL, &out) ==
          GRAZE_OK);
    CHECK(expected->status == GRAZE_CONTACT_FREE || out.lo <= expected->hi);
    CHECK(out.status != GRAZE_CONTACT_FREE || expected->status == GRAZE_CONTACT_FREE);
    CHECK(graze_solid_clearance(&pair[0].moving, &pair[1].moving, &options, INFINITY, NULL,
                                &clearance) == GRAZE_OK);
    CHECK(clearance.lo <= all->clearance_hi + 1e-12);
    CHECK(clearance.hi >= all->clearance_lo - 1e-12);
}

/* Bodies of one part take the iterations of convex bodies, for the same answer. */
static void check_single(const Whole pair[2], const GrazeSolidContact* out)
{
    GrazeSolidContact single;
    if (pair[0].count > 1 || pair[1].count > 1) return;
    CHECK(graze_solid_first_contact(&pair[0].part[0].moving, &pair[1].part[0].moving, &OPTIONS,
                                    NULL, &single) == GRAZE_OK);
    CHECK(single.lo == out->lo && single.hi == out->hi && single.status == out->status);
    CHECK(single.status == GRAZE_CONTACT_GRAZING || single.iterations == out->iterations);
}

/* Bounds of a body contain all of its parts, and their speeds. */
static void check_whole_bounds(const Whole* whole)
{
    GrazeSolidMotionBounds bounds;
    double from = uniform(-0.2, 0.8);
    double to = from + uniform(0, 0.5);
    graze_solid_motion_bounds(&whole->moving, from, to, 1 + (int)random_below(4), &bounds);
    for (int i = 0; i < whole->count; i++) {
        const GrazeMovingSolid* part = &whole->part[i].moving;
        for (int k = 0; k <= 8; k++) {
            Points now;
            Points then;
            Real t = from + (to - from) * k / 8;
            Real h = 1e-6L;
            place(part, t, &now);
            place(part, t + h, &then);
            for (int l = 0; l < now.count; l++) {
                const Real p[3] = {now.p[l].x, now.p[l].y, now.p[l].z};
                for (int axis = 0; axis < 3; axis++) {
                    CHECK(p[axis] - part->solid->radius >= bounds.box.min[axis]);
                    CHECK(p[axis] + part->solid->radius <= bounds.box.max[axis]);
                }
                CHECK(length(sub(then.p[l], now.p[l])) <= bounds.point_speed * h * 1.0001L ||
                      t + 2 * h > to);
            }
        }
    }
}

static void check_turn(double turn, int count)
{
    static Whole pair[2];
    int hits = 0;
    int64_t rounds = 0;
    for (int i = 0; i < count; i++) {
        GrazeSolidContact out;
        make_wholes(pair, i % 3, turn, i % 2 == 0 ? MAX_PARTS : 3);
        All all = ask_all(pair, &OPTIONS);
        CHECK(graze_solid_first_contact(&pair[0].moving, &pair[1].moving, &OPTIONS, NULL, &out) ==
              GRAZE_OK);
        check_contact(pair, &OPTIONS, &out, &all);
        check_single(pair, &out);
        check_separations(pair);
        check_intervals(pair, &out);
        check_clearance(pair, &all);
        check_budget(pair, &out, &all);
        hits += out.status == GRAZE_CONTACT_HIT;
        rounds += out.iterations;
    }
    if (getenv("GRAZE_TALLY") != NULL)
        printf("turn %g: %d pairs, %d hits, %.2f rounds\n", turn, count, hits,
               (double)rounds / count);
    CHECK(hits > count / 5 || count < 20);
}

/* A box slides from tile to tile of a floor: one graze of the unions, which ends at a step. */
static void check_floor(void)
{
    static Whole pair[2];
    for (int form = 0; form < 3; form++) {
        Whole* floor = &pair[1];
        Whole* box = &pair[0];
        bool has_step = form == 1;
        set_plain(&floor->body, 0, 0, 0, 0, 0);
        set_plain(&box->body, -3, 6, 0.5, 0, 0);
        box->is_mesh = floor->is_mesh = false;
        box->count = 1;
        make_box(&box->part[0], 0.5F, 0.5F, 0.5F, 0);
        finish_whole(box);
        if (form < 2) {
            floor->count = has_step ? 5 : 4;
            for (int k = 0; k < floor->count; k++) {
                const double offset[3] = {k == 4 ? 3 : k - 1.5, 0, k == 4 ? 0.5 : -0.5};
                make_box(&floor->part[k], 0.5F, 2, 0.5F, 0);
                shift_part(&floor->part[k], offset);
            }
            finish_whole(floor);
        } else {
            GrazeSolidPoint p[10];
            int32_t indices[24];
            for (int k = 0; k < 10; k++) {
                int column = k / 2;
                p[k] = (GrazeSolidPoint){(float)(column - 2), k % 2 == 0 ? -2 : 2, 0};
            }
            for (int k = 0; k < 8; k++)
                for (int l = 0; l < 3; l++)
                    indices[3 * k + l] = k % 2 == 0 ? k + l : k + 2 - l;
            make_mesh(floor, p, 10, indices, 8);
        }
        GrazeSolidContact out;
        GrazeInterval found[4];
        int32_t number;
        CHECK(graze_solid_first_contact(&box->moving, &floor->moving, &OPTIONS, NULL, &out) ==
              GRAZE_OK);
        double begin = 0.5 / 6;
        double end = has_step ? 5.0 / 6 : 5.5 / 6;
        CHECK(out.status == (has_step ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZING));
        CHECK(fabs(out.lo - begin) < 1e-8 && fabs(out.hi - end) < 1e-8);
        CHECK(out.iterations < 4000);
        CHECK(graze_solid_contact_intervals(&box->moving, &floor->moving, &OPTIONS, NULL, found, 4,
                                            &number) == GRAZE_OK);
        CHECK(number == 1 && found[0].status == out.status);
        GrazeMotionOptions options = OPTIONS;
        options.touching = GRAZE_TOUCHING_ALLOWED;
        CHECK(graze_solid_first_contact(&box->moving, &floor->moving, &options, NULL, &out) ==
              GRAZE_OK);
        CHECK(out.status == (has_step ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_FREE));
        CHECK(!has_step || fabs(out.lo - end) < 1e-8);
        GrazeSolidClearance clearance;
        CHECK(graze_solid_clearance(&box->moving, &floor->moving, &OPTIONS, INFINITY, NULL,
                                    &clearance) == GRAZE_OK);
        CHECK(clearance.status == GRAZE_CLEARANCE_CERTIFIED);
        CHECK(has_step ? clearance.hi < -0.4 : fabs(clearance.hi) < 1e-8);
    }
}

/*
 * A motion jumps by as much as its travel allows, from beside a row of boxes into it, as their boxes
 * do: the contact begins at the jump, as that with the middle one does alone.
 */
static void check_jump(void)
{
    static Whole pair[2];
    Whole* row = &pair[1];
    Whole* box = &pair[0];
    set_plain(&row->body, 0, 0, 0, 0, 0);
    set_plain(&box->body, -3, 3.99999, 0, 0, 0);
    split_piece(box->body.piece, 0.5);
    box->body.piece[1].x[0] += 1.5e-5;
    box->body.piece[1].x[1] = 1;
    box->body.motion.count = 2;
    row->is_mesh = box->is_mesh = false;
    box->count = 1;
    make_box(&box->part[0], 0.5F, 0.5F, 0.5F, 0);
    finish_whole(box);
    row->count = 5;
    for (int k = 0; k < row->count; k++) {
        const double offset[3] = {0, k - 2, 0};
        make_box(&row->part[k], 0.5F, 0.5F, 0.5F, 0);
        shift_part(&row->part[k], offset);
    }
    finish_whole(row);
    int32_t culprit;
    GrazeSolidContact out;
    GrazeMotionOptions options = OPTIONS;
    options.distance_tolerance = 0;
    CHECK(graze_solid_motion_check(box->moving.motion, &culprit) == GRAZE_OK);
    All all = ask_all(pair, &options);
    CHECK(graze_solid_first_contact(&box->moving, &row->moving, &options, NULL, &out) == GRAZE_OK);
    CHECK(out.status == GRAZE_CONTACT_HIT && out.lo == all.lo && out.hi == all.hi);
    CHECK(out.lo == 0.5 && out.hi == 0.5 && out.separation < 0);
}

/* Boxes that end beyond float32 leave no parts out. */
static void check_huge(void)
{
    static Whole pair[2];
    const float place[4] = {-3e38F, -1e38F, 1e38F, 3e38F};
    set_plain(&pair[0].body, 0, 3e38, 1e38, 0, 0);
    set_plain(&pair[1].body, 0, 0, 0, 0, 0);
    for (int side = 0; side < 2; side++) {
        Whole* whole = &pair[side];
        whole->is_mesh = false;
        whole->count = side == 0 ? 1 : 4;
        for (int k = 0; k < whole->count; k++) {
            make_box(&whole->part[k], 0, 0, 0, side == 0 ? 1e37F : 0.95e38F);
            const double offset[3] = {side == 0 ? 0 : place[k], 0, 0};
            shift_part(&whole->part[k], offset);
        }
        finish_whole(whole);
    }
    GrazeMotionOptions options = OPTIONS;
    options.distance_tolerance = 1e29;
    GrazeSolidContact out;
    All all = ask_all(pair, &options);
    CHECK(graze_solid_first_contact(&pair[0].moving, &pair[1].moving, &options, NULL, &out) ==
          GRAZE_OK);
    CHECK(out.status == GRAZE_CONTACT_HIT && fabs(out.lo - (1 - sqrt(1.05 * 1.05 - 1)) / 3) < 1e-6);
    CHECK(out.lo <= all.hi && all.lo <= out.hi && out.hi - out.lo <= options.tolerance);
}

/* Bodies that never exist together, and memory that is too small. */
static void check_ends(void)
{
    static Whole pair[2];
    make_wholes(pair, 0, 1, 3);
    pair[0].body.motion.after = GRAZE_VANISH;
    GrazeMotionOptions options = OPTIONS;
    options.from = 2;
    options.to = 3;
    GrazeSolidContact out;
    GrazeSolidClearance clearance;
    GrazeInterval interval;
    int32_t number;
    double separation;
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    CHECK(graze_solid_first_contact(a, b, &options, NULL, &out) == GRAZE_OK);
    CHECK(out.status == GRAZE_CONTACT_FREE && out.lo == 3 && out.iterations == 0);
    CHECK(graze_solid_contact_intervals(a, b, &options, NULL, &interval, 1, &number) == GRAZE_OK);
    CHECK(number == 0);
    CHECK(graze_solid_clearance(a, b, &options, INFINITY, NULL, &clearance) == GRAZE_OK);
    CHECK(clearance.hi == INFINITY && clearance.is_common == 0);
    CHECK(graze_solid_separations_at(a, b, &options.to, 1, NULL, &separation, NULL) == GRAZE_OK);
    CHECK(separation == INFINITY);
}

/* Two round bodies that overlap deeply need more room than there is on the stack, whether they are
   convex or parts: each query says so, and with room has the answer of the balls in which they lie.
   */
static void check_room(void)
{
    enum { POINTS = 160, CAPACITY = 4 };
    static GrazeSolidPoint points[POINTS];
    for (int32_t i = 0; i < POINTS; i++) {
        double z = 1 - (2.0 * i + 1) / POINTS;
        double across = sqrt(1 - z * z);
        points[i] = (GrazeSolidPoint){(float)(across * cos(2.399963 * i)),
                                      (float)(across * sin(2.399963 * i)), (float)z};
    }
    size_t used;
    size_t size = graze_solid_scratch_size(POINTS * POINTS);
    const GrazeSolidScratch room = {malloc(size), size};
    void* storage = malloc(graze_solid_hull_size(POINTS));
    GrazeSolid ball;
    GrazeSolid whole;
    CHECK(graze_solid_hull(points, POINTS, 0, storage, &used, &ball) == GRAZE_OK);
    void* of_whole = malloc(graze_solid_compound_size(&ball, 1));
    CHECK(graze_solid_compound(&ball, 1, of_whole, &whole) == GRAZE_OK);
    /* They begin at one place and part at a speed of 4. */
    GrazeSolidPiece pieces[2] = {
        {.t1 = 1, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}},
        {.t1 = 1, .x = {0.0625, 4}, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}}};
    const GrazeSolidMotion motions[2] = {{&pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL},
                                         {&pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL}};
    const GrazeSolid* solids[2] = {&ball, &whole};
    for (int k = 0; k < 2; k++) {
        const GrazeMovingSolid a = {solids[k], &motions[0]};
        const GrazeMovingSolid b = {&ball, &motions[1]};
        for (int has_room = 0; has_room < 2; has_room++) {
            const GrazeSolidScratch* scratch = has_room ? &room : NULL;
            GrazeStatus expected = has_room ? GRAZE_OK : GRAZE_E_OUT_OF_MEMORY;
            GrazeSolidContact contact;
            GrazeSolidClearance clearance;
            GrazeInterval intervals[CAPACITY];
            int32_t count = 0;
            double time = 0;
            double separation = 0;
            CHECK(graze_solid_first_contact(&a, &b, &OPTIONS, scratch, &contact) == expected);
            CHECK(graze_solid_contact_intervals(&a, &b, &OPTIONS, scratch, intervals, CAPACITY,
                                                &count) == expected);
            CHECK(graze_solid_clearance(&a, &b, &OPTIONS, INFINITY, scratch, &clearance) ==
                  expected);
            CHECK(graze_solid_separations_at(&a, &b, &time, 1, scratch, &separation, NULL) ==
                  expected);
            if (!has_room) continue;
            CHECK(contact.status == GRAZE_CONTACT_OVERLAPPING && contact.lo == 0);
            CHECK(contact.separation < -1.8 && contact.separation >= -2);
            CHECK(count == 1 && intervals[0].begin_lo == 0);
            CHECK(intervals[0].end_hi <= (2 - 0.0625) / 4 + 1e-9 && intervals[0].end_lo > 0.45);
            CHECK(clearance.hi < -1.8 && clearance.lo >= -2.01 && clearance.lo <= clearance.hi);
            CHECK(separation < -1.8 && separation >= -2);
        }
    }
    /* Passing through each other between two samples of the time, they overlap so for an instant. */
    pieces[1].x[0] = -4;
    pieces[1].x[1] = 64;
    for (int k = 0; k < 4; k++) {
        const GrazeMovingSolid a = {solids[k % 2], &motions[0]};
        const GrazeMovingSolid b = {&ball, &motions[1]};
        GrazeSolidClearance clearance;
        GrazeStatus status =
            graze_solid_clearance(&a, &b, &OPTIONS, INFINITY, k < 2 ? NULL : &room, &clearance);
        CHECK(status == (k < 2 ? GRAZE_E_OUT_OF_MEMORY : GRAZE_OK));
        if (k < 2) continue;
        CHECK(clearance.hi < -1.8 && clearance.lo >= -2.01 && clearance.lo <= clearance.hi);
        CHECK(fabs(clearance.time - 0.0625) < 0.005);
    }
    free(of_whole);
    free(storage);
    free(room.memory);
}

/* Points have no size: the default slack is the way that they come nearer in the tolerance. */
static void check_points(void)
{
    const GrazeSolidPoint origin = {0, 0, 0};
    size_t used;
    GrazeSolid point;
    void* memory = malloc(graze_solid_hull_size(1));
    CHECK(graze_solid_hull(&origin, 1, 0, memory, &used, &point) == GRAZE_OK);
    const GrazeSolidPiece pieces[2] = {
        {.t1 = 1, .x = {0, 3}, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}},
        {.t1 = 1, .z = {0, 4}, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}}};
    const GrazeSolidMotion motions[2] = {{&pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL},
                                         {&pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL}};
    const GrazeMovingSolid a = {&point, &motions[0]};
    const GrazeMovingSolid b = {&point, &motions[1]};
    GrazeMotionOptions options = OPTIONS;
    options.tolerance = 0x1p-10;
    options.distance_tolerance = NAN;
    graze_solid_motion_defaults(&a, &b, &options);
    CHECK(options.distance_tolerance >= 7 * 0x1p-10);
    CHECK(options.distance_tolerance < 7.001 * 0x1p-10);
    /* No tolerance is finer than the clock: two balls of radius 1/4 meet at 0.375, at a speed of 4.
       */
    GrazeSolid ball = point;
    ball.radius = 0.25F;
    const GrazeSolidPiece way = {
        .t1 = 1, .x = {2, -4}, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}};
    const GrazeSolidPiece still = {.t1 = 1, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}};
    const GrazeSolidMotion of_balls[2] = {{&way, 1, GRAZE_STAY, GRAZE_STAY, NULL},
                                          {&still, 1, GRAZE_STAY, GRAZE_STAY, NULL}};
    const GrazeMovingSolid first = {&ball, &of_balls[0]};
    const GrazeMovingSolid second = {&ball, &of_balls[1]};
    GrazeSolidContact contact;
    options = OPTIONS;
    options.tolerance = 0;
    options.distance_tolerance = 0x1p-40;
    CHECK(graze_solid_first_contact(&first, &second, &options, NULL, &contact) == GRAZE_OK);
    double finest = graze_solid_motion_min_tolerance(&first, &second, 0, 1);
    CHECK(contact.status == GRAZE_CONTACT_HIT && finest > 0 && finest < 1e-12);
    CHECK(contact.lo <= 0.375 && contact.hi >= 0.375);
    CHECK(contact.hi - contact.lo <= finest + options.distance_tolerance / 4);
    free(memory);
}

enum { MAX_BODIES = 24, MAX_PAIRS = MAX_BODIES * MAX_BODIES };

/* Returns whether the boxes of two bodies are at most `reach` apart on each axis in a step. */
static bool have_near_boxes(const GrazeMovingSolid* a, const GrazeMovingSolid* b, double reach,
                            int steps)
{
    for (int step = 0; step < steps; step++) {
        GrazeSolidMotionBounds p;
        GrazeSolidMotionBounds q;
        bool is_near = true;
        graze_solid_motion_bounds(a, (double)step / steps, (step + 1.0) / steps, 1, &p);
        graze_solid_motion_bounds(b, (double)step / steps, (step + 1.0) / steps, 1, &q);
        for (int k = 0; k < 3; k++)
            is_near = is_near && p.box.min[k] <= q.box.max[k] + reach &&
                      q.box.min[k] <= p.box.max[k] + reach;
        if (is_near) return true;
    }
    return false;
}

/* Pairs that may come near, of bodies that pass each other in a volume, against those of all pairs;
   brackets without a witness. */
static void check_many(int count)
{
    static Whole bodies[MAX_BODIES];
    static uint32_t first[MAX_PAIRS];
    static uint32_t second[MAX_PAIRS];
    static GrazeMovingSolid moving[MAX_BODIES];
    for (int i = 0; i < count; i++) {
        int number = 2 + (int)random_below(MAX_BODIES - 1);
        for (int k = 0; k + 1 < number; k += 2)
            make_wholes(&bodies[k], 0, 3, 3);
        if (number % 2 == 1) make_wholes(&bodies[number - 2], 0, 3, 3);
        for (int k = 0; k < number; k++) {
            const double shift[3] = {5 * random_unit(), 5 * random_unit(), 2 * random_unit()};
            Body* body = &bodies[k].body;
            for (int l = 0; l < body->motion.count; l++) {
                body->piece[l].x[0] += shift[0];
                body->piece[l].y[0] += shift[1];
                body->piece[l].z[0] += shift[2];
            }
            moving[k] = bodies[k].moving;
        }
        double reach = random_below(2) == 0 ? 4e-9 : uniform(0, 0.5);
        int steps = 1 << random_below(6);
        size_t size = graze_solid_moving_near_size(number, MAX_PAIRS);
        void* storage = malloc(size);
        int32_t found = graze_solid_moving_near(moving, number, reach, 0, 1, steps, storage,
                                                MAX_PAIRS, first, second);
        free(storage);
        int32_t next = 0;
        for (int a = 0; a < number; a++)
            for (int b = a + 1; b < number; b++) {
                bool is_found = next < found && (int)first[next] == a && (int)second[next] == b;
                next += is_found;
                /* Float32 makes boxes larger. */
                bool is_near = have_near_boxes(&moving[a], &moving[b], reach, steps);
                CHECK(is_found ? have_near_boxes(&moving[a], &moving[b], reach + 1e-5, steps)
                               : !is_near);
                GrazeSolidContact out;
                GrazeSolidContact bracket;
                CHECK(graze_solid_first_contact(&moving[a], &moving[b], &OPTIONS, NULL, &out) ==
                      GRAZE_OK);
                CHECK(graze_solid_contact_bracket(&moving[a], &moving[b], &OPTIONS, NULL,
                                                  &bracket) == GRAZE_OK);
                CHECK(bracket.lo == out.lo && bracket.hi == out.hi &&
                      bracket.status == out.status && bracket.iterations == out.iterations);
                CHECK(bracket.separation == 0 && bracket.witness.normal[0] == 0);
                CHECK(is_found || out.status == GRAZE_CONTACT_FREE);
            }
        CHECK(next == found);
        /* Too little room, and just enough of it. */
        for (int more = 0; more < 2 && found > 0; more++) {
            int32_t room = found - 1 + more;
            storage = malloc(graze_solid_moving_near_size(number, room));
            int32_t again = graze_solid_moving_near(moving, number, reach, 0, 1, steps, storage,
                                                    room, first, second);
            CHECK(again == found);
            free(storage);
        }
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    check_floor();
    check_jump();
    check_ends();
    check_huge();
    check_room();
    check_points();
    check_many(share_of(30));
    const double turns[] = {0, 0.1, 0.78, 3.1};
    for (int k = 0; k < 4; k++)
        check_turn(turns[k], share_of(100));
    for (int k = 0; k < share_of(100); k++) {
        static Whole pair[2];
        make_wholes(pair, k % 3, 3, MAX_PARTS);
        check_whole_bounds(&pair[k % 2]);
    }
    return test_failures > 0;
}
