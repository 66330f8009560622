/* Fuzzes graze_moving_disc_check, graze_box_check and graze_approach_box. */
#include "approach.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Meeting meeting;
    if (!meeting_read(&input, true, &meeting)) return 0;
    GrazeApproach out;
    graze_approach_box(&meeting.s1, &meeting.box, &out);
    meeting_check(&meeting, &out);
    return 0;
}
