/*
 * Asks a core that holds all mutants of a file at once (schema.mjs) the questions of tests/native, once for each
 * mutant, in a process of its own that ends at the first answer that is not the right one.
 *
 *   runner CHUNKS MUTANTS    the two lists: lines "NAME QUESTIONS ANSWERS", two files; and numbers. Prints lines
 *                            "NUMBER FATE CHUNK": ok, answers, check, crash or timeout
 *   runner CHUNKS            a core that is one mutant, and has no number
 */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): fopencookie asks for it */

#define main replay_main
#include "../../native/replay.c" /* NOLINT(bugprone-suspicious-include): only main is renamed */
#undef main

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* The mutant that is; 0 for the original. */
int graze_mutant;

enum {
    MOST_CHUNKS = 256,
    DIFFERS = 9,
    LEAST_MICROSECONDS = 500000,
    MOST_MICROSECONDS = 3000000,
    TIMES_THE_USUAL = 10
};

typedef struct {
    char* bytes;
    size_t size;
} Bytes;

typedef struct {
    char name[64];
    Bytes questions, answers;
    long usual;
} Chunk;

static Chunk chunks[MOST_CHUNKS];
static int chunk_count;

/* Returns what the answers of a child are compared with, and how far. */
static const Bytes* expected;
static size_t compared;

static Bytes read_all(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) fail(path);
    fseek(file, 0, SEEK_END);
    Bytes all = {NULL, (size_t)ftell(file)};
    rewind(file);
    all.bytes = malloc(all.size + 1);
    if (all.bytes == NULL || fread(all.bytes, 1, all.size, file) != all.size) fail(path);
    fclose(file);
    return all;
}

static void read_chunks(const char* path)
{
    char questions[512];
    char answers[512];
    FILE* list = fopen(path, "r");
    if (list == NULL) fail(path);
    while (chunk_count < MOST_CHUNKS &&
           fscanf(list, "%63s %511s %511s", chunks[chunk_count].name, questions, answers) == 3) {
        chunks[chunk_count].questions = read_all(questions);
        chunks[chunk_count++].answers = read_all(answers);
    }
    fclose(list);
}

static ssize_t compare(void* cookie, const char* bytes, size_t size)
{
    (void)cookie;
    if (compared + size > expected->size || memcmp(expected->bytes + compared, bytes, size) != 0) {
        _exit(DIFFERS);
    }
    compared += size;
    return (ssize_t)size;
}

static long microseconds_used(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec * 1000000L + usage.ru_utime.tv_usec;
}

static void answer_chunk(Chunk* chunk)
{
    long limit = TIMES_THE_USUAL * chunk->usual;
    if (limit < LEAST_MICROSECONDS) limit = LEAST_MICROSECONDS;
    if (chunk->usual < 0) limit = MOST_MICROSECONDS;
    const struct itimerval timer = {{0, 0}, {limit / 1000000, limit % 1000000}};
    setitimer(ITIMER_PROF, &timer, NULL);
    expected = &chunk->answers;
    compared = 0;
    stdin = fmemopen(chunk->questions.bytes, chunk->questions.size, "rb");
    stdout = fopencookie(NULL, "w", (cookie_io_functions_t){.write = compare});
    if (stdin == NULL || stdout == NULL) fail("no stream");
    replay_main();
    fclose(stdin);
    fclose(stdout);
    if (compared != expected->size) _exit(DIFFERS);
}

/* In a child: all chunks; `at` states which one is asked. */
static void answer_all(volatile int* at, long* usual)
{
    for (*at = 0; *at < chunk_count; ++*at) {
        long start = microseconds_used();
        answer_chunk(&chunks[*at]);
        usual[*at] = microseconds_used() - start;
    }
    _exit(0);
}

static const char* fate_of(int status)
{
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGPROF ? "timeout" : "crash";
    if (WEXITSTATUS(status) == 0) return "ok";
    return WEXITSTATUS(status) == DIFFERS ? "answers" : "check";
}

int main(int argc, char** argv)
{
    if (argc != 2 && argc != 3) fail("one list or two are required");
    read_chunks(argv[1]);
    /* All at once: a child that ends moves the place in a file that its parent reads. */
    const Bytes list = argc == 3 ? read_all(argv[2]) : (Bytes){calloc(1, 1), 0};
    if (list.bytes == NULL) fail("no memory");
    list.bytes[list.size] = '\0';
    const char* next = list.bytes;
    size_t room = sizeof(int) + sizeof(long) * (MOST_CHUNKS + 1);
    long* shared = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("no memory");
    long* usual = shared;
    volatile int* at = (volatile int*)(shared + MOST_CHUNKS);
    const struct rlimit memory = {4UL << 30, 4UL << 30};
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &none);
    for (int k = 0; k < chunk_count; k++)
        chunks[k].usual = -1;
    for (graze_mutant = 0;;) {
        fflush(stdout);
        pid_t child = fork();
        if (child < 0) fail("cannot fork");
        if (child == 0) {
            if (freopen("/dev/null", "w", stderr) == NULL) _exit(3);
            answer_all(at, usual);
        }
        int status;
        if (waitpid(child, &status, 0) != child) fail("a child is lost");
        const char* fate = fate_of(status);
        printf("%d %s %s\n", graze_mutant, fate, *at < chunk_count ? chunks[*at].name : "-");
        if (graze_mutant == 0 && argc == 3) {
            /* The original, as it is compiled for this: how long each chunk takes. */
            if (status != 0) fail("the original has other answers");
            for (int k = 0; k < chunk_count; k++)
                chunks[k].usual = usual[k];
        }
        char* end;
        graze_mutant = (int)strtol(next, &end, 10);
        if (end == next) break;
        next = end;
    }
    fflush(stdout);
    free(list.bytes);
    return 0;
}
