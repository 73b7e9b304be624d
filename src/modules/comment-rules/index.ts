/** Public API of this folder, for the features. */
export { CommentRulesAdminModule } from './comment-rules.admin.module.js';
