import { Inject, Injectable } from '@nestjs/common';
import { type Site } from '../../../site/site.js';
import { SiteLanguagesRegistry } from '../../../site/site-languages.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { hasAllAncestors, type Term } from '../../terms/term.js';
import { TermsStore } from '../../terms/terms.store.js';
import { type Entry } from '../model/entry.js';
import { type Reader } from '../../../database/reader.js';
import { EntriesStore } from './entries.store.js';
import {
  type LinkedEntry,
  permalink,
  type PermalinkData,
  type PermalinkRules,
  permalinkRules,
} from '../model/permalinks.js';

interface CategoryPaths {
  /** By the IDs of posts. */
  readonly paths: ReadonlyMap<number, string>;
  readonly isVersioned: boolean;
}

const NO_CATEGORIES: CategoryPaths = { paths: new Map(), isVersioned: true };

/** Builds the permalink of each entry that it was loaded for, without further queries. */
export interface PermalinkBuilder {
  (entry: LinkedEntry): string;
  /** False if one of them has a category whose parent does not exist: no version follows a parent that is created later. */
  readonly isVersioned: boolean;
}

/** Loads the permalinks of many entries at once: reads only what the permalink structure needs. */
@Injectable()
export class PermalinksLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    @Inject(PROFILE) private readonly profile: Profile,
    private readonly registry: SiteLanguagesRegistry,
  ) {}

  /**
   * Pass the transaction, if any: waiting for another connection could deadlock. `known` are parents loaded before.
   */
  async links(
    site: Site,
    entries: readonly LinkedEntry[],
    from?: Reader,
    preloaded?: ReadonlyMap<number, Entry>,
  ): Promise<PermalinkBuilder> {
    const rules = permalinkRules(site, this.profile.entries.checksLinkTargets);
    const { isVersioned, ...data } = await this.load(site, rules, entries, from, preloaded);
    const { languages } = this.registry;
    const build = (entry: LinkedEntry) => permalink(entry, rules, data);
    if (!languages) return Object.assign(build, { isVersioned });
    const attachedTo = entries.flatMap((entry) => (entry.type === 'attachment' ? [...above(entry, data)] : []));
    const found = await languages.ofEntries([...entries, ...attachedTo], from);
    const localized = (entry: LinkedEntry) => {
      const url = build(entry);
      const owner = addressOwner(entry, url, data);
      const language = owner && found.get(owner.id);
      return language === undefined ? url : languages.entryUrl(site, entry, url, language);
    };
    return Object.assign(localized, { isVersioned });
  }

  private async load(
    site: Site,
    rules: PermalinkRules,
    entries: readonly LinkedEntry[],
    from?: Reader,
    preloaded?: ReadonlyMap<number, Entry>,
  ): Promise<PermalinkData & { isVersioned: boolean }> {
    const addressesOf = ({ type }: LinkedEntry) => site.model.types.get(type)?.addresses.by ?? 'posts';
    const hasAbove = (entry: LinkedEntry) =>
      entry.parent > 0 && (rules.structure !== '' ? entry.type !== 'post' : addressesOf(entry) === 'slug');
    const above = entries.filter(hasAbove).map((entry) => entry.parent);
    const parents =
      above.length > 0 ? await this.entries.withAncestors(above, { from, preloaded }) : new Map<number, LinkedEntry>();
    const posts = [...entries, ...parents.values()].filter((entry) => addressesOf(entry) === 'posts');
    const [{ paths, isVersioned }, nicenames] = await Promise.all([
      rules.structure.includes('%category%') ? this.categoryPaths(site, posts, from) : NO_CATEGORIES,
      this.entries.nicenames(rules.structure.includes('%author%') ? posts.map(({ author }) => author) : [], from),
    ]);
    return { entries: parents, categoryPaths: paths, nicenames, isVersioned };
  }

  /** Of several categories the one with the lowest ID; without one, the site's default. */
  private async categoryPaths(site: Site, posts: readonly LinkedEntry[], from?: Reader): Promise<CategoryPaths> {
    const ids = [...new Set(posts.map((post) => post.id))];
    const assigned = await this.terms.ofObjects(ids, ['category'], from);
    const fallback = site.integer('default_category');
    const first = new Map(ids.map((id) => [id, lowest(assigned.get(id)) ?? fallback]));
    const tree = await this.categoriesWithAncestors([...new Set(first.values())], from);
    const categories = [...new Set(first.values())].map((id) => tree.get(id));
    return {
      paths: new Map([...first].map(([id, category]) => [id, pathOf(category, tree)])),
      isVersioned: categories.every((category) => category && hasAllAncestors(category, tree)),
    };
  }

  private async categoriesWithAncestors(ids: readonly number[], from?: Reader): Promise<Map<number, Term>> {
    const found = new Map<number, Term>();
    for (let level = ids; level.length > 0;) {
      const terms = await this.terms.byIds(level, 'category', from);
      for (const [id, term] of terms) found.set(id, term);
      level = [...new Set([...terms.values()].map((term) => term.parent))].filter(
        (parent) => parent > 0 && !found.has(parent),
      );
    }
    return found;
  }
}

/** The entries above an attachment. */
function* above(entry: LinkedEntry, { entries }: PermalinkData): Generator<LinkedEntry> {
  const passed = new Set([entry.id]);
  for (let at = entries.get(entry.parent); at && !passed.has(at.id); at = entries.get(at.parent)) {
    passed.add(at.id);
    yield at;
  }
}

/** Whose language the permalink has: attachments are below the permalinks of their parents, and have none where they are not. */
function addressOwner(entry: LinkedEntry, url: string, data: PermalinkData): LinkedEntry | undefined {
  if (entry.type !== 'attachment' || entry.parent === 0) return entry;
  if (url.includes('?')) return undefined;
  const parents = [...above(entry, data)];
  return parents.find(({ type, parent }) => type !== 'attachment' || parent === 0);
}

function lowest(terms: readonly { id: number }[] | undefined): number | undefined {
  return terms && terms.length > 0 ? Math.min(...terms.map((term) => term.id)) : undefined;
}

function pathOf(id: number, tree: ReadonlyMap<number, Term>): string {
  const slugs: string[] = [];
  const passed = new Set<number>();
  for (let at = tree.get(id); at && !passed.has(at.id); at = tree.get(at.parent)) {
    passed.add(at.id);
    slugs.unshift(at.slug);
  }
  return slugs.join('/');
}
