import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type FieldComment,
  type FieldEntry,
  type FieldLink,
  type FieldRequest,
  type FieldTrace,
  type FieldTerm,
  type FieldUser,
  type MetaObject,
} from '../../content-model/index.js';
import { Database, type Reader, type Transaction } from '../../database/index.js';
import { type Config, CONFIG } from '../../platform/config/index.js';
import { type Site, SiteService } from '../../site/index.js';
import { EntryVersions } from '../../modules/entries/index.js';
import { TermsStore } from '../../modules/terms/index.js';
import { type LocationContext, type Subject } from './definitions/location.js';
import { type Candidates, type FieldSet, FieldSets, type SetNeeds } from './field-sets.js';
import { readAll } from './values/field-format.js';
import { ItemRowsStore, type LocatedEntry, rolesOf } from './values/item-rows.store.js';
import { ItemValues } from './values/item-values.js';
import { type LinkedIds, linkedIds, type LinkTargets, linksOf } from './values/links.js';
import { ReferencesLoader } from './values/references.loader.js';

const FORMAT_PREFIX = 'post-format-';
/** What items show that no group is on: PHP writes an empty array as a list. */
const NO_FIELDS: readonly never[] = [];
const NO_TERMS: ReadonlyMap<string, readonly number[]> = new Map();

/** How many items with broken values are named in the log. */
const MAX_REPORTED = 1000;

const NEW_ENTRY = { id: 0, status: 'auto-draft', parent: 0 };

/** An item with everything that its fields follow from. */
interface LoadedItem {
  readonly values: ItemValues;
  readonly set: FieldSet | undefined;
  readonly linked: readonly LinkedIds[];
}

/** Reads the fields of pages of items. */
@Injectable()
export class AcfFieldsService {
  private readonly logger = new Logger('AdvancedCustomFields');
  private readonly links = new WeakMap<object, readonly FieldLink[]>();
  private readonly reported = new Set<string>();

