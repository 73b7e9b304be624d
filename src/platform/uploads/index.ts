/** Public API of this folder, for the features. */
export { UploadInbox } from './upload-inbox.js';
export { UploadStorage } from './upload-storage.js';
