import { type Principal } from '../../access/principal.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';

export const unknownEntry = () => new RestError('rest_post_invalid_id', 'There is no such entry here.', 404);

export const wrongPassword = () =>
  new RestError('rest_post_incorrect_password', 'This is not the password of the entry.', 403);

export const forbiddenContext = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not edit this.');

export const pageBeyondEnd = () =>
  new RestError('rest_post_invalid_page_number', 'There are fewer pages than that.', 400);

export const includeMissing = () =>
  new RestError('rest_orderby_include_missing_include', 'Name the entries with include to sort in their order.', 400);

export const searchMissing = () =>
  new RestError('rest_no_search_term_defined', 'Sorting by relevance needs a search text.', 400);
