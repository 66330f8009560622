/*
 * Two mobile robots in the plane, and a gripper and a part in space: relation, distance and
 * penetration depth from C. Compile it against an installed graze:
 *
 *     cc robot_cell.c $(pkg-config --cflags --libs graze) -o robot_cell
 */
#include <graze.h>
#include <stdalign.h>
#include <stdio.h>

static const char* const RELATIONS[] = {"disjoint", "touching", "overlapping"};

/* Prints the relation and the gap of two robots, whose footprints are outlines with a radius. */
static int compare_robots(void)
{
    /* A shape keeps its outline where it is; the call may reorder the points. */
    GrazePoint transporter[] = {{-0.6F, -0.4F}, {0.6F, -0.4F}, {0.6F, 0.4F}, {-0.6F, 0.4F}};
    GrazePoint tug[] = {{-0.3F, -0.25F}, {0.4F, 0}, {-0.3F, 0.25F}};
    GrazeShape a;
    GrazeShape b;
    GrazePose pose_a;
    GrazePose pose_b;
    int32_t culprit;
    if (graze_shape_polygon(&a, transporter, 4, 0.05F, &culprit) != GRAZE_OK) return 1;
    if (graze_shape_polygon(&b, tug, 3, 0.05F, &culprit) != GRAZE_OK) return 1;
    if (graze_pose(0, 0, 0.25, &pose_a) != GRAZE_OK) return 1;
    if (graze_pose(1.5, 0.5, 3, &pose_b) != GRAZE_OK) return 1;

    GrazeDistance answer;
    graze_distance(&a, &pose_a, &b, &pose_b, &answer);
    printf("robots: %s, gap %.6f, from (%.3f, %.3f) to (%.3f, %.3f)\n", RELATIONS[answer.relation],
           answer.distance, answer.witness.point_a_x, answer.witness.point_a_y,
           answer.witness.point_b_x, answer.witness.point_b_y);
    return 0;
}

enum { CORNERS = 8, STORAGE = 8192 };

/* Writes the corners of a box whose center is the origin. */
static void box_corners(float x, float y, float z, GrazeSolidPoint* corners)
{
    for (int32_t k = 0; k < CORNERS; k++) {
        corners[k] = (GrazeSolidPoint){k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z};
    }
}

/* Lowers the finger of a gripper onto a part: above it, upon it, into it. */
static int lower_gripper(void)
{
    static alignas(16) unsigned char finger_storage[STORAGE];
    static alignas(16) unsigned char part_storage[STORAGE];
    if (graze_solid_hull_size(CORNERS) > STORAGE) return 1;
    GrazeSolidPoint corners[CORNERS];
    GrazeSolid finger;
    GrazeSolid part;
    size_t used;
    box_corners(0.125F, 0.125F, 0.5F, corners);
    if (graze_solid_hull(corners, CORNERS, 0, finger_storage, &used, &finger) != GRAZE_OK) return 1;
    box_corners(0.5F, 0.25F, 0.25F, corners);
    if (graze_solid_hull(corners, CORNERS, 0, part_storage, &used, &part) != GRAZE_OK) return 1;

    static const double UPRIGHT[4] = {0, 0, 0, 1};
    GrazeSolidPose part_pose;
    if (graze_solid_pose(0, 0, 0.25, UPRIGHT, &part_pose) != GRAZE_OK) return 1;
    for (int32_t k = 0; k < 3; k++) {
        GrazeSolidPose pose;
        GrazeSolidDistance gap;
        GrazeSolidPenetration overlap;
        double height = 1.125 - 0.125 * k;
        if (graze_solid_pose(0, 0, height, UPRIGHT, &pose) != GRAZE_OK) return 1;
        /* Without scratch memory a query keeps its polytope on the stack. */
        if (graze_solid_distance(&finger, &pose, &part, &part_pose, NULL, &gap) != GRAZE_OK ||
            graze_solid_penetration(&finger, &pose, &part, &part_pose, NULL, &overlap) != GRAZE_OK)
            return 1;
        GrazeRelation relation;
        if (graze_solid_relation(&finger, &pose, &part, &part_pose, NULL, &relation) != GRAZE_OK)
            return 1;
        printf("gripper at %.3f: %s, gap %.6f, depth %.6f\n", height, RELATIONS[relation],
               gap.distance, overlap.depth);
    }
    return 0;
}

int main(void)
{
    return compare_robots() || lower_gripper();
}
