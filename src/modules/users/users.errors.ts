import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

const invalid = (code: string, message: string) => new RestError(code, message, 400);

export const unknownUser = () => new RestError('rest_user_invalid_id', 'There is no user with this ID.', 404);
export const notLoggedIn = () => new RestError('rest_not_logged_in', 'You are not logged in.', 401);
export const cannotView = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_view', 'You may not see this user.');
export const cannotFilterByCapability = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_view', 'You may not filter users by capability.');
export const cannotFilterByRole = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_view', 'You may not filter users by role.');
export const cannotEditContext = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not read users in the edit context.');
export const cannotOrder = (principal: Principal) =>
  denied(principal, 'rest_forbidden_orderby', 'You may not sort users by this field.');
export const cannotFilterByWho = (principal: Principal) =>
  denied(principal, 'rest_forbidden_who', 'You may not list authors.');
export const cannotCreate = (principal: Principal) =>
  denied(principal, 'rest_cannot_create_user', 'You may not create users.');
export const cannotEdit = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit this user.');
export const cannotEditRoles = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit_roles', 'You may not change the roles of this user.');
export const cannotDelete = (principal: Principal) =>
  denied(principal, 'rest_user_cannot_delete', 'You may not delete this user.');

export const alreadyExists = () => invalid('rest_user_exists', 'A new user cannot have an ID.');
export const unknownRole = (role: string) => invalid('rest_user_invalid_role', `There is no role ${role}.`);
export const ownRole = (principal: Principal) =>
  denied(principal, 'rest_user_invalid_role', 'You may not give yourself a role that cannot edit users.');
export const emailInUse = () => invalid('rest_user_invalid_email', 'Another account uses this email address.');
export const loginIsFixed = () => invalid('rest_user_invalid_argument', 'The username cannot be changed.');
export const slugInUse = () => invalid('rest_user_invalid_slug', 'Another account uses this slug.');
export const noTrash = () =>
  new RestError(
    'rest_trash_not_supported',
    'Users cannot be moved to the trash. Set force=true to delete permanently.',
    501,
  );
/** The account has contents and roles on other sites, too. */
export const deletedByNetwork = () =>
  new RestError('rest_cannot_delete', 'Accounts are deleted by the administration of the network.', 501);
export const refusedByNetwork = (reason: string) => invalid('rest_invalid_param', reason);
export const invalidReassign = () =>
  invalid('rest_user_invalid_reassign', 'The content cannot be reassigned to this user.');

/** Errors while storing a user have status 500; clients know them by their codes. */
export const loginTaken = () => RestError.bare('existing_user_login', 'Another account uses this username.');
export const emailTaken = () => RestError.bare('existing_user_email', 'Another account uses this email address.');
export const loginTooLong = (limit: number) =>
  RestError.bare('user_login_too_long', `A username can have at most ${limit} characters.`);
export const slugTooLong = (limit: number) =>
  RestError.bare('user_nicename_too_long', `A slug can have at most ${limit} characters.`);

export const tooLong = (member: 'name' | 'email' | 'url', limit: number) =>
  invalid(`user_${member}_too_long`, `The ${member} has no more than ${limit} characters.`);
