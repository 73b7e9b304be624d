import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const cannotManage = (principal: Principal) =>
  denied(principal, 'rest_cannot_manage_templates', 'You may not see or edit the templates of this site.');

export const unknownTemplate = () => new RestError('rest_template_not_found', 'There is no such template.', 404);

export const alreadyTrashed = () =>
  new RestError('rest_template_already_trashed', 'The template is already in the trash.', 410);

export const fileTemplate = () =>
  new RestError('rest_invalid_template', 'The template is a file of the theme: nothing of it is stored.', 400);
