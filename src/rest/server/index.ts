/** Public API of this folder, for the features. */
export { type PackagedFile, PackagedFiles, sendPackagedFile } from './packaged-files.js';
export { assetFile, assetText, sendStaticFile, staticFile, type StaticFile } from './static-file.js';
export { HEARTBEAT, StreamsService } from './streams.service.js';
