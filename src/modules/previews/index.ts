/** Public API of this folder, for the features. */
export { PreviewTokensService } from './preview-tokens.service.js';
export { PreviewsAdminModule } from './previews.admin.module.js';
export { PreviewsModule } from './previews.module.js';
export { PreviewsService } from './previews.service.js';
