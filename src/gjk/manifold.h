/* Contact manifolds: the points at which two bodies touch each other, for a solver of contacts. */
#ifndef GRAZE_GJK_MANIFOLD_H
#define GRAZE_GJK_MANIFOLD_H

#include "../graze.h"

/* Writes a manifold as entry k of a batch, rounded to float32. */
void graze_manifold_batch_set(const GrazeManifoldBatch* out, int32_t k,
                              const GrazeManifold* manifold);

#endif
