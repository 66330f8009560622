#include "../shape/support.h"
#include "../tolerance.h"
#include "hong.h"
#include "pursuit.h"

/*
 * The paper's algorithms: from t_k to t_k+1, where a slab between the bodies that is as thick as their distance at t_k
 * has closed. No slab is thicker than the signed separation, so with a perfect root finder they do not meet before.
 * BCDA's normal stands still; PCDA's is carried by body 1 (A, procedure A) or body 2 (B, procedure B). With n the
 * unit normal from A to B, -xi / |xi| at t_k, the thickness is
 *
 *   min n . b - max n . a - reach = -F_k / |xi_k|
 *
 * Carried by A, n(t) = R_A(t) R_A(t_k)^T n_k, and max n . a is what it was at t_k: a family of one function a vertex b,
 *
 *   f_b(t) = n . (p_B - p_A) - max n . a - reach + (R_B^T n) . b = -G_jk / |xi_k|
 *
 * each as smooth as the motion, which is what the root finder wants. Carried by B, the same with the vertices of A. To
 * a normal that stands still both bodies turn: BCDA takes a function for each pair of vertices, since F_k itself
 * has kinks where a support vertex changes, and a parabola says nothing beyond a kink.
 *
 * Who carries it, in the plane: N_1 and N_2 are how many vertices of each body its nearest point lies between.
 *
 *   N_1, N_2   flag 0   flag 1
 *   1, 1       B        A
 *   1, 2       B
 *   2, 1       A
 *   2, 2       B
 *
 * At a regular contact of polygons, one point and one separating line, a vertex is inside an edge: two vertices leave
 * that line room to turn, two edges share more than a point. The line is that of the edge. So once vertex and edge
 * are the nearest parts, the slab carried by the edge's body is closed at the contact, and no sooner unless another
 * vertex crosses the edge's line first: near the contact, the next step is the last. Hence 1,2 and 2,1. At 1,1
 * neither body is right: by turns, while the pair stays, so as not to creep along with the one that spins. At 2,2 the
 * normal is that of both edges, and should A's be the one, the next parts are 2,1. Procedure C, and flag 2, are for
 * edges that meet where neither has a vertex, which they cannot do in the plane.
 *
 * The paper's text, corrected: (6.2) and (6.3) have R_1^T(theta) xi_k for the R_1^T(theta_k) xi_k of (5.1), without
 * which h_C1 is no constant. mu and epsilon are not independent: a root is known to within mu, in which the bodies
 * close by up to their speed times mu, so a smaller epsilon may never be reached, and theta_k+1 = theta_k. Step 3
 * takes a near miss within epsilon for a contact.
 */

typedef struct {
    const GrazeCourse* course;
    GrazeCarrier carrier;
    GrazeVec normal; /* as the carrier sees it */
    double constant; /* taken off at all times: the reach, and the carrier's support */
} Slab;

static GrazeVec reversed(GrazeVec p)
{
    return vec(-p.x, -p.y);
}

/* Of the thickness of a slab at t: what all pairs of vertices have in common. */
static void sample(const void* of, double t, GrazeSample* out)
{
    const Slab* slab = of;
    GrazeInstant at;
    graze_instant(slab->course, t, &at);
    const GrazePose* a = &at.pose_a;
    const GrazePose* b = &at.pose_b;
    GrazeVec n = slab->normal;
    if (slab->carrier == GRAZE_CARRIED_BY_A) n = vec_rotate(n, a->cos, a->sin);
    if (slab->carrier == GRAZE_CARRIED_BY_B) n = vec_rotate(n, b->cos, b->sin);
    out->level = vec_dot(n, vec(b->x - a->x, b->y - a->y)) - slab->constant;
    out->along_a = reversed(vec_unrotate(n, a->cos, a->sin));
    out->along_b = vec_unrotate(n, b->cos, b->sin);
    if (slab->carrier == GRAZE_CARRIED_BY_A) out->along_a = vec(0, 0);
    if (slab->carrier == GRAZE_CARRIED_BY_B) out->along_b = vec(0, 0);
}

/* max p . v over the vertices of a core */
static double support(const GrazeShape* shape, GrazeVec p)
{
    int32_t i = graze_support(shape, p.x, p.y, GRAZE_SUPPORT_SCAN, 0);
    return vec_dot(p, vec_of(shape->vertices[i]));
}

