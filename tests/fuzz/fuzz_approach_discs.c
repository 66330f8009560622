/* Fuzzes graze_moving_disc_check and graze_approach_discs. */
#include "approach.h"
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Meeting meeting;
    if (!meeting_read(&input, false, &meeting)) return 0;
    GrazeApproach out;
    GrazeApproach other;
    graze_approach_discs(&meeting.s1, &meeting.s2, &out);
    meeting_check(&meeting, &out);
    graze_approach_discs(&meeting.s2, &meeting.s1, &other);
    CHECK(out.relation == other.relation && out.separation == other.separation &&
              out.time == other.time && out.begin == other.begin && out.end == other.end,
          "%d %.17g at %.17g, swapped %d %.17g at %.17g", out.relation, out.separation, out.time,
          other.relation, other.separation, other.time);
    return 0;
}