  constructor(
    readonly sets: FieldSets,
    private readonly rows: ItemRowsStore,
    private readonly terms: TermsStore,
    private readonly references: ReferencesLoader,
    private readonly versions: EntryVersions,
    private readonly sites: SiteService,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `type`: that of the entries, also if these are their revisions. */
  async ofEntries(
    entries: readonly FieldEntry[],
    request: FieldRequest,
    type: string,
    sets: FieldSets = this.sets,
  ): Promise<readonly unknown[]> {
    const candidates = sets.of('post', type);
    if (candidates.isEmpty) return entries.map(() => NO_FIELDS);
    const [site, items] = await Promise.all([
      this.sites.current(),
      this.locatedEntries(entries, candidates.needs, type, this.database),
    ]);
    return this.present(site, candidates, items, request);
  }

  async ofOptions(
    page: string,
    rows: ReadonlyMap<string, string>,
    request: FieldRequest,
    sets = this.sets,
  ): Promise<unknown> {
    const candidates = sets.of('options');
    if (candidates.isEmpty) return NO_FIELDS;
    const item = { id: 0, values: rows, subject: { kind: 'options', page } as const, terms: NO_TERMS };
    const [members] = await this.present(await this.sites.current(), candidates, [item], request);
    return members;
  }

  /** The fields of an options page. */
  async setOfOptions(page: string, request: FieldRequest, sets = this.sets): Promise<FieldSet | undefined> {
    const context = locationContext(await this.sites.current(), request);
    return sets.of('options').setOf({ kind: 'options', page }, context);
  }

  /** The fields that are on one item, in the transaction that writes it. */
  async setOf(
    { kind, subtype, id }: { readonly kind: MetaObject; readonly subtype: string | undefined; readonly id: number },
    request: FieldRequest,
    tx: Transaction,
    sets = this.sets,
  ): Promise<FieldSet | undefined> {
    const candidates = sets.of(kind, subtype);
    if (candidates.isEmpty) return undefined;
    const context = locationContext(await this.sites.current(), request);
    const subject = await this.subjectOf(kind, subtype, id, candidates, tx);
    return subject && candidates.setOf(subject, context);
  }

  /** `id`: zero for an entry that does not exist yet. */
  async subjectOf(
    kind: MetaObject,
    subtype: string | undefined,
    id: number,
    { needs }: Candidates,
    tx: Reader,
  ): Promise<Subject | undefined> {
    if (kind === 'term') return { kind, taxonomy: subtype ?? '' };
    if (kind === 'user') return { kind, roles: (await this.rows.roles([id], tx)).get(id) ?? [] };
    if (kind === 'comment') {
      const post = await this.rows.postOfComment(id, tx);
      return { kind, postType: (await this.rows.types([post], tx)).get(post) ?? '' };
    }
    const entry = id > 0 ? await this.rows.entry(id, tx) : { ...NEW_ENTRY, type: subtype ?? '' };
    if (!entry) return undefined;
    const [item] = await this.locatedEntries([entry], needs, entry.type, tx);
    return item?.subject;
  }

  private async locatedEntries(entries: readonly LocatedEntry[], needs: SetNeeds, type: string, reader: Reader) {
    const ids = entries.map(({ id }) => id);
    const [site, rows, terms, withChildren] = await Promise.all([
      this.sites.current(),
      this.rows.values('post', ids, needs, reader),
      this.terms.ofObjects(ids, needs.taxonomies, reader),
      needs.children ? this.rows.withChildren(ids, reader) : new Set<number>(),
    ]);
    const hasTemplates = this.hasTemplates(site, type);
    return entries.map((entry) => {
      const values = rows.get(entry.id) ?? new Map<string, string>();
      const assigned = terms.get(entry.id) ?? [];
      const format = assigned.find(({ taxonomy }) => taxonomy === 'post_format')?.slug ?? '';
      const subject: Subject = {
        kind: 'post',
        id: entry.id,
        type,
        status: entry.status,
        parent: entry.parent,
        template: values.get('_wp_page_template') ?? '',
        hasTemplates,
        format: format.startsWith(FORMAT_PREFIX) ? format.slice(FORMAT_PREFIX.length) : 'standard',
        hasChildren: withChildren.has(entry.id),
        mimeType: entry.mimeType,
        terms: new Set(assigned.map(({ taxonomy, slug }) => `${taxonomy}:${slug}`)),
      };
      return { id: entry.id, values, subject, terms: termsByTaxonomy(assigned) };
    });
  }

  async ofTerms(terms: readonly FieldTerm[], request: FieldRequest, sets = this.sets): Promise<readonly unknown[]> {
    const candidates = sets.of('term', terms[0]?.taxonomy);
    return this.ofObjects('term', terms, candidates, request, ({ taxonomy }) => ({ kind: 'term', taxonomy }));
  }

  async ofUsers(
    users: readonly Pick<FieldUser, 'id'>[],
    request: FieldRequest,
    sets = this.sets,
  ): Promise<readonly unknown[]> {
    const key = `${this.database.tablePrefix}capabilities`;
    return this.ofObjects('user', users, sets.of('user'), request, (_user, rows) => {
      return { kind: 'user', roles: rolesOf(rows.get(key) ?? '') };
    });
  }

  async ofComments(
    comments: readonly FieldComment[],
    request: FieldRequest,
    sets = this.sets,
  ): Promise<readonly unknown[]> {
    const candidates = sets.of('comment');
    const types = candidates.isEmpty ? undefined : await this.rows.types(comments.map(({ post }) => post));
    return this.ofObjects('comment', comments, candidates, request, ({ post }) => ({
      kind: 'comment',
      postType: types?.get(post) ?? '',
    }));
  }

  /** Pages have templates, other types only where the theme has some for them. */
  private hasTemplates({ model }: Site, type: string): boolean {
    const offered = this.config.themeTemplates?.some((template) => template.startsWith(`${type}:`));
    return type === 'page' || (offered ?? (model.types.get(type)?.templates?.length ?? 0) > 0);
  }

  /** The links of a value that was returned here. */
  linksOf(value: unknown): readonly FieldLink[] {
    return (typeof value === 'object' && value !== null && this.links.get(value)) || NO_FIELDS;
  }

  /** What fields and their links follow from, besides their items and what is in the template format. */
  private trace(
    trace: FieldTrace,
    { requester, children }: SetNeeds,
    items: readonly LoadedItem[],
    { taxonomies }: LinkTargets,
  ): void {
    for (const { values, linked } of items) {
      // Versions follow neither the requester nor the entries below one.
      if (requester || children) trace.exclude(values.id);
      for (const [{ target }, ids] of linked) {
        if (target === 'attachment' || target === 'post') trace.follow(values.id, this.versions, ids);
        // They follow terms, but not that one comes into being that no entry has.
        if (target === 'term' && ids.some((id) => !taxonomies.has(id))) trace.exclude(values.id);
      }
    }
  }

  /** Values that cannot be read are read with each request, and named once. */
  private report(sentence: string): void {
    if (this.reported.has(sentence) || this.reported.size >= MAX_REPORTED) return;
    this.reported.add(sentence);
    this.logger.warn(sentence);
  }

  private async ofObjects<T extends { readonly id: number }>(
    object: MetaObject,
    items: readonly T[],
    candidates: Candidates,
    request: FieldRequest,
    subjectOf: (item: T, rows: ReadonlyMap<string, string>) => Subject,
  ): Promise<readonly unknown[]> {
    if (candidates.isEmpty) return items.map(() => NO_FIELDS);
    const [site, rows] = await Promise.all([
      this.sites.current(),
      this.rows.values(
        object,
        items.map(({ id }) => id),
        { layouts: candidates.needs.layouts },
      ),
    ]);
    const loaded = items.map((item) => {
      const values = rows.get(item.id) ?? new Map<string, string>();
      return { id: item.id, values, subject: subjectOf(item, values), terms: NO_TERMS };
    });
    return this.present(site, candidates, loaded, request);
  }

  private async present(
    site: Site,
    candidates: Candidates,
    items: readonly {
      readonly id: number;
      readonly values: ReadonlyMap<string, string>;
      readonly subject: Subject;
      readonly terms: ReadonlyMap<string, readonly number[]>;
    }[],
    request: FieldRequest,
  ): Promise<readonly unknown[]> {
    const context = locationContext(site, request);
    const linkedObjects = { entries: new Set<number>(), terms: new Set<number>() };
    const loaded = items.map(({ id, values: rows, subject, terms }): LoadedItem => {
      const values = new ItemValues(id, rows, terms);
      const set = candidates.setOf(subject, context);
      const linked = set && request.showsLinks !== false ? linkedIds(set.links, values, linkedObjects) : NO_FIELDS;
      return { values, set, linked };
    });
    const isStandard = request.param('acf_format') === 'standard';
    const [targets, references] = await Promise.all([
      this.rows.linkTargets(linkedObjects),
      isStandard ? this.references.load(site, request, collected(loaded)) : undefined,
    ]);
    if (request.trace) this.trace(request.trace, candidates.needs, loaded, targets);
    const page = { hidesSecrets: !request.principal.can('edit_posts') };
    return loaded.map(({ set, values, linked }) => {
      if (!set) return NO_FIELDS;
      const members = references
        ? readAll(set.standard.formats, values, '', { ...page, references })
        : readAll(set.light, values, '', page);
      if (linked.length > 0) this.links.set(members, linksOf(linked, site, targets));
      if (values.problem !== undefined) this.report(`The item ${values.id} ${values.problem}.`);
      return members;
    });
  }
}

function collected(items: readonly LoadedItem[]) {
  return items.flatMap(({ set, values }) => (set ? [{ collectors: set.standard.collectors, values }] : []));
}

export function locationContext(site: Site, { principal }: FieldRequest): LocationContext {
  const isPage = site.option('show_on_front') === 'page';
  return {
    requester: principal,
    pageOnFront: isPage ? site.integer('page_on_front') : 0,
    pageForPosts: isPage ? site.integer('page_for_posts') : 0,
  };
}

/** IDs of assigned terms. */
export function termsByTaxonomy(
  assigned: readonly { readonly id: number; readonly taxonomy: string }[],
): ReadonlyMap<string, readonly number[]> {
  if (assigned.length === 0) return NO_TERMS;
  const found = new Map<string, number[]>();
  for (const { id, taxonomy } of assigned) found.set(taxonomy, [...(found.get(taxonomy) ?? []), id]);
  return found;
}
