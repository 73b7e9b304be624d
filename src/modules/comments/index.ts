/** Public API of this folder, for the features. */
export { CommentLinksLoader } from './comment-links.loader.js';
export { APPROVED, type Comment, NOTE, PENDING, shownStatus, shownType, SPAM, TRASH } from './comment.js';
export { CommentsDataModule } from './comments-data.module.js';
export { type CreateCommentDto } from './comments.dto.js';
export { CommentsModule } from './comments.module.js';
export { CommentsPolicy } from './comments.policy.js';
export { CommentsService } from './comments.service.js';
export { CommentsStore } from './comments.store.js';
