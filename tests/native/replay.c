/*
 * Answers queries on the core built for this machine, so that a test can compare the bits with
 * those of the wasm, and so that the sanitizers can watch. Reads records from stdin until its end,
 * each an int32 that gives its kind and then its data; writes one answer per record to stdout. Each
 * record is documented before the function that answers it.
 */
#include "replay.h"

#include <stdio.h>

#define REPLAY_ITEM(kind) answer_##kind,
static void (*const ANSWERS[])(void) = {REPLAY_LIST(REPLAY_ITEM)};

enum { KINDS = sizeof ANSWERS / sizeof ANSWERS[0] };

int main(void)
{
    int32_t kind;
    while (fread(&kind, 1, sizeof kind, stdin) == sizeof kind) {
        if (kind < 1 || kind > KINDS) fail("unknown record");
        ANSWERS[kind - 1]();
    }
    return 0;
}
