import { RestError } from '../../rest/errors/rest-error.js';

/** Refusals are 403 also to nobody. */
export const forbidden = () => new RestError('wpcf7_forbidden', 'You may not use contact forms in this way.', 403);

export const formNotFound = () => new RestError('wpcf7_not_found', 'There is no such contact form.', 404);

export const formExists = () => new RestError('wpcf7_post_exists', 'A new contact form cannot be given an id.', 400);

export const cannotDelete = () => new RestError('wpcf7_cannot_delete', 'The contact form could not be deleted.', 500);
