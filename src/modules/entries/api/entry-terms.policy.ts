import { Injectable } from '@nestjs/common';
import { siteFacts } from '../../../access/capabilities/index.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { type RestError } from '../../../rest/errors/rest-error.js';
import { type RequestContext, RequestLoader } from '../../../rest/http/request-context.js';
import { AssignedTermsPolicy } from '../../terms/assigned-terms.policy.js';
import { cannotSeeTermsOf, unknownPost } from '../../terms/terms.errors.js';
import { isReadable } from '../model/readable.js';
import { EntriesStore } from '../read/entries.store.js';

/** The terms of an entry can be listed by those who may read it. */
@Injectable()
export class EntryTermsPolicy extends AssignedTermsPolicy {
  private readonly entries = new RequestLoader((id: number) => this.store.byId(id, { content: false }));

  constructor(private readonly store: EntriesStore) {
    super();
  }

  override async list(ctx: RequestContext, taxonomy: Taxonomy, post: number): Promise<boolean | RestError> {
    const entry = await this.entries.of(ctx, post);
    if (!entry) return unknownPost();
    const allowed =
      taxonomy.types.includes(entry.type) && isReadable(ctx.principal, entry, () => undefined, siteFacts(ctx.site));
    return allowed || cannotSeeTermsOf(ctx.principal);
  }
}
