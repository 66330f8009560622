/* Bullet as Debian builds it, in float32 and without margins: `btContinuousConvexCollision`. */
#include "turning.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <memory>
#include <vector>

namespace
{
struct Body {
    std::unique_ptr<btConvexHullShape> shape;
    btTransform pose[2];
};
std::vector<Body> bodies; // A and B of each pair

void prepare(const TurningPair* pairs, int32_t count)
{
    bodies.clear();
    for (int32_t k = 0; k < 2 * count; k++) {
        const TurningBody& from = pairs[k / 2].body[k % 2];
        Body body;
        body.shape = std::make_unique<btConvexHullShape>();
        for (const float* p : from.points)
            body.shape->addPoint(btVector3(p[0], p[1], p[2]), false);
        body.shape->setMargin(0);
        body.shape->recalcLocalAabb();
        for (int i = 0; i < 2; i++) {
            const float* q = from.quaternion[i];
            const float* p = from.position[i];
            body.pose[i] =
                btTransform(btQuaternion(q[0], q[1], q[2], q[3]), btVector3(p[0], p[1], p[2]));
        }
        bodies.push_back(std::move(body));
    }
}

double query(int32_t k)
{
    const Body& a = bodies[2 * k];
    const Body& b = bodies[2 * k + 1];
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depths;
    btContinuousConvexCollision cast(a.shape.get(), b.shape.get(), &simplex, &depths);
    btConvexCast::CastResult result;
    bool is_hit = cast.calcTimeOfImpact(a.pose[0], a.pose[1], b.pose[0], b.pose[1], result);
    return is_hit ? result.m_fraction : 2;
}
} // namespace

extern "C" {
const TurningContestant TURNING_BULLET = {"Bullet, `btContinuousConvexCollision`", false, prepare,
                                          query};
}
