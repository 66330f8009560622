#include "handles.h"

#include "arena.h"

#include <stddef.h>
#include <string.h>

enum { INDEX_BITS = 20, MAX_SLOTS = 1 << INDEX_BITS, MAX_GENERATION = (1 << 12) - 1, NO_SLOT = -1 };

typedef struct {
    void* thing; /* NULL when free */
    uint16_t generation;
    uint16_t kind;
    int32_t next_free;
} Slot;

/* One per instance, like the memory it points into. */
static struct {
    Slot* slot;
    int32_t count, capacity;
    int32_t first_free;
} table = {NULL, 0, 0, NO_SLOT};

static int grow_table(void)
{
    int32_t capacity = table.capacity == 0 ? 64 : table.capacity * 2;
    if (capacity > MAX_SLOTS) return 0;
    Slot* slot = arena_block_new((size_t)capacity * sizeof *slot);
    if (slot == NULL) return 0;
    if (table.count > 0) memcpy(slot, table.slot, (size_t)table.count * sizeof *slot);
    arena_block_free(table.slot);
    table.slot = slot;
    table.capacity = capacity;
    return 1;
}

static int32_t new_slot(void)
{
    int32_t index = table.first_free;
    if (index != NO_SLOT) {
        table.first_free = table.slot[index].next_free;
        return index;
    }
    if (table.count == table.capacity && !grow_table()) return NO_SLOT;
    index = table.count++;
    table.slot[index] = (Slot){NULL, 1, HANDLE_NONE, NO_SLOT};
    return index;
}

static Slot* find(uint32_t handle)
{
    uint32_t index = handle & (MAX_SLOTS - 1);
    if (index >= (uint32_t)table.count) return NULL;
    Slot* slot = &table.slot[index];
    return slot->thing != NULL && slot->generation == handle >> INDEX_BITS ? slot : NULL;
}

uint32_t handle_new(HandleKind kind, void* thing)
{
    int32_t index = new_slot();
    if (index == NO_SLOT) return 0;
    Slot* slot = &table.slot[index];
    slot->thing = thing;
    slot->kind = (uint16_t)kind;
    return (uint32_t)slot->generation << INDEX_BITS | (uint32_t)index;
}

void* handle_get(HandleKind kind, uint32_t handle)
{
    Slot* slot = find(handle);
    return slot != NULL && slot->kind == kind ? slot->thing : NULL;
}

void* handle_end(uint32_t handle)
{
    Slot* slot = find(handle);
    if (slot == NULL) return NULL;
    void* thing = slot->thing;
    slot->thing = NULL;
    if (slot->generation < MAX_GENERATION) {
        slot->generation++;
        slot->next_free = table.first_free;
        table.first_free = (int32_t)(handle & (MAX_SLOTS - 1));
    }
    return thing;
}
