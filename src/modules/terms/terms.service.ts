import { Inject, Injectable } from '@nestjs/common';
import { type PageWindow } from '../../database/lists/list-query.js';
import { type Term, type TermTree } from './term.js';
import { type TermQuery } from './term-query.js';
import { TermsStore } from './terms.store.js';
import { slugify, type SlugOptions } from '../../text/slug.js';
import { MetaStore } from '../meta/meta.store.js';
import { type Context } from '../../rest/args/common.dto.js';
import { pagedReply } from '../../rest/response/paging.js';
import { type Item, type Reply, type SerializedItem } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { Database } from '../../database/database.js';
import { loadFields } from '../../content-model/declared-fields.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ListTermsDto, type ReadTermDto } from './terms.dto.js';
import { unknownTerm } from './terms.errors.js';
import { visibleMeta } from '../meta/meta.field.js';
import { type ShownTerm, type TermResource } from './terms.fields.js';
import { TermsPresenter } from './terms.presenter.js';

export interface TermPage {
  readonly items: readonly Item[] | readonly SerializedItem[];
  readonly total: number;
}

/** Shows terms. */
@Injectable()
export class TermsService {
  private readonly byId = new RequestLoader((_key: string, id: number, taxonomy: string) =>
    this.terms.byId(id, taxonomy),
  );

  constructor(
    protected readonly terms: TermsStore,
    private readonly presenter: TermsPresenter,
    protected readonly meta: MetaStore,
    private readonly database: Database,
    @Inject(PROFILE) protected readonly profile: Profile,
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

  protected async page(
    ctx: RequestContext,
    resource: TermResource,
    query: TermQuery,
    context: Context,
  ): Promise<TermPage> {
    const { name, hierarchical } = resource.taxonomy;
    const { items: terms, total } = await this.terms.list(query, hierarchical);
    for (const term of terms) this.byId.provide(ctx, `${name}:${term.id}`, term);
    return { items: await this.items(ctx, resource, terms, context, ctx.wants), total };
  }

  async read(ctx: RequestContext, resource: TermResource, { id, context }: ReadTermDto): Promise<Item> {
    return this.item(ctx, resource, await this.existing(ctx, resource, id), context);
  }

  /** The requested term; policy and service see the same object. */
  find(ctx: RequestContext, { taxonomy }: TermResource, id: number): Promise<Term | undefined> {
    return this.byId.of(ctx, `${taxonomy.name}:${id}`, id, taxonomy.name);
  }

  async existing(ctx: RequestContext, resource: TermResource, id: number): Promise<Term> {
    const term = await this.find(ctx, resource, id);
    if (!term) throw unknownTerm();
    return term;
  }

  async item(ctx: RequestContext, resource: TermResource, term: ShownTerm, context: Context): Promise<Item> {
    const [item] = await this.items(ctx, resource, [term], context);
    return item!;
  }

  /** Terms of one taxonomy with their links, in at most two queries and those of declared fields. */
  async items(
    ctx: RequestContext,
    resource: TermResource,
    terms: readonly ShownTerm[],
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item[]> {
    return (await this.present(ctx, resource, terms, context, only)).items;
  }

  protected async present(
    ctx: RequestContext,
    resource: TermResource,
    terms: readonly ShownTerm[],
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<{ items: Item[]; tree: TermTree }> {
    const placed = resource.taxonomy.hierarchical && (!only || only.has('link') || only.has('_links'));
    const { name } = resource.taxonomy;
    const metaFields =
      context !== 'embed' && (!only || only.has('meta'))
        ? visibleMeta(ctx.site.model, 'term', name, ctx.principal)
        : [];
    const members = resource.fields.members(this.profile, context, only);
    const fields = ctx.site.model.fields.of('term', name).filter((field) => members.has(field.name));
    const [tree, meta, declared] = await Promise.all([
      placed
        ? this.terms.withAncestors(
            terms.map((term) => term.parent),
            name,
          )
        : new Map<number, never>(),
      this.meta.load(
        'term',
        terms.map((term) => term.id),
        metaFields,
      ),
      loadFields(fields, terms, this.database),
    ]);
    const items = this.presenter.items(ctx, resource, terms, { tree, metaFields, meta, declared }, context, only);
    return { items, tree };
  }

  /** How slugs are generated on this site. */
  slugOptions(ctx: RequestContext): SlugOptions {
    return { ...this.profile.text, locale: ctx.site.option('WPLANG') || 'en_US' };
  }

  private filters(
    ctx: RequestContext,
    { taxonomy }: TermResource,
    args: ListTermsDto,
  ): Omit<TermQuery, keyof PageWindow | 'orderby'> {
    const slugs = args.slug?.filter((slug) => slug !== '').map((slug) => slugify(slug, this.slugOptions(ctx)));
    const including = args.include.length > 0;
    return {
      taxonomy: taxonomy.name,
      search: args.search,
      include: including ? args.include.map(Math.abs) : undefined,
      exclude: including ? undefined : args.exclude.map(Math.abs),
      slugs: slugs?.length ? slugs : undefined,
      parent: args.parent,
      object: args.post || undefined,
      hideEmpty: args.hide_empty && !args.post,
    };
  }
}
