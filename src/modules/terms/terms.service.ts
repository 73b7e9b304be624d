import { Inject, Injectable } from '@nestjs/common';
import { type Term, type TermTree } from './term.js';
import { TermsStore } from './terms.store.js';
import { type SlugOptions } from '../../text/slug.js';
import { MetaStore } from '../meta/meta.store.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type Item } from '../../rest/response/reply.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';
import { Database } from '../../database/database.js';
import { fieldRequest } from '../../rest/http/field-request.js';
import { addFieldLinks } from '../../rest/response/links.js';
import { loadFields } from '../../content-model/field-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ReadTermDto } from './terms.dto.js';
import { unknownTerm } from './terms.errors.js';
import { visibleMeta } from '../meta/meta.field.js';
import { type ShownTerm, type TermResource } from './terms.fields.js';
import { TermsPresenter } from './terms.presenter.js';

/** Reads and presents terms. */
@Injectable()
export class TermsService {
  private readonly byId = new RequestLoader((_key: string, id: number, taxonomy: string) =>
    this.terms.byId(id, taxonomy),
  );

  constructor(
    private readonly terms: TermsStore,
    private readonly presenter: TermsPresenter,
    protected readonly meta: MetaStore,
    private readonly database: Database,
    @Inject(PROFILE) protected readonly profile: Profile,
  ) {}

  async read(ctx: RequestContext, resource: TermResource, { id, context }: ReadTermDto): Promise<Item> {
    return this.item(ctx, resource, await this.existing(ctx, resource, id), context, ctx.wants);
  }

  /** The requested term; policy and service see the same object. */
  find(ctx: RequestContext, { taxonomy }: TermResource, id: number): Promise<Term | undefined> {
    return this.byId.of(ctx, `${taxonomy.name}:${id}`, id, taxonomy.name);
  }

  /** Terms of a list, which hints and embeds of the same request will not load again. */
  provide(ctx: RequestContext, { taxonomy }: TermResource, terms: readonly Term[]): void {
    for (const term of terms) this.byId.provide(ctx, `${taxonomy.name}:${term.id}`, term);
  }

  async existing(ctx: RequestContext, resource: TermResource, id: number): Promise<Term> {
    const term = await this.find(ctx, resource, id);
    if (!term) throw unknownTerm();
    return term;
  }

  async item(
    ctx: RequestContext,
    resource: TermResource,
    term: ShownTerm,
    context: Context,
    only?: ReadonlySet<string>,
  ): Promise<Item> {
    const [item] = await this.items(ctx, resource, [term], context, only);
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

  /** The same, with everything above the terms. */
  async present(
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
      loadFields(fields, terms, this.database, fieldRequest(ctx)),
    ]);
    const items = this.presenter.items(ctx, resource, terms, { tree, metaFields, meta, declared }, context, only);
    for (const [index, { links }] of items.entries())
      addFieldLinks(fields, (field) => declared.get(field)?.get(terms[index]!.id), links);
    return { items, tree };
  }

  /** How slugs are generated on this site. */
  slugOptions(ctx: RequestContext): SlugOptions {
    return { ...this.profile.text, locale: ctx.site.option('WPLANG') || 'en_US' };
  }
}
