import { RestError } from '../../rest/errors/rest-error.js';

export const passwordNotFound = () =>
  new RestError('rest_application_password_not_found', 'There is no such application password.', 404);
