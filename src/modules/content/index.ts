/** Public API of this folder, for the features. */
export { type RouteCall } from './content-collection.js';
export { ContentService } from './content.service.js';
