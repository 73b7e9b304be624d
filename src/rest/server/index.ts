/** Public API of this folder, for the features. */
export { assetFile, assetText, sendStaticFile, staticFile, type StaticFile } from './static-file.js';
export { StreamsService } from './streams.service.js';
