/** Public API of this folder, for the features. */
export { APPROVED, type Comment, NOTE, shownStatus } from './comment.js';
export { CommentsDataModule } from './comments-data.module.js';
export { type CreateCommentDto } from './comments.dto.js';
export { CommentsModule } from './comments.module.js';
export { CommentsPolicy, takesComments } from './comments.policy.js';
export { CommentsService } from './comments.service.js';
