import { Injectable } from '@nestjs/common';
import { type PageWindow } from '../../database/lists/list-query.js';
import { type Context } from '../../rest/args/common.dto.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { pagedReply } from '../../rest/response/paging.js';
import { type Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { isTruthy } from '../../text/php/php-values.js';
import { slugify } from '../../text/slug.js';
import {
  type CachePartition,
  ItemJsonCache,
  type ItemPage,
  type RenderedItem,
} from '../item-cache/item-json-cache.service.js';
import { visibleMeta } from '../meta/meta.field.js';
import { hasAllAncestors } from './term.js';
import { type TermQuery } from './term-query.js';
import { type ListTermsDto } from './terms.dto.js';
import { type TermResource } from './terms.fields.js';
import { TermsService } from './terms.service.js';
import { TermsStore } from './terms.store.js';

/** Lists terms. */
@Injectable()
export class TermsListService {
  constructor(
    private readonly terms: TermsStore,
    private readonly service: TermsService,
    private readonly cache: ItemJsonCache,
    private readonly embeds: EmbedRegistry,
  ) {}

  async list(ctx: RequestContext, resource: TermResource, args: ListTermsDto): Promise<Reply> {
    const { per_page: perPage } = args;
    const start = args.offset || (args.page - 1) * perPage;
    const query = {
      ...this.filters(ctx, resource, args),
      orderby: args.orderby,
      order: args.order,
      perPage,
      offset: Math.min(Math.abs(start), Number.MAX_SAFE_INTEGER),
    };
    const { items, total } = await this.page(ctx, resource, query, args.context);
    return pagedReply(ctx, resource.route, items, {
      total,
      perPage,
      page: Math.ceil(start / perPage) + 1,
      args,
    });
  }

  private page(ctx: RequestContext, resource: TermResource, query: TermQuery, context: Context): Promise<ItemPage> {
    const { hierarchical } = resource.taxonomy;
    return this.cache.list(
      this.partition(ctx, resource, context),
      () => this.terms.findVersions(query, hierarchical),
      (found, partition) => partition.page(found, (ids) => this.rendered(ctx, resource, ids, context)),
      async () => {
        const { items: terms, total } = await this.terms.list(query, hierarchical);
        this.service.provide(ctx, resource, terms);
        return { items: await this.service.items(ctx, resource, terms, context, ctx.wants), total };
      },
    );
  }

  /** Undefined if the response shows more of terms than versions follow. */
  private partition(ctx: RequestContext, { taxonomy }: TermResource, context: Context): CachePartition | undefined {
    const { model } = ctx.site;
    // Taxonomies with routes of their own show more than terms, such as the locations of a menu.
    const isVersioned =
      !taxonomy.hasOwnRoutes &&
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
    const { items, tree } = await this.service.present(ctx, resource, terms, context);
    const serialized = await this.embeds.serialize(ctx, items);
    return terms.map((term, index) => ({
      id: term.id,
      item: serialized[index]!,
      // No version follows a missing parent that is created later.
      isCacheable: !resource.taxonomy.hierarchical || hasAllAncestors(term, tree),
    }));
  }

  private filters(
    ctx: RequestContext,
    { taxonomy }: TermResource,
    args: ListTermsDto,
  ): Omit<TermQuery, keyof PageWindow | 'orderby'> {
    const slugs = args.slug?.filter((slug) => slug !== '').map((slug) => slugify(slug, this.service.slugOptions(ctx)));
    const including = args.include.length > 0;
    const values = args as unknown as Readonly<Record<string, unknown>>;
    const filters = ctx.site.model.queries
      .rowFiltersOf({ taxonomy: taxonomy.name })
      .filter(({ name }) => values[name] !== undefined)
      .map((filter) => [filter, values[filter.name]] as const);
    return {
      taxonomy: taxonomy.name,
      search: isTruthy(args.search) ? args.search : undefined,
      include: including ? args.include.map(Math.abs) : undefined,
      exclude: including ? undefined : args.exclude.map(Math.abs),
      slugs: slugs?.length ? slugs : undefined,
      parent: args.parent,
      object: args.post || undefined,
      hideEmpty: args.hide_empty && !args.post,
      ...(filters.length > 0 && { filters }),
    };
  }
}
