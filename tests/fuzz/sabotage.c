/*
 * Runs a target with wrong answers, instead of fuzzing, if GRAZE_SABOTAGE is set:
 *
 *   GRAZE_SABOTAGE=1 TARGET INPUT... < PARTS
 *
 * reads names of parts, a line each, and prints "entered <function>" for each function that the
 * target calls with these inputs, and "noticed <part>" for each part that makes it fail on one of
 * the inputs when that part of every answer is wrong. Without a wrong answer it must not fail.
 */
#include "sabotage.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_INPUT = 4096 };

/* Time limit for all inputs with one wrong answer, in seconds: a target that hangs has not noticed
   it. */
enum { TIME_LIMIT = 20 };

int32_t sabotaged;
bool sabotage_is_down;

bool sabotage_bool(bool value)
{
    return !value;
}

double sabotage_double(double value)
{
    if (isnan(value)) return 0;
    return value == 0 || isinf(value) ? 1 : value * (sabotage_is_down ? 0.75 : 1.25);
}

/* Halves a size, so that the memory is too small. */
size_t sabotage_size(size_t value)
{
    return value > 0 ? value / 2 : 1;
}

int64_t sabotage_integer(int64_t value)
{
    return value > 0 && sabotage_is_down ? value - 1 : value + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerInitialize(int* argc, char*** argv);

typedef struct {
    uint8_t* bytes;
    size_t size;
} File;

static File read_file(const char* name)
{
    File file = {malloc(MAX_INPUT), 0};
    FILE* stream = fopen(name, "rb");
    if (stream == NULL || file.bytes == NULL) {
        perror(name);
        exit(2);
    }
    file.size = fread(file.bytes, 1, MAX_INPUT, stream);
    fclose(stream);
    return file;
}

static void run_all(const File* files, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        /* The copy has exactly its size, so that the sanitizer detects any access beyond it. */
        uint8_t* copy = malloc(files[k].size > 0 ? files[k].size : 1);
        if (copy == NULL) exit(2);
        memcpy(copy, files[k].bytes, files[k].size);
        LLVMFuzzerTestOneInput(copy, files[k].size);
        free(copy);
    }
}

/* Runs the target in a process of its own; returns whether it fails. */
static bool is_noticed(const File* files, int32_t count, int32_t part, bool is_down)
{
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        signal(SIGALRM, SIG_DFL);
        alarm(TIME_LIMIT);
        sabotaged = part;
        sabotage_is_down = is_down;
        run_all(files, count);
        _exit(0);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) exit(2);
    bool is_slow = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    return status != 0 && !is_slow;
}

static bool is_entered(const char* part)
{
    size_t length = strcspn(part, ":");
    for (int32_t k = 0; sabotage_calls[k] != NULL; k++)
        if (strncmp(sabotage_calls[k], part, length) == 0 && sabotage_calls[k][length] == '\0')
            return sabotage_entered[k];
    return false;
}

static int32_t number_of(const char* part)
{
    for (int32_t k = 0; sabotage_parts[k] != NULL; k++)
        if (strcmp(sabotage_parts[k], part) == 0) return k + 1;
    fprintf(stderr, "no part %s\n", part);
    exit(2);
}

/* libFuzzer calls this before anything else, by this signature. */
int LLVMFuzzerInitialize(int* argc, char*** argv) // NOLINT(readability-non-const-parameter)
{
    if (getenv("GRAZE_SABOTAGE") == NULL) return 0;
    int32_t count = *argc - 1;
    File* files = malloc(((size_t)count + 1) * sizeof *files);
    if (files == NULL) exit(2);
    for (int32_t k = 0; k < count; k++)
        files[k] = read_file((*argv)[k + 1]);
    run_all(files, count);
    for (int32_t k = 0; sabotage_calls[k] != NULL; k++)
        if (sabotage_entered[k]) printf("entered %s\n", sabotage_calls[k]);
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (!is_entered(line)) continue;
        int32_t part = number_of(line);
        if (is_noticed(files, count, part, true) || is_noticed(files, count, part, false))
            printf("noticed %s\n", line);
    }
    fflush(stdout);
    _exit(0);
}
