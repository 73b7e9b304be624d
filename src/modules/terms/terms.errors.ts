import { type Principal } from '../../access/principal.js';
import { type TermRefusal } from './terms.writer.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type TermsDialect } from '../../variant/terms.variants.js';

export const unknownTerm = () => new RestError('rest_term_invalid', 'There is no such term.', 404);
export const unknownPost = () => new RestError('rest_post_invalid_id', 'There is no such post.', 400);
export const flatTaxonomy = () =>
  new RestError('rest_taxonomy_not_hierarchical', 'Terms of this taxonomy have no parents.', 400);
export const noTrash = () =>
  new RestError(
    'rest_trash_not_supported',
    'Terms cannot be moved to the trash. Set force=true to delete permanently.',
    501,
  );

export const cannotEditTerms = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not edit terms of this taxonomy.');
export const cannotEditTerm = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not edit this term.');
export const cannotSeeTermsOf = (principal: Principal) =>
  denied(principal, 'rest_forbidden_context', 'You may not see the terms of this post.');
export const cannotCreate = (principal: Principal) =>
  denied(principal, 'rest_cannot_create', 'You may not create terms in this taxonomy.');
export const cannotUpdate = (principal: Principal) =>
  denied(principal, 'rest_cannot_update', 'You may not edit this term.');
export const cannotDelete = (principal: Principal) =>
  denied(principal, 'rest_cannot_delete', 'You may not delete this term.');

/** The error for a term that could not be written. */
export function refusalError(refusal: TermRefusal, conflictStatus: TermsDialect['conflictStatus']): RestError {
  switch (refusal.refused) {
    case 'gone':
      return unknownTerm();
    case 'unknown_parent':
      return new RestError('rest_term_invalid', 'There is no such parent term.', 400);
    case 'empty_name':
      return RestError.bare('empty_term_name', 'A term requires a name.');
    case 'slug_taken':
      return RestError.bare('duplicate_term_slug', `The slug ${refusal.slug} is already in use by another term.`);
    case 'exists':
      return termExists(refusal.id, conflictStatus);
  }
}

function termExists(id: number, status: TermsDialect['conflictStatus']): RestError {
  const message = 'There is already a term of this name.';
  if (status === undefined) return RestError.bare('term_exists', message, id);
  const error = new RestError('term_exists', message, status, { status, term_id: id });
  return status === 400 ? error.withAdditionalData(id, id) : error;
}