/* When the slab of a look closes, until `end`. */
static GrazeRootStatus closes(const GrazeCourse* course, const GrazeLook* look,
                              GrazeCarrier carrier, double end, double mu, double* root)
{
    const GrazeShape* a = course->a->shape;
    const GrazeShape* b = course->b->shape;
    const GrazePose* pose_a = &look->at.pose_a;
    const GrazePose* pose_b = &look->at.pose_b;
    Slab slab = {course, carrier, look->normal, course->leg.reach};
    GrazeFamily family = {a->vertices, b->vertices, a->count, b->count, &slab, sample};
    if (carrier == GRAZE_CARRIED_BY_A) {
        slab.normal = vec_unrotate(look->normal, pose_a->cos, pose_a->sin);
        slab.constant += support(a, slab.normal);
        family.count_a = 1;
    } else if (carrier == GRAZE_CARRIED_BY_B) {
        slab.normal = vec_unrotate(look->normal, pose_b->cos, pose_b->sin);
        slab.constant += support(b, reversed(slab.normal));
        family.count_b = 1;
    }
    return graze_smallest_root(&family, look->at.time, end, mu, root);
}

/* How many vertices of A and B the nearest points lie between, the first of each, and the flag of PCDA's step 4. */
typedef struct {
    int32_t count_a, count_b, a, b, flag;
} Parts;

static void update_parts(const GrazeHint* hint, Parts* parts)
{
    const GrazeCsoPoint* p = &hint->point[0];
    const GrazeCsoPoint* q = &hint->point[hint->count - 1];
    int32_t count_a = p->a != q->a ? 2 : 1;
    int32_t count_b = p->b != q->b ? 2 : 1;
    Parts now = {count_a, count_b, p->a, p->b, 0};
    if (hint->swapped) now = (Parts){count_b, count_a, p->b, p->a, 0};
    bool are_vertices = now.count_a == 1 && now.count_b == 1;
    bool are_same =
        parts->count_a == 1 && parts->count_b == 1 && parts->a == now.a && parts->b == now.b;
    now.flag = are_vertices && are_same && parts->flag == 0;
    *parts = now;
}

static GrazeCarrier carrier_of(const Parts* parts)
{
    bool is_by_a = parts->count_a > parts->count_b || parts->flag > 0;
    return is_by_a ? GRAZE_CARRIED_BY_A : GRAZE_CARRIED_BY_B;
}

/* mu: the tolerance, or less where the bodies can close by epsilon in it. */
static double root_tolerance(const GrazePursuit* pursuit, const GrazeLook* look, double end,
                             double epsilon)
{
    GrazeRates rates;
    graze_rates(&look->at, end - look->at.time, &rates);
    double most = graze_largest_speed(&pursuit->course.leg, &rates);
    return pursuit->tolerance * most > 0.5 * epsilon ? 0.5 * epsilon / most : pursuit->tolerance;
}

static GrazeMet met_at(GrazeContactStatus status, double lo, double hi)
{
    return (GrazeMet){.status = status, .lo = lo, .hi = hi};
}

/* A contact is the instant reached, lo = hi: nothing is known of the time around it. */
void graze_pursue_as_printed(GrazePursuit* pursuit, double from, GrazeMet* met)
{
    const GrazeCourse* course = &pursuit->course;
    Parts parts = {0};
    double t = from;
    while (pursuit->left > 0) {
        GrazeLook look;
        graze_pursuit_look(pursuit, t, &look);
        double epsilon = max2(pursuit->slack, look.at.error);
        if (look.gap <= epsilon) {
            bool is_overlap = t <= from && look.gap < -look.at.error;
            *met = met_at(is_overlap ? GRAZE_CONTACT_OVERLAP : GRAZE_CONTACT_HIT, t, t);
            return;
        }
        update_parts(&pursuit->hint, &parts);
        bool is_still = pursuit->method == GRAZE_METHOD_BCDA;
        GrazeCarrier carrier = is_still ? GRAZE_STILL : carrier_of(&parts);
        double end = min2(course->leg.to, pursuit->to);
        double mu = root_tolerance(pursuit, &look, end, epsilon);
        double next;
        GrazeRootStatus status = closes(course, &look, carrier, end, mu, &next);
        if (status == GRAZE_ROOT_NONE && end >= pursuit->to) {
            *met = met_at(GRAZE_CONTACT_FREE, end, end);
            return;
        }
        /* Where the motion goes on with other pieces, the slab has held so far: a step like any other. */
        if (status == GRAZE_ROOT_NONE) next = end;
        if (status == GRAZE_ROOT_ERROR || !(next > t)) break;
        t = next;
    }
    *met = met_at(GRAZE_CONTACT_UNDECIDED, t, pursuit->to);
}
