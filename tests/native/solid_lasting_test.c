/*
 * Contacts in space that last, or are near for long, take few rounds: bodies that slide, tip, rock
 * and roll on each other, sharp ones and ones with a radius, against the oracle of solid_truth.h.
 * The argument is that of motion_test.
 */
#include "solid_truth.h"

/* Contacts that last without an overlap, and touches of an instant, take few iterations. */
static void check_lasting(void)
{
    static Body pair[2];
    GrazeMotionOptions options = OPTIONS;
    const double turns[] = {0, 2};
    for (int k = 0; k < 2; k++) {
        /* A box slides on a table, over its edge, and turns about the vertical. */
        make_box(&pair[0], 2, 2, 0.5F, 0);
        make_box(&pair[1], 0.5F, 0.5F, 0.5F, 0);
        set_plain(&pair[0], 0, 0, 0, 0, 0);
        set_plain(&pair[1], -4, 8, 1, 0, turns[k]);
        GrazeSolidContact out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_GRAZING && out.iterations < 200);
        CHECK(out.lo > 0.1 && out.lo < 0.2 && out.hi > 0.8);
        options.touching = GRAZE_TOUCHING_ALLOWED;
        out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_FREE && out.iterations < 200);
        options.touching = GRAZE_TOUCHING_CONFLICT;
        GrazeInterval found[4];
        int32_t number;
        CHECK(graze_solid_contact_intervals(&pair[0].moving, &pair[1].moving, &options, NULL, found,
                                            4, &number) == GRAZE_OK);
        CHECK(number == 1 && found[0].status == GRAZE_CONTACT_GRAZING);
        /* A plank across it, whose corners are beyond the table. */
        make_box(&pair[1], 0.5F, 8, 0.5F, 0);
        set_plain(&pair[1], -0.5, 1, 1, 0, turns[k] / 4);
        out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_GRAZING && out.lo == 0 && out.hi == 1);
        CHECK(out.iterations < 200);
        /* A box slides, and rises from the beginning on: the contact ends. */
        make_box(&pair[1], 0.5F, 0.5F, 0.5F, 0);
        set_plain(&pair[1], -0.5, 1, 1, 0, turns[k]);
        pair[1].piece[0].z[2] = 1;
        out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_GRAZING && out.lo == 0 && out.hi < 1e-3);
        /* A box tips over an edge on which it stands. */
        make_box(&pair[1], 0.5F, 0.5F, 0.5F, 0);
        set_plain(&pair[1], 0, 0, 0.5, 0, 1);
        pair[1].piece[0].axis[1] = 1;
        pair[1].piece[0].axis[2] = 0;
        pair[1].piece[0].pivot[0] = 0.5;
        pair[1].piece[0].pivot[2] = -0.5;
        for (int touching = 0; touching < 2; touching++) {
            options.touching = touching == 0 ? GRAZE_TOUCHING_CONFLICT : GRAZE_TOUCHING_ALLOWED;
            out = contact_of(&pair[0].moving, &pair[1].moving, &options);
            CHECK(out.iterations < 1000);
            CHECK(out.status == (touching == 0 ? GRAZE_CONTACT_GRAZING : GRAZE_CONTACT_FREE));
        }
        options.touching = GRAZE_TOUCHING_CONFLICT;
        /* A ball rolls on it. */
        make_box(&pair[1], 0, 0, 0, 0.5F);
        set_plain(&pair[1], -1, 2, 1, 0, turns[k]);
        out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_GRAZING && out.lo == 0 && out.hi == 1);
        CHECK(out.iterations < 20);
        /* A ball touches a ball in passing. */
        make_box(&pair[0], 0, 0, 0, 0.5F);
        set_plain(&pair[1], -2, 4, 1, 0, turns[k]);
        out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_GRAZING && out.iterations < 200);
        CHECK(out.lo <= 0.5 && out.hi >= 0.5 && out.hi - out.lo < 1e-3);
        /* It falls on the ball, and rests in contact at the end of its motion. */
        set_plain(&pair[1], 0, 0, 2, -1, turns[k]);
        out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_GRAZING && out.lo > 1 - 1e-8 && out.hi == 1);
    }
}

/*
 * The ridges of two roofs cross, where they touch: one turns about the vertical, or rocks on the ridge
 * of the other one, or both do, and one may slide. The last one lifts off or sinks in as it slides on
 * a ridge that turns.
 */
