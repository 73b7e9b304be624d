import { RestError } from '../../rest/errors/rest-error.js';

export const pageBeyondEnd = () =>
  new RestError('rest_search_invalid_page_number', 'There are fewer pages than that.', 400);
