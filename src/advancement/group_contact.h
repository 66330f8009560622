/* The earliest contact of several pairs of bodies, and the budget that their searches share. */
#ifndef GRAZE_ADVANCEMENT_GROUP_CONTACT_H
#define GRAZE_ADVANCEMENT_GROUP_CONTACT_H

#include "../base/vec.h"
#include "../graze.h"

/* Bracket of a contact, in the caller's time; the fields are those of GrazeContact. */
typedef struct {
    GrazeContactStatus status;
    double lo, hi;
} GrazeEarliestContact;

/* Returns whether a status says that an overlap was found, or may have been missed. */
ALWAYS_INLINE bool graze_ends_graze(GrazeContactStatus status)
{
    return status != GRAZE_CONTACT_FREE && status != GRAZE_CONTACT_GRAZING;
}

/* Returns the rank of contacts that begin at the same time: an overlap there outweighs one that is
   only found later, or may have been missed, and that outweighs a graze. */
ALWAYS_INLINE int graze_contact_rank(GrazeContactStatus status)
{
    if (status == GRAZE_CONTACT_OVERLAPPING) return 2;
    return graze_ends_graze(status) ? 1 : 0;
}

/* Joins the contact of one more pair to the earliest one; returns whether it is the earliest now.
   The rule is derived in group_contact.c. */
bool graze_join_contact(GrazeEarliestContact* earliest, const GrazeEarliestContact* other);

/* Iterations of a query of all pairs: those that are left, and those that were made. */
typedef struct {
    int32_t left, made;
} GrazeSharedBudget;

static inline void graze_budget_spend(GrazeSharedBudget* budget, int32_t iterations)
{
    budget->left -= iterations;
    budget->made += iterations;
}

/* Returns the share of one pair: half of what is left, so that a pair that cannot be decided leaves
   something to the others. */
static inline int32_t graze_budget_share(const GrazeSharedBudget* budget)
{
    enum { LEAST_SHARE = 64 };
    int32_t half = max2_int(budget->left / 2, LEAST_SHARE);
    return half < budget->left ? half : budget->left;
}

#endif