static void check_ridges(int count)
{
    static Body pair[2];
    const double half = sqrt(0.5);
    for (int i = 0; i < count; i++) {
        bool is_upright = i % 4 == 0;
        bool slides = i % 3 == 0;
        bool is_lasting = is_upright || !slides || i % 4 != 3;
        double corner = is_upright ? 0 : 0.5;
        make_box(&pair[0], 2, 0.5F, 0.5F, 0);
        make_box(&pair[1], 0.5F, 2, 0.5F, 0);
        for (int k = 0; k < 2; k++) {
            bool turns = is_upright ? k == 1 : i % 4 == 3 || i % 4 == k + 1;
            bool is_sliding = slides && (is_upright ? k == 1 : i % 4 == 3 ? k == 1 : turns);
            set_plain(&pair[k], 0, 0, is_upright ? (2 * k - 1) * half : 0, 0,
                      turns ? uniform(-0.3, 0.3) : 0);
            GrazeSolidPiece* piece = pair[k].piece;
            piece->quaternion[k] = sin(atan(1) / 2);
            piece->quaternion[3] = cos(atan(1) / 2);
            /* The pivot is the middle of the ridge; A rocks about y, B about x. */
            if (!is_upright) {
                piece->axis[2] = 0;
                piece->axis[1 - k] = 1;
                piece->pivot[1 - k] = corner;
                piece->pivot[2] = k == 0 ? corner : -corner;
            }
            /* Along the ridge that rests, or along both. */
            if (is_sliding) (k == 0 ? piece->y : piece->x)[1] = uniform(-0.4, 0.4);
            finish_body(&pair[k], 1);
        }
        for (int touching = 0; touching < 2; touching++) {
            GrazeMotionOptions options = OPTIONS;
            options.touching = touching == 0 ? GRAZE_TOUCHING_CONFLICT : GRAZE_TOUCHING_ALLOWED;
            GrazeSolidContact out = contact_of(&pair[0].moving, &pair[1].moving, &options);
            CHECK(out.status != GRAZE_CONTACT_UNDECIDED && out.iterations < 200);
            if (!is_lasting) continue;
            CHECK(touching == 0 ? out.status == GRAZE_CONTACT_GRAZING && out.lo == 0 && out.hi == 1
                                : out.status == GRAZE_CONTACT_FREE);
        }
        for (int k = 0; k <= 10 && is_lasting; k++)
            CHECK(fabsl(separation_of(&pair[0].moving, &pair[1].moving, k / 10.0, false)) < 1e-14);
    }
}

/* ---- edges, capsules and balls with a radius ---- */

/*
 * How bodies A and B move, with edges p and q that cross at the sum of their radii, or are parallel,
 * or with a ball in place of one.
 *
 *   EDGES      each about its own edge, sliding along both
 *   UPRIGHT    each about an upright axis, moving across that
 *   AROUND     A about q, sliding along it; B about q or at rest. p and q cross
 *   PARALLEL   the same, with p along q
 *   BALL       the same, with a ball in place of A; if B is one, too, both about any axis
 *   BALL_EDGE  as EDGES, with a ball in place of A
 *   TURNTABLE  both about one axis, by the same angle
 *   ROCKING    each about an axis across its edge: they sink in, or lift off
 *   NEARLY     as EDGES, but for as much as 1e-9 to 1e-2
 *   ANY        any
 */
typedef enum {
    EDGES,
    UPRIGHT,
    AROUND,
    PARALLEL,
    BALL,
    BALL_EDGE,
    TURNTABLE,
    ROCKING,
    NEARLY,
    ANY,
    ROLL_COUNT
} Roll;

/* A rotation about an axis through a point, of an angle of degree 3, with a translation of degree
   2. */
typedef struct {
    double axis[3], through[3], angle[3], move[2][3];
} Spin;

/* Returns the product of two quaternions. */
static void multiply(const double p[4], const double q[4], double out[4])
{
    out[0] = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
    out[1] = p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0];
    out[2] = p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3];
    out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

static void rotate(const double q[4], const double v[3], double out[3])
{
    const Real rotation[4] = {q[0], q[1], q[2], q[3]};
    Vec r = turned(rotation, vec_of(v[0], v[1], v[2]));
    out[0] = (double)r.x;
    out[1] = (double)r.y;
    out[2] = (double)r.z;
}

/* Makes a capsule along x, a prism with an edge there, above (1) or below it (-1), or a ball. */
static void make_edge(Body* body, bool is_ball, double side, float radius)
{
    float half = (float)uniform(1, 2);
    float height = (float)uniform(0.3, 0.6);
    bool is_prism = random_below(2) == 0;
    GrazeSolidPoint p[6] = {{is_ball ? 0 : -half, 0, 0}, {half, 0, 0}};
    size_t used;
    for (int i = 0; i < 4; i++)
        p[2 + i] =
            (GrazeSolidPoint){i & 1 ? half : -half, i & 2 ? height : -height, (float)side * height};
    CHECK(graze_solid_hull(p,
                           is_ball    ? 1
                           : is_prism ? 6
                                      : 2,
                           radius, body->memory, &used, &body->solid) == GRAZE_OK);
}

