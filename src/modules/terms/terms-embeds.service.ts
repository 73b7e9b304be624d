import { Inject, Injectable } from '@nestjs/common';
import { TermsStore } from './terms.store.js';
import { EmbedRegistry, type EmbedSource } from '../../rest/response/embed.js';
import { type Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type ShownTerm, type TermResource } from './terms.fields.js';
import { unknownTerm } from './terms.errors.js';
import { TermsService } from './terms.service.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** Terms embedded in other resources: parents of terms, and the terms of posts. */
@Injectable()
export class TermsEmbedsService {
  constructor(
    private readonly registry: EmbedRegistry,
    private readonly terms: TermsStore,
    private readonly service: TermsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  register(resource: TermResource): void {
    this.registry.register(resource.base, this.source(resource));
  }

  private source(resource: TermResource): EmbedSource {
    return {
      byId: async (ctx, ids) => {
        const rows = await this.terms.byIds(ids.map(Number), resource.taxonomy.name);
        const items = await this.byId(ctx, resource, [...rows.values()]);
        return new Map(ids.map((id) => [id, items.get(Number(id)) ?? unknownTerm().body]));
      },
      // Only readable posts request their terms, so no further check is needed.
      listOf: async (ctx, owners) => {
        const assigned = await this.terms.ofObjects(owners, [resource.taxonomy.name]);
        const lists = [...assigned].map(
          ([owner, terms]) => [owner, terms.slice(0, this.profile.rest.embeddedListLength)] as const,
        );
        const items = await this.byId(
          ctx,
          resource,
          lists.flatMap(([, terms]) => terms),
        );
        return new Map(lists.map(([owner, terms]) => [owner, terms.map((term) => items.get(term.id)!)]));
      },
    };
  }

  private async byId(
    ctx: RequestContext,
    resource: TermResource,
    terms: readonly ShownTerm[],
  ): Promise<Map<number, Item>> {
    const distinct = [...new Map(terms.map((term) => [term.id, term])).values()];
    const items = await this.service.items(ctx, resource, distinct, 'embed');
    return new Map(distinct.map((term, index) => [term.id, items[index]!]));
  }
}
