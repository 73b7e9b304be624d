import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

const invalid = (code: string, message: string) => new RestError(code, message, 400);
const refused = (code: string, message: string) => new RestError(code, message, 403);

export const unknownComment = () => new RestError('rest_comment_invalid_id', 'There is no comment with this ID.', 404);
export const postIsGone = () => new RestError('rest_post_invalid_id', 'The post of this comment does not exist.', 404);
export const cannotRead = (principal: Principal) =>
  denied(principal, 'rest_cannot_read', 'You may not read this comment.');
export const cannotReadLoose = (principal: Principal) =>
  denied(principal, 'rest_cannot_read', 'You may not read comments that belong to no post.');
export const cannotReadPost = (principal: Principal) =>
  denied(principal, 'rest_cannot_read_post', 'You may not read the post of this comment.');
export const cannotEditContext = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not read comments in the edit context.');
export const cannotFilterBy = (principal: Principal, names: readonly string[]) =>
  denied(principal, 'rest_forbidden_param', `Query parameter not permitted: ${names.join(', ')}`);
export const cannotEdit = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit this comment.');
export const cannotDelete = (principal: Principal) =>
  denied(principal, 'rest_cannot_delete', 'You may not delete this comment.');

export const noNotesHere = () => refused('rest_comment_not_supported_post_type', 'Posts of this type take no notes.');
export const cannotCreateNote = (principal: Principal) =>
  denied(principal, 'rest_cannot_create_note', 'You may not leave notes on this post.');

export const loginRequired = () =>
  new RestError('rest_comment_login_required', 'You must be logged in to comment.', 401);
export const cannotSetAuthor = (principal: Principal) =>
  denied(principal, 'rest_comment_invalid_author', 'You may not comment as another user.');
export const cannotSetAddress = (principal: Principal) =>
  denied(principal, 'rest_comment_invalid_author_ip', 'You may not set an IP address other than your own.');
export const cannotSetStatus = (principal: Principal) =>
  denied(principal, 'rest_comment_invalid_status', 'You may not set the status of comments.');
export const unknownPost = () => refused('rest_comment_invalid_post_id', 'A comment needs a post that exists.');
export const unknownParent = () => refused('rest_comment_invalid_parent', 'The comment this answers was deleted.');
export const postIsDraft = () => refused('rest_comment_draft_post', 'Drafts take no comments.');
export const postIsTrashed = () => refused('rest_comment_trash_post', 'What lies in the trash takes no comments.');
export const commentsClosed = () => refused('rest_comment_closed', 'Comments are closed here.');

export const alreadyExists = () => invalid('rest_comment_exists', 'A new comment cannot have an ID.');
export const wrongType = () => invalid('rest_invalid_comment_type', 'Only ordinary comments can be created.');
export const typeIsFixed = () =>
  new RestError('rest_comment_invalid_type', 'The type of a comment cannot be changed.', 404);
export const unknownAuthor = () => invalid('rest_comment_author_invalid', 'There is no user with this ID.');
export const emptyContent = () => invalid('rest_comment_content_invalid', 'A comment needs content.');
export const authorNeeded = () =>
  invalid('rest_comment_author_data_required', 'A comment needs the name and the email address of its author.');
export const tooLong = (column: string) =>
  invalid(`${column}_column_length`, 'A member of the comment is longer than can be stored.');
export const tooQuick = () => invalid('comment_flood', 'You are commenting too fast. Wait a moment.');
export const duplicate = () => new RestError('comment_duplicate', 'A duplicate of this comment exists already.', 409);
export const alreadyTrashed = () => new RestError('rest_already_trashed', 'The comment is already in the trash.', 410);
