import { Injectable } from '@nestjs/common';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { EntryViewLoader } from '../entries/read/entry-view.loader.js';
import { type Term, termLink } from '../terms/term.js';
import { TermsStore } from '../terms/terms.store.js';
import { skipped } from '../../database/engine/parameters.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { pageCount, pagedReply } from '../../rest/response/paging.js';
import { type Reply } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { isTruthy } from '../../text/php/php-values.js';
import { unlessEmpty } from '../entries/api/entry.dto.js';
import { readableScope } from '../entries/read/list/readable-scope.store.js';
import { type SearchDto, searchedSubtypes } from './search.dto.js';
import { type SearchResult } from './search.fields.js';
import { SearchPresenter } from './search.presenter.js';

const pageBeyondEnd = () =>
  new RestError('rest_search_invalid_page_number', 'The requested page is beyond the last one.', 400);

const SEARCH_ROUTE = '/wp/v2/search';

/** A search result contains only columns of the entry and its permalink. */
const NEEDS = { link: true, html: false, meta: false, taxonomies: [], revisions: false };

const FORMAT_PREFIX = 'post-format-';

/** Labels of the post formats that have pages, in the order of the REST API. */
const FORMATS: ReadonlyMap<string, string> = new Map(
  ['Aside', 'Chat', 'Gallery', 'Link', 'Image', 'Quote', 'Status', 'Video', 'Audio'].map((label) => [
    label.toLowerCase(),
    label,
  ]),
);

interface Found {
  readonly findings: readonly SearchResult[];
  readonly total: number;
}

/** Searches posts of several types, terms of several taxonomies, and post formats. */
@Injectable()
export class SearchService {
  constructor(
    private readonly entries: EntriesListStore,
    private readonly views: EntryViewLoader,
    private readonly terms: TermsStore,
    private readonly presenter: SearchPresenter,
  ) {}

  async search(ctx: RequestContext, args: SearchDto): Promise<Reply> {
    const searchable = searchedSubtypes(ctx.site.model)[args.type];
    const subtype = args.subtype.filter((name) => name === 'any' || searchable.includes(name));
    const searched = subtype.includes('any') ? searchable : subtype;
    const { findings, total } = await this.find(
      ctx,
      { ...args, search: isTruthy(args.search) ? args.search : undefined },
      searched,
    );
    const { page, per_page: perPage } = args;
    if (total > 0 && page > pageCount({ total, perPage })) throw pageBeyondEnd();
    return pagedReply(ctx, SEARCH_ROUTE, this.presenter.items(ctx, findings, args.context), {
      total,
      page,
      perPage,
      hasEveryPage: total === 0,
      args: { ...args, subtype },
    });
  }

  private find(ctx: RequestContext, args: SearchDto, subtypes: readonly string[]): Promise<Found> {
    switch (args.type) {
      case 'post':
        return this.posts(ctx, args, subtypes);
      case 'term':
        return this.allTerms(ctx, args, subtypes);
      case 'post-format':
        return this.formats(ctx, args);
    }
  }

  /** Without a post type, posts are searched. A page beyond the end has no total. */
  private async posts(ctx: RequestContext, args: SearchDto, types: readonly string[]): Promise<Found> {
    const { search = '', page, per_page: perPage } = args;
    const values = args as unknown as Readonly<Record<string, unknown>>;
    const filters = ctx.site.model.queries
      .searchFilters()
      .filter(({ name }) => values[name] !== undefined)
      .map((filter) => [filter, values[filter.name]] as const);
    const { items, total } = await this.entries.find(
      {
        type: 'post',
        types: types.length > 0 ? types : undefined,
        statuses: ['publish'],
        search: search === '' ? undefined : search,
        include: unlessEmpty(args.include),
        exclude: unlessEmpty(args.exclude),
        orderby: search === '' ? 'date' : 'relevance',
        order: 'desc',
        perPage,
        offset: (page - 1) * perPage,
        scope: readableScope(ctx),
        ...(filters.length > 0 && { filters }),
      },
      { content: false },
    );
    if (items.length === 0) return { findings: [], total: 0 };
    const view = await this.views.load(ctx.site, items, NEEDS, () => false);
    const findings = items.map((entry) => {
      const { name, route, restBase } = ctx.site.model.types.get(entry.type)!;
      return {
        id: entry.id,
        title: view.title(entry),
        url: view.link(entry),
        type: 'post',
        subtype: name,
        self: { route, about: `/wp/v2/types/${name}`, source: restBase! },
      };
    });
    return { findings, total };
  }

  /** Without a taxonomy, those without pages are searched too. */
  private async allTerms(ctx: RequestContext, args: SearchDto, taxonomies: readonly string[]): Promise<Found> {
    const { model } = ctx.site;
    const { items, total } = await this.terms.search({
      taxonomies: taxonomies.length > 0 ? taxonomies : [...model.taxonomies.keys()],
      search: args.search,
      include: unlessEmpty(args.include),
      exclude: unlessEmpty(args.exclude),
      orderby: 'name',
      order: 'asc',
      perPage: args.per_page,
      offset: skipped((args.page - 1) * args.per_page),
    });
    const links = await this.termLinks(ctx, items);
    const findings = items.map((term) => {
      const { name, restBase, route } = model.taxonomies.get(term.taxonomy)!;
      const self = restBase && { route, about: `/wp/v2/taxonomies/${name}`, source: restBase };
      return { id: term.id, title: term.name, url: links(term), type: name, ...(self && { self }) };
    });
    return { findings, total };
  }

  /** Formats that posts have or had; each has a term. */
  private async formats(ctx: RequestContext, { search = '', page, per_page: perPage }: SearchDto): Promise<Found> {
    const { items } = await this.terms.search({
      taxonomies: ['post_format'],
      orderby: 'id',
      order: 'asc',
      perPage: FORMATS.size,
      offset: 0,
    });
    const used = new Map(items.map((term) => [term.slug.replace(FORMAT_PREFIX, ''), term]));
    const text = search.toLowerCase();
    const found = [...FORMATS].filter(([name, label]) => {
      return used.has(name) && (name.includes(text) || label.toLowerCase().includes(text));
    });
    const links = await this.termLinks(ctx, items);
    const findings = found.slice((page - 1) * perPage, page * perPage).map(([name, label]) => ({
      id: name,
      title: label,
      url: links({ ...used.get(name)!, slug: name }),
      type: 'post-format',
    }));
    return { findings, total: found.length };
  }

  /** URLs of terms, with the ancestors of each taxonomy loaded at once. */
  private async termLinks({ site }: RequestContext, terms: readonly Term[]): Promise<(term: Term) => string> {
    const names = [...new Set(terms.map(({ taxonomy }) => taxonomy))];
    const trees = new Map(
      await Promise.all(
        names.map(async (name) => {
          const parents = terms.filter(({ taxonomy }) => taxonomy === name).map(({ parent }) => parent);
          return [name, await this.terms.withAncestors(parents, name)] as const;
        }),
      ),
    );
    return (term) => termLink(site, site.model.taxonomies.get(term.taxonomy)!, term, trees.get(term.taxonomy)!);
  }
}
