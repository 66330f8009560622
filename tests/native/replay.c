/*
 * Answers queries on the core built for this machine, so that a test can compare the bits with
 * those of the wasm and the sanitizers can watch. Reads records from stdin until it ends, each an int32 that tells its kind
 * and what that takes; writes one answer each to stdout. What is in them stands before the function that answers.
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
