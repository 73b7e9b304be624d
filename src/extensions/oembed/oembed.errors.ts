import { RestError } from '../../rest/errors/rest-error.js';

/** One answer for every failure, so that nobody learns what was tried. */
export const invalidUrl = () => new RestError('oembed_invalid_url', 'Not Found', 404);
