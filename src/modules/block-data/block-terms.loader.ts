import { Injectable } from '@nestjs/common';
import { type Site } from '../../site/site.js';
import { type BlockQuery, type BlockTerm } from '../../rendering/block-data.js';
import { type AssignedTerm, type Term, termLink } from '../terms/term.js';
import { TermsStore } from '../terms/terms.store.js';
import { BlockDataStore } from './block-data.store.js';

/** Terms whose posts are counted with those of the terms below; each takes a query. */
const MAX_PARENTS = 50;

type TermsQuery = Extract<BlockQuery, { kind: 'terms' }>;

/** Terms as dynamic blocks list and link them. */
@Injectable()
export class BlockTermsLoader {
  constructor(
    private readonly store: BlockDataStore,
    private readonly terms: TermsStore,
  ) {}

  /** Addresses of terms, with one query for each taxonomy that nests them. */
  async links(
    site: Site,
    terms: readonly Pick<AssignedTerm, 'id' | 'taxonomy' | 'slug' | 'parent'>[],
  ): Promise<(term: Pick<AssignedTerm, 'id' | 'taxonomy' | 'slug' | 'parent'>) => string> {
    const names = [...new Set(terms.map(({ taxonomy }) => taxonomy))];
    const trees = await Promise.all(
      names.map(async (name) => {
        const below = terms.filter(({ taxonomy, parent }) => taxonomy === name && parent > 0).map(({ id }) => id);
        return [name, await this.terms.withAncestors(below, name)] as const;
      }),
    );
    const treeOf = new Map(trees);
    return (term) => {
      const taxonomy = site.model.taxonomies.get(term.taxonomy);
      const slug = term.taxonomy === 'post_format' ? formatOf(term) : term.slug;
      return taxonomy ? termLink(site, taxonomy, { ...term, slug }, treeOf.get(term.taxonomy) ?? new Map()) : '';
    };
  }

  async list(site: Site, query: TermsQuery): Promise<BlockTerm[]> {
    const taxonomy = site.model.taxonomies.get(query.taxonomy);
    if (!taxonomy) return [];
    const isLoop = query.isFlat === true || query.isReversed === true || query.include !== undefined;
    const { items } = await this.terms.list(
      {
        taxonomy: query.taxonomy,
        orderby: query.include ? 'include' : query.order,
        order: (query.order === 'count') === (query.isReversed === true) ? 'asc' : 'desc',
        perPage: query.limit,
        offset: 0,
        hideEmpty: query.hideEmpty,
        ...(query.isFlat && taxonomy.hierarchical && { parent: 0 }),
        ...(query.include && { include: query.include }),
      },
      !isLoop && taxonomy.hierarchical && query.order === 'name',
    );
    const [link, counts] = await Promise.all([
      this.links(site, items),
      query.countsBelow ? this.countsBelow(items) : new Map<number, number>(),
    ]);
    const terms = items.map((term) => ({
      id: term.id,
      slug: term.slug,
      name: query.taxonomy === 'post_format' ? formatName(term) : term.name,
      link: link(term),
      count: counts.get(term.id) ?? term.count,
      parent: term.parent,
      description: term.description,
    }));
    return query.order === 'name' || isLoop ? terms : terms.sort(byName);
  }

  /** Published posts of each term that has others below it, in itself or any of those. */
  private async countsBelow(terms: readonly Term[]): Promise<Map<number, number>> {
    const children = new Map<number, Term[]>();
    for (const term of terms) children.set(term.parent, [...(children.get(term.parent) ?? []), term]);
    const count = async (term: Term): Promise<[number, number]> => {
      const below = new Set<Term>([term]);
      for (const term of below) for (const child of children.get(term.id) ?? []) below.add(child);
      const ids = [...below].map(({ termTaxonomyId }) => termTaxonomyId);
      return [term.id, await this.store.countPosts(ids)];
    };
    const parents = terms.filter(({ id }) => children.has(id)).slice(0, MAX_PARENTS);
    return new Map(await Promise.all(parents.map(count)));
  }
}

function formatOf({ slug }: { slug: string }): string {
  return slug.replace('post-format-', '');
}

/** Formats are named by WordPress, not by their terms. */
function formatName(term: { slug: string }): string {
  const format = formatOf(term);
  return format.charAt(0).toUpperCase() + format.slice(1);
}

const DIGITS = /(\d+)/;

/** Numbers by their value, other characters by their code, letters without accents regardless of case, as PHP sorts. */
function byName(left: BlockTerm, right: BlockTerm): number {
  const parts = right.name.split(DIGITS);
  for (const [index, part] of left.name.split(DIGITS).entries()) {
    const [text, following] = [part, parts[index] ?? ''].map((piece) =>
      piece.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    );
    const order =
      index % 2 === 1 ? Number(text) - Number(following) : Buffer.compare(Buffer.from(text!), Buffer.from(following!));
    if (order !== 0) return order;
  }
  return left.id - right.id;
}
