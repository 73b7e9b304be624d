import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const unknownStyles = () => new RestError('rest_global_styles_not_found', 'There are no such styles.', 404);

export const cannotView = (principal: Principal) =>
  denied(principal, 'rest_cannot_view', 'You may not see these styles.');

export const cannotEdit = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit these styles.');

export const cssMarkup = () =>
  new RestError('rest_custom_css_illegal_markup', 'CSS cannot contain the end of a style element.', 400);

export const cssNotText = () => new RestError('rest_custom_css_invalid_type', 'CSS must be a string.', 400);
