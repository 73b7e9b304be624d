/** Public API of this folder, for the features. */
export { Arg } from './arg.decorator.js';
export { CollectionDto, type Context } from './common.dto.js';
export { type JsonType, type ValueSchema } from './schema.js';
export { validateValue } from './validate-value.js';
