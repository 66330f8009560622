/* What freeing a scene takes. */
#ifndef GRAZE_WASM_GLUE_SCENE_H
#define GRAZE_WASM_GLUE_SCENE_H

/* Gives back what a scene's block owns besides itself. */
void glue_scene_free_index(void* block);

#endif
