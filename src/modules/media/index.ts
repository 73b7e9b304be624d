/** Public API of this folder, for the features. */
export { MediaFilesModule } from './media-files.module.js';
export { MediaAdminModule } from './media.admin.module.js';
export { receiveUpload } from './received-upload.js';
