/** Public API of this folder, for the features. */
export { dateTime, integer, text } from './read-only.js';
export { everywhere, field, readOnly, ResourceFields, viewAndEdit, writeDto } from './resource-fields.js';
