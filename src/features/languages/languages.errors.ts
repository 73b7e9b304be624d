import { type Principal } from '../../access/index.js';
import { denied, invalidParams, RestError } from '../../rest/errors/index.js';

export const unknownLanguage = () => invalidParams({ lang: 'The site has no language with this code.' });

export const invalidTranslation = () =>
  invalidParams({
    translations: 'Expected the IDs of items of the same kind by their languages, for an item that has a language.',
  });

export const cannotTranslate = (principal: Principal) =>
  denied(principal, 'rest_cannot_edit', 'You may not edit all entries that are named as translations.');

export const invalidSlug = () => new RestError('rest_invalid_slug', 'There is no language with this code.', 404);

export const invalidId = () => new RestError('rest_invalid_id', 'There is no language with this ID.', 404);
