/** Public API of this folder, for the features. */
export { BlockTypesService } from './block-types.service.js';