/* Sets the motion of a body whose frame is turned by q, and is at `origin`; all of it in a world. */
static void set_spin(Body* body, const double world[4], const double q[4], const double origin[3],
                     const Spin* spin, double t0)
{
    GrazeSolidPiece* piece = body->piece;
    const double back[4] = {-q[0], -q[1], -q[2], q[3]};
    double arm[3];
    double place[3];
    double move[2][3];
    memset(piece, 0, sizeof *piece);
    piece->t0 = t0;
    piece->t1 = t0 + 1;
    multiply(world, q, piece->quaternion);
    rotate(world, spin->axis, piece->axis);
    for (int k = 0; k < 3; k++)
        arm[k] = spin->through[k] - origin[k];
    rotate(back, arm, piece->pivot);
    rotate(world, spin->through, place);
    for (int k = 0; k < 2; k++)
        rotate(world, spin->move[k], move[k]);
    double* c[3] = {piece->x, piece->y, piece->z};
    for (int k = 0; k < 3; k++) {
        c[k][0] = place[k];
        c[k][1] = move[0][k];
        c[k][2] = move[1][k];
        piece->angle[k + 1] = spin->angle[k];
    }
    finish_body(body, 1);
}

static void add_to(double out[3], double factor, const double v[3])
{
    for (int k = 0; k < 3; k++)
        out[k] += factor * v[k];
}

/* Changes the spins of both bodies, each about its edge, at heights 0 and `height`, to those of a
   roll. */
static void choose_spins(Roll roll, const bool is_ball[2], double edge[2][3], double height,
                         Spin spin[2])
{
    bool slides = random_below(2) == 0;
    double size = pow(10, uniform(-9, -2));
    for (int k = 0; k < 2; k++) {
        const double foot[3] = {0, 0, k * height};
        double* move = spin[k].move[random_below(2)];
        if ((roll == EDGES || roll == BALL_EDGE) && slides)
            add_to(move, uniform(-0.2, 0.2), edge[random_below(2)]);
        for (int i = 0; i < 3; i++) {
            if (roll == NEARLY) {
                spin[k].axis[i] += size * random_unit();
                spin[k].through[i] += size * random_unit();
                move[i] += size * random_unit();
            }
            if (roll == UPRIGHT) {
                spin[k].axis[i] = i == 2;
                spin[k].through[i] = 0.3 * random_unit();
                if (i < 2 && slides) move[i] = 0.2 * random_unit();
            }
            if (roll == ANY) {
                spin[k].through[i] = foot[i] + 0.3 * random_unit();
                move[i] = 0.3 * random_unit();
            }
            if (roll == ROCKING) {
                double across[3] = {-edge[k][1], edge[k][0], 0};
                spin[k].axis[i] = across[i];
                spin[k].through[i] = foot[i];
            }
        }
        if (roll == ANY) random_direction(spin[k].axis);
        if (roll == ROCKING && slides) add_to(move, uniform(-0.4, 0.4), edge[1 - k]);
        /* Both balls are on their axes. */
        if (roll == BALL && is_ball[1]) {
            const double top[3] = {0, 0, height};
            random_direction(spin[k].axis);
            memcpy(spin[k].through, top, sizeof top);
        }
    }
    if (roll == AROUND || roll == PARALLEL || (roll == BALL && !is_ball[1])) {
        memcpy(spin[0].axis, edge[1], sizeof spin[0].axis);
        memcpy(spin[0].through, spin[1].through, sizeof spin[0].through);
        if (slides) add_to(spin[0].move[0], uniform(-0.4, 0.4), edge[1]);
        if (random_below(3) == 0) memset(spin[1].angle, 0, sizeof spin[1].angle);
    }
    if (roll == TURNTABLE) {
        random_direction(spin[0].axis);
        for (int i = 0; i < 3; i++) {
            spin[0].through[i] = random_unit();
            if (slides) spin[0].move[0][i] = random_unit();
        }
        spin[1] = spin[0];
    }
}

