/** Public API of this folder, for the features. */
export { Arg } from './arg.decorator.js';
export { CollectionDto, type Context } from './common.dto.js';
export { sanitizeValue } from './sanitize-value.js';
export { ArgIssue, type JsonType, type ValueSchema } from './schema.js';
export { FULL_SCHEMA, validateValue } from './validate-value.js';
