import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

const invalid = (code: string, message: string) => new RestError(code, message, 400);

export const unknownUser = () => new RestError('rest_user_invalid_id', 'There is no user of this number.', 404);
export const notLoggedIn = () => new RestError('rest_not_logged_in', 'Nobody is logged in.', 401);
export const cannotView = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_view', 'You may not see this user.');
export const cannotFilterByCapability = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_view', 'You may not filter users by capability.');
export const cannotFilterByRole = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_view', 'You may not ask for users by role.');
export const cannotEditContext = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not see users as those who edit them do.');
export const cannotOrder = (principal: Principal) =>
  denied(principal, 'rest_forbidden_orderby', 'You may not have users in this order.');
export const cannotAskWho = (principal: Principal) =>
  denied(principal, 'rest_forbidden_who', 'You may not ask for those who write.');
export const cannotCreate = (principal: Principal) =>
  denied(principal, 'rest_cannot_create_user', 'You may not create users.');
export const cannotEdit = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit this user.');
export const cannotEditRoles = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit_roles', 'You may not change roles of this user.');
export const cannotDelete = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_delete', 'You may not delete this user.');

export const alreadyExists = () => invalid('rest_user_exists', 'A new user cannot have a number yet.');
export const unknownRole = (role: string) => invalid('rest_user_invalid_role', `There is no role ${role}.`);
export const ownRole = (principal: Principal) =>
  denied(principal, 'rest_user_invalid_role', 'You may not give yourself a role that cannot edit users.');
export const emailInUse = () => invalid('rest_user_invalid_email', 'Somebody else has this email address.');
export const loginIsFixed = () => invalid('rest_user_invalid_argument', 'The username cannot be changed.');
export const slugInUse = () => invalid('rest_user_invalid_slug', 'Somebody else has this slug.');
export const noTrash = () =>
  new RestError('rest_trash_not_supported', 'There is no trash for users: say force=true to delete.', 501);
export const invalidReassign = () =>
  invalid('rest_user_invalid_reassign', 'What the user wrote cannot go to this user.');

/** Errors while storing a user have status 500; clients know them by their codes. */
export const loginTaken = () => RestError.bare('existing_user_login', 'Somebody else has this username.');
export const emailTaken = () => RestError.bare('existing_user_email', 'Somebody else has this email address.');
export const loginTooLong = (limit: number) =>
  RestError.bare('user_login_too_long', `A username has no more than ${limit} characters.`);
export const slugTooLong = (limit: number) =>
  RestError.bare('user_nicename_too_long', `A slug has no more than ${limit} characters.`);

export const tooLong = (member: 'name' | 'email' | 'url', limit: number) =>
  invalid(`user_${member}_too_long`, `The ${member} has no more than ${limit} characters.`);
