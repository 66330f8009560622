/*
 * The least that a check of a plan can take: reads a kei18 log and counts its vertex and edge conflicts.
 *   plan_loop FILE
 * It trusts the file: the bench gives it plans that graze has written.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4096 };

static char* read_all(const char* path, size_t* length)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char* text = malloc(*length + 1);
    if (text != NULL && fread(text, 1, *length, file) == *length) text[*length] = '\0';
    fclose(file);
    return text;
}

int main(int count, char** arguments)
{
    size_t length = 0;
    char* text = count == 2 ? read_all(arguments[1], &length) : NULL;
    const char* at = text == NULL ? NULL : strstr(text, "solution=\n");
    int32_t* last = calloc((size_t)SIDE * SIDE, sizeof *last);
    int32_t* cells = malloc(2 * length * sizeof *cells / 4);
    if (at == NULL || last == NULL || cells == NULL) return 1;
    size_t agents = 0;
    long conflicts = 0;
    int32_t base = 1;
    at += strlen("solution=\n");
    for (size_t step = 0; *at != '\0'; step++) {
        int32_t* row = cells + (step % 2) * agents;
        const int32_t* before = cells + (1 - step % 2) * agents;
        size_t a = 0;
        while (*at != ':')
            at++;
        for (at++; *at == '('; a++) {
            int32_t x = 0;
            int32_t y = 0;
            for (at++; *at != ','; at++)
                x = 10 * x + (*at - '0');
            for (at++; *at != ')'; at++)
                y = 10 * y + (*at - '0');
            at += at[1] == ',' ? 2 : 1;
            row[a] = y * SIDE + x;
        }
        while (*at == '\n')
            at++;
        if (step == 0) agents = a;
        // The table still has the agents of the step before: who was where this agent goes, and went where it was?
        for (size_t k = 0; step > 0 && k < agents; k++) {
            int32_t other = last[row[k]] - (base - (int32_t)agents);
            if (other >= 0 && (size_t)other < k && before[other] == row[k] &&
                row[other] == before[k] && row[k] != before[k])
                conflicts++;
        }
        for (size_t k = 0; k < agents; k++) {
            if (last[row[k]] >= base) conflicts++;
            last[row[k]] = base + (int32_t)k;
        }
        base += (int32_t)agents;
    }
    printf("%zu agents, %ld conflicts\n", agents, conflicts);
    free(text);
    free(last);
    free(cells);
    return 0;
}
