/** Public API of this folder, for the features. */
export {
  type FilePart,
  IMPORTED_CONTENT_OPTION,
  type ImportedFiles,
  type ImportedTemplates,
} from './imported-files.js';
export { ImportedFilesService } from './imported-files.service.js';
export { OWN_MEMBERS } from './own-members.js';
