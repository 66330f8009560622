/* Function for freeing a scene. */
#ifndef GRAZE_WASM_GLUE_SCENE_H
#define GRAZE_WASM_GLUE_SCENE_H

/* Frees the index of a scene, which its block owns. */
void glue_scene_free_index(void* block);

#endif
