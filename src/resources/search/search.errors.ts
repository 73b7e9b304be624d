import { RestError } from '../../rest/errors/rest-error.js';

export const pageBeyondEnd = () =>
  new RestError('rest_search_invalid_page_number', 'The requested page is beyond the last one.', 400);
