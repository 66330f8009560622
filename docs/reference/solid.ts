/**
 * Bodies in space that stand still. Begin with {@link create}: all else hangs from the {@link SolidGraze} that it gives, whose
 * queries are {@link SolidQueries}.
 *
 * @module graze/solid
 */

export { Facade } from '../../js/graze/core/facade.js';
export * from '../../js/graze/entries/solid.js';
export { SolidQueries } from '../../js/graze/solid/index.js';
export { Solid } from '../../js/graze/solid/solid.js';
