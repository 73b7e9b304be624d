import { Injectable } from '@nestjs/common';
import { type FieldEntry } from '../../../content-model/index.js';
import { archivePath, EntriesStore, type Entry } from '../../../modules/entries/index.js';
import { ancestorsOf, type AssignedTerm, type Term, termLink, TermsStore } from '../../../modules/terms/index.js';
import { type Site } from '../../../site/index.js';
import { type Crumb, type OwnValues } from '../head/subject.js';
import { type YoastOptions } from '../yoast-options.js';
import { META_PREFIX, ownValues } from './own-values.js';

export interface EntryTrail {
  /** Breadcrumb of the archive of the type. */
  readonly archive: readonly Crumb[];
  /** The term that stands for the entry, and those above it. */
  readonly terms: readonly Crumb[];
  /** False if a term is below one that does not exist: no version changes when that comes into being. */
  readonly isVersioned: boolean;
}

/** A crumb may have a title of its own besides the name of its term. */
interface TermCrumb extends Crumb {
  readonly term: string;
  readonly parent: number;
}

/** What is above terms, and above entries that have no parent. */
@Injectable()
export class TermTrailsLoader {
  constructor(
    private readonly terms: TermsStore,
    private readonly entries: EntriesStore,
  ) {}

  async ofEntries(
    site: Site,
    entries: readonly Pick<FieldEntry, 'id' | 'type'>[],
    assigned: ReadonlyMap<number, readonly AssignedTerm[]>,
    owns: ReadonlyMap<number, OwnValues>,
    options: YoastOptions,
  ): Promise<Map<number, EntryTrail>> {
    const candidates = new Map<number, readonly AssignedTerm[]>();
    for (const { id, type } of entries) {
      const taxonomy = options.text(`post_types-${type}-maintax`);
      const terms = (assigned.get(id) ?? []).filter((term) => term.taxonomy === taxonomy);
      const primary = Number(owns.get(id)?.get(`primary_${taxonomy}`) ?? 0);
      const chosen = terms.find((term) => term.id === primary);
      candidates.set(id, chosen ? [chosen] : leaves(terms));
    }
    const unique = new Map([...candidates.values()].flat().map((term) => [term.id, term]));
    const trails = await this.ofTerms(site, [...unique.values()], options);
    return new Map(
      entries.map(({ id, type }) => [
        id,
        {
          archive: typeTrail(site, type, options),
          terms: longest(candidates.get(id)!, trails),
          isVersioned: candidates.get(id)!.every((term) => (trails.get(term.id)?.[0]?.parent ?? 0) === 0),
        },
      ]),
    );
  }

  /** Trails of the entries at the top of hierarchies, such as the posts of attachments; most types of parents have no terms above. */
  async ofAncestors(
    site: Site,
    ancestors: readonly Entry[],
    taxonomies: readonly string[],
    options: YoastOptions,
  ): Promise<Map<number, EntryTrail>> {
    const tops = ancestors.filter(
      ({ type, parent }) => parent === 0 && site.model.taxonomies.has(options.text(`post_types-${type}-maintax`)),
    );
    if (tops.length === 0) return new Map();
    const ids = tops.map(({ id }) => id);
    const [assigned, metas] = await Promise.all([
      this.terms.ofObjects(ids, taxonomies),
      this.entries.metas(
        ids,
        taxonomies.map((name) => `${META_PREFIX}primary_${name}`),
      ),
    ]);
    return this.ofEntries(site, tops, assigned, new Map(ids.map((id) => [id, ownValues(metas.get(id))])), options);
  }

  /** From the top of the hierarchy down to each term. */
  async ofTerms(
    site: Site,
    terms: readonly Pick<Term, 'id' | 'taxonomy' | 'name' | 'slug' | 'parent'>[],
    options: YoastOptions,
  ): Promise<Map<number, TermCrumb[]>> {
    const found = new Map<number, TermCrumb[]>();
    for (const name of new Set(terms.map(({ taxonomy }) => taxonomy))) {
      const taxonomy = site.model.taxonomies.get(name);
      if (!taxonomy) continue;
      const own = terms.filter((term) => term.taxonomy === name);
      const tree = new Map<number, Pick<Term, 'id' | 'name' | 'slug' | 'parent'>>(own.map((term) => [term.id, term]));
      for (let level = parentsOf(own, tree); level.length > 0;) {
        const parents = await this.terms.byIds(level, name);
        for (const [id, term] of parents) tree.set(id, term);
        level = parentsOf([...parents.values()], tree);
      }
      for (const term of own) {
        const path = [...ancestorsOf(term, tree)].reverse().map(({ id }) => tree.get(id)!);
        found.set(
          term.id,
          [...path, term].map((at) => ({
            term: at.name,
            parent: at.parent,
            name: options.ofTerm(name, at.id).get('bctitle') || at.name,
            url: termLink(site, taxonomy, at, tree),
          })),
        );
      }
    }
    return found;
  }
}

function parentsOf(terms: readonly { readonly parent: number }[], tree: ReadonlyMap<number, unknown>): number[] {
  return [...new Set(terms.map(({ parent }) => parent))].filter((id) => id > 0 && !tree.has(id));
}

/** The terms that none of the others is below. */
function leaves(terms: readonly AssignedTerm[]): readonly AssignedTerm[] {
  const parents = new Set(terms.map(({ parent }) => parent));
  const found = terms.filter(({ id }) => !parents.has(id));
  return found.length > 0 ? found : terms.slice(0, 1);
}

/** The trail of the deepest term, the first of several. */
function longest(terms: readonly AssignedTerm[], trails: ReadonlyMap<number, readonly Crumb[]>): readonly Crumb[] {
  let found: readonly Crumb[] = [];
  for (const { id } of terms) {
    const trail = trails.get(id) ?? [];
    if (trail.length > found.length) found = trail;
  }
  return found;
}

/** The archive of a type, as breadcrumbs name it. */
export function typeTrail(site: Site, type: string, options: YoastOptions): Crumb[] {
  const found = site.model.types.get(type);
  if (!found || type === 'post' || type === 'page') return [];
  const url = typeArchive(site, type);
  if (url === undefined) return [];
  return [{ name: options.text(`bctitle-ptarchive-${type}`) || (found.labels.name ?? found.label), url }];
}

/** The address of the archive of a type; undefined without one. */
export function typeArchive(site: Site, type: string): string | undefined {
  const found = site.model.types.get(type);
  if (!found || found.hasArchive === false) return undefined;
  const path = archivePath(found, site.option('permalink_structure'));
  return path === undefined ? `${site.home}/?post_type=${type}` : `${site.home}${path}`;
}
