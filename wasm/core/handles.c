#include "handles.h"

#include "arena.h"

#include <string.h>

HandleTable handle_table = {NULL, 0, 0, HANDLE_NO_SLOT, 0, 0};

static int grow_table(void)
{
    int32_t capacity = handle_table.capacity == 0 ? 64 : handle_table.capacity * 2;
    if (capacity > HANDLE_MAX) return 0;
    HandleSlot* slot = arena_block_new((size_t)capacity * sizeof *slot);
    if (slot == NULL) return 0;
    if (handle_table.count > 0)
        memcpy(slot, handle_table.slots, (size_t)handle_table.count * sizeof *slot);
    arena_block_free(handle_table.slots);
    handle_table.slots = slot;
    handle_table.capacity = capacity;
    return 1;
}

static int32_t new_slot(void)
{
    int32_t index = handle_table.first_free;
    if (index != HANDLE_NO_SLOT) {
        handle_table.first_free = handle_table.slots[index].next_free;
        return index;
    }
    if (handle_table.count == handle_table.capacity && !grow_table()) return HANDLE_NO_SLOT;
    index = handle_table.count++;
    handle_table.slots[index] = (HandleSlot){NULL, 1, HANDLE_NONE, {HANDLE_NO_SLOT}};
    return index;
}

uint32_t handle_new(HandleKind kind, void* object)
{
    int32_t index = new_slot();
    if (index == HANDLE_NO_SLOT) return 0;
    HandleSlot* slot = &handle_table.slots[index];
    slot->object = object;
    slot->kind = (uint16_t)kind;
    slot->marks = 0;
    return (uint32_t)slot->generation << HANDLE_INDEX_BITS | (uint32_t)index;
}

void* handle_release(uint32_t handle)
{
    HandleSlot* slot = handle_find(handle);
    if (slot == NULL) return NULL;
    void* object = slot->object;
    slot->object = NULL;
    handle_table.shapes_freed += handle_is_of_shape(slot);
    handle_table.forgotten -= (slot->marks & HANDLE_FORGOTTEN) != 0;
    if (slot->generation < HANDLE_GENERATIONS) {
        slot->generation++;
        slot->next_free = handle_table.first_free;
        handle_table.first_free = (int32_t)(handle & (HANDLE_MAX - 1));
    }
    return object;
}
