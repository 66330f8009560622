/*
 * Runs a command, and prints what it took: wall time, processor time in seconds, peak memory in bytes, exit code.
 *   measure COMMAND [ARGUMENT...]
 * Output of the command is dropped, its errors are not.
 */
#define _DEFAULT_SOURCE // NOLINT(bugprone-reserved-identifier): wait4 needs it

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int count, char** arguments)
{
    if (count < 2) return 2;
    struct timeval begin;
    struct timeval end;
    gettimeofday(&begin, NULL);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        if (null >= 0) dup2(null, STDOUT_FILENO);
        execvp(arguments[1], arguments + 1);
        perror(arguments[1]);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror("measure");
        return 1;
    }
    gettimeofday(&end, NULL);
    printf("{ \"wall\": %.4f, \"cpu\": %.4f, \"peak\": %ld, \"code\": %d }\n",
           seconds(end) - seconds(begin), seconds(usage.ru_utime) + seconds(usage.ru_stime),
           usage.ru_maxrss * 1024, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return 0;
}
