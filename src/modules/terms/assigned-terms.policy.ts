import { type Taxonomy } from '../../content-model/taxonomies.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';

/**
 * Who may list the terms of a post: those of an unpublished post would reveal something about it. Entries implement it, which in turn
 * read terms, so it is injected by this class.
 */
export abstract class AssignedTermsPolicy {
  abstract list(ctx: RequestContext, taxonomy: Taxonomy, post: number): Promise<boolean | RestError>;
}
