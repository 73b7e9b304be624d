import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type CachePartition, ItemJsonCache, type RenderedItem } from '../entries/cache/item-json-cache.service.js';
import { visibleMeta } from '../meta/meta.field.js';
import { MetaStore } from '../meta/meta.store.js';
import { hasAllAncestors } from './term.js';
import { type TermQuery } from './term-query.js';
import { type TermResource } from './terms.fields.js';
import { TermsPresenter } from './terms.presenter.js';
import { type TermPage, TermsService } from './terms.service.js';
import { TermsStore } from './terms.store.js';

/** Serves the terms of lists from `ItemJsonCache`, validated by the query that finds them. */
@Injectable()
export class CachedTermsService extends TermsService {
  constructor(
    terms: TermsStore,
    presenter: TermsPresenter,
    meta: MetaStore,
    database: Database,
    @Inject(PROFILE) profile: Profile,
    private readonly cache: ItemJsonCache,
    private readonly embeds: EmbedRegistry,
  ) {
    super(terms, presenter, meta, database, profile);
  }

  protected override async page(
    ctx: RequestContext,
    resource: TermResource,
    query: TermQuery,
    context: Context,
  ): Promise<TermPage> {
    const partition = this.partition(ctx, resource, context);
    if (!partition) return super.page(ctx, resource, query, context);
    const { items: found, total } = await this.terms.findVersions(query, resource.taxonomy.hierarchical);
    return { items: await partition.page(found, (ids) => this.rendered(ctx, resource, ids, context)), total };
  }

  /** Undefined if the response shows more of terms than versions follow. */
  private partition(ctx: RequestContext, { taxonomy }: TermResource, context: Context): CachePartition | undefined {
    const { model } = ctx.site;
    const isVersioned =
      !ctx.options.embed &&
      model.fields.of('term', taxonomy.name).length === 0 &&
      visibleMeta(model, 'term', taxonomy.name, ctx.principal).length === 0;
    return isVersioned ? this.cache.partition(ctx, `terms of ${taxonomy.name}`, context) : undefined;
  }

  private async rendered(
    ctx: RequestContext,
    resource: TermResource,
    ids: readonly number[],
    context: Context,
  ): Promise<RenderedItem[]> {
    const terms = await this.terms.inOrder(ids, resource.taxonomy.name);
    const { items, tree } = await this.present(ctx, resource, terms, context);
    const serialized = await this.embeds.serialize(ctx, items);
    return terms.map((term, index) => ({
      id: term.id,
      item: serialized[index]!,
      // No version follows a missing parent that is created later.
      isCacheable: !resource.taxonomy.hierarchical || hasAllAncestors(term, tree),
    }));
  }
}