/* Makes a pair whose cores are `gap` more than their radii apart, and turn by up to `turn`. */
static void make_roll(Body pair[2], Roll roll, double turn, double gap, double t0)
{
    double world[4];
    double phi = roll == PARALLEL ? 0 : uniform(0.3, 2.8);
    double scale = random_below(8) == 0 ? 1e-3 : 1;
    int sharp = (int)random_below(8); /* 0 or 1: that body has no radius */
    double height = gap;
    double edge[2][3] = {{1, 0, 0}, {cos(phi), sin(phi), 0}};
    const double q[2][4] = {{0, 0, 0, 1}, {0, 0, sin(phi / 2), cos(phi / 2)}};
    bool has_ball = roll == BALL || roll == BALL_EDGE;
    bool is_ball[2] = {has_ball, has_ball && random_below(3) == 0};
    Spin spin[2];
    memset(spin, 0, sizeof spin);
    random_quaternion(world);
    for (int k = 0; k < 2; k++) {
        float radius = sharp == k ? 0 : (float)(uniform(0.05, 0.4) * scale);
        make_edge(&pair[k], is_ball[k], 2 * k - 1, radius);
        height += pair[k].solid.radius;
    }
    for (int k = 0; k < 2; k++) {
        double angle = uniform(-turn, turn);
        double bend = random_below(3) == 0 ? 0 : uniform(0, 1);
        memcpy(spin[k].axis, edge[k], sizeof spin[k].axis);
        spin[k].through[2] = k * height;
        add_to(spin[k].through, uniform(-0.5, 0.5), edge[k]);
        spin[k].angle[0] = angle * (1 - bend);
        spin[k].angle[1 + random_below(2)] += angle * bend;
    }
    choose_spins(roll, is_ball, edge, height, spin);
    for (int k = 0; k < 2; k++) {
        const double origin[3] = {0, 0, k * height};
        set_spin(&pair[k], world, q[k], origin, &spin[k], t0);
    }
}

/* Checks the answers about a roll against samples. `rounding` is what a rounded time changes. */
static void check_roll(const Body pair[2], const GrazeMotionOptions* options, double rounding,
                       int max_rounds)
{
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    GrazeMotionOptions allowing = *options;
    GrazeInterval found[8];
    GrazeSolidClearance least;
    int32_t number;
    allowing.touching = GRAZE_TOUCHING_ALLOWED;
    GrazeSolidContact out = contact_of(a, b, options);
    GrazeSolidContact overlap = contact_of(a, b, &allowing);
    CHECK(out.status != GRAZE_CONTACT_UNDECIDED && out.iterations < max_rounds);
    CHECK(overlap.status != GRAZE_CONTACT_UNDECIDED && overlap.iterations < max_rounds);
    CHECK(graze_solid_contact_intervals(a, b, options, NULL, found, 8, &number) == GRAZE_OK);
    CHECK(graze_solid_clearance(a, b, options, INFINITY, NULL, &least) == GRAZE_OK);
    CHECK(least.status == GRAZE_CLEARANCE_CERTIFIED && least.iterations < max_rounds);
    CHECK(least.hi - least.lo <= 1.001e-9);
    double tolerance = 2.1e-9 + rounding;
    for (int k = 0; k <= 16; k++) {
        double t = options->from + k / 16.0;
        Real s = separation_of(a, b, t, false);
        double end = out.status == GRAZE_CONTACT_FREE ? options->to : out.lo;
        double last = overlap.status == GRAZE_CONTACT_FREE ? options->to : overlap.lo;
        bool is_graze = out.status == GRAZE_CONTACT_GRAZING && t >= out.lo && t <= out.hi;
        bool is_outside = true;
        CHECK(s >= least.lo - 1e-12 && (k > 0 || least.hi <= s + 1e-9));
        if (t < end) CHECK(s >= -1e-12);
        if (t < last) CHECK(s >= -1.1e-9);
        if (is_graze) CHECK(fabsl(s) <= tolerance);
        for (int i = 0; i < number; i++) {
            CHECK(found[i].status != GRAZE_CONTACT_UNDECIDED && found[i].iterations < max_rounds);
            if (t >= found[i].begin_lo && t <= found[i].end_hi) is_outside = false;
            bool is_inside = t >= found[i].begin_hi && t <= found[i].end_lo;
            if (is_inside && found[i].status == GRAZE_CONTACT_GRAZING) CHECK(fabsl(s) <= tolerance);
        }
        if (is_outside) CHECK(s >= -1e-12);
    }
}

static void check_rolls(int count)
{
    static Body pair[2];
    const double turns[] = {0.1, 0.78, 3.1};
    for (int i = 0; i < count * ROLL_COUNT; i++) {
        GrazeMotionOptions options = OPTIONS;
        Roll roll = (Roll)(i % ROLL_COUNT);
        const double gaps[] = {0, 0, 1e-9 * random_unit(), 0.05};
        double gap = gaps[random_below(4)];
        if (random_below(3) == 0) {
            options.from = 1.7e9;
            options.tolerance = 4e-6;
        }
        options.to = options.from + 1;
        make_roll(pair, roll, turns[random_below(3)], gap, options.from);
        double rounding = options.from > 0 ? (pair[0].rate + pair[1].rate) * 0x1p-21 : 0;
        check_roll(pair, &options, rounding, roll == ROCKING ? 2000 : 400);
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    check_lasting();
    check_ridges(share_of(200));
    check_rolls(share_of(200));
    return test_failures > 0;
}
