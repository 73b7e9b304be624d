import { type Principal } from '../../../access/index.js';
import { type Comment } from '../../../modules/comments/index.js';
import {
  ATTACHMENT_META,
  attachmentDetails,
  type Entry,
  entryFacts,
  type EntryMeta,
  FEATURED_IMAGE,
  type PageRendering,
  TEMPLATE,
} from '../../../modules/entries/index.js';
import { type UserAccount, type UserProfile } from '../../../modules/users/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { type Site } from '../../../site/index.js';
import { type PhpArray } from '../../../text/php/index.js';
import { can, type SiteFacts, siteFacts } from '../../../access/capabilities/index.js';
import { type GraphTerm } from '../stores/term-rows.js';
import { type GraphContent } from '../model/names.js';
import { BatchLoader } from '../model/batch-loader.js';
import { after, type MaybeLater } from '../model/later.js';
import { type Budget } from '../model/budget.js';
import { type GraphServices } from './graph-services.js';
import { type CacheKeys } from '../model/cache-keys.js';

/** Columns of entries that only some fields show. */
export interface EntryExtras {
  readonly id: number;
  readonly commentCount: number;
  readonly toPing: string;
  readonly pinged: string;
}

export interface FileDetails {
  readonly details: PhpArray | undefined;
}

/** Meta values of entries that fields show, read together. */
const META_KEYS = [
  FEATURED_IMAGE,
  TEMPLATE,
  ATTACHMENT_META.file,
  ATTACHMENT_META.alt,
  'enclosure',
  '_wp_desired_post_slug',
  '_edit_last',
  '_edit_lock',
];

const NO_META: EntryMeta = new Map();

/** Types of a menu's locations are few. */
const MAX_PER_QUERY = 500;

/** One operation of one requester: what it has loaded, and who may see what. */
export class GraphContext {
  site: Site;
  readonly principal: Principal;
  facts: SiteFacts;
  /** Rows without their content, also of entries that the requester may not read; hidden ones do not exist. */
  readonly entries = new BatchLoader<number, Entry>(
    (ids) => this.services.entries.byIds(ids, { content: false }),
    MAX_PER_QUERY,
  );
  readonly extras = new BatchLoader<number, EntryExtras>((ids) => this.services.entryRows.extras(ids), MAX_PER_QUERY);
  readonly contents = new BatchLoader<number, Entry>((ids) => this.services.entries.byIds(ids));
  readonly users = new BatchLoader<number, UserAccount>((ids) => this.services.users.accounts(ids), MAX_PER_QUERY);
  readonly profiles = new BatchLoader<number, UserProfile>((ids) => this.services.users.profiles(ids), MAX_PER_QUERY);
  readonly publishedAuthors = new BatchLoader<number, true>(
    async (ids) => new Map([...(await this.services.users.publishedAmong(ids))].map((id) => [id, true])),
    MAX_PER_QUERY,
  );
  readonly terms = new BatchLoader<number, GraphTerm>((ids) => this.services.termRows.byIds(ids), MAX_PER_QUERY);
  readonly descriptions = new BatchLoader<number, string>(
    (ids) => this.services.termRows.descriptions(ids),
    MAX_PER_QUERY,
  );
  readonly comments = new BatchLoader<number, Comment>((ids) => this.services.comments.byIds(ids), MAX_PER_QUERY);
  /** A preview token shows the unsaved changes of the user who made it. */
  readonly revisions = new BatchLoader<number, number>((ids) =>
    this.services.entryRows.newestRevisions(ids, this.principal.preview?.user),
  );
  private readonly metas = new BatchLoader<number, EntryMeta>(
    (ids) => this.services.entries.metas(ids, META_KEYS),
    MAX_PER_QUERY,
  );
  /** What is known of files besides their names: long, so it is read if a field shows it. */
  readonly files = new BatchLoader<number, FileDetails>(async (ids) => {
    const found = await this.services.entries.metas(ids, [ATTACHMENT_META.details]);
    return new Map(ids.map((id) => [id, { details: attachmentDetails(found.get(id)) }]));
  }, MAX_PER_QUERY);
  /** Reads the featured images of entries with the meta values that name them: an exchange with the database costs more than a row. */
  readonly featuredImages = new BatchLoader<number, true>(async (ids) => {
    const { entries, scopes } = this.services;
    // What a scope hides is left out where entries are read by their IDs.
    if (await scopes.hidden()) return new Map();
    const { metas, images, imageMetas } = await entries.metasWithImages(ids, META_KEYS);
    for (const id of ids) this.metas.prime(id, metas.get(id) ?? NO_META);
    for (const [id, image] of images) {
      this.entries.prime(id, image);
      this.metas.prime(id, imageMetas.get(id) ?? NO_META);
    }
    return new Map();
  }, MAX_PER_QUERY);
  private readonly links = new BatchLoader<Entry, string>(async (entries) => {
    const link = await this.services.permalinks.links(this.site, entries);
    return new Map(entries.map((entry) => [entry, link(entry)]));
  });
  private readonly renderings = new BatchLoader<Entry, PageRendering>(async (entries) => {
    const rendering = await this.services.renderer.page(this.site, entries, { response: this });
    return new Map(entries.map((entry) => [entry, rendering]));
  });
  private readonly rendered = new BatchLoader<Entry, string>(async (entries) => this.renderAll(entries, 'content'));
  private readonly excerpts = new BatchLoader<Entry, string>(async (entries) => this.renderAll(entries, 'excerpt'));
  private readonly shared = new Map<string, unknown>();
  private readonly restores: (() => void)[] = [];

  constructor(
    readonly request: RequestContext,
    readonly services: GraphServices,
    readonly content: GraphContent,
    readonly keys: CacheKeys,
    readonly budget: Budget,
    /** For subscriptions: aborted when the client has gone. */
    readonly closed?: AbortSignal,
  ) {
    this.site = request.site;
    this.principal = request.principal;
    this.facts = siteFacts(this.site);
  }

  /** A loader or value of this operation, made once. */
  once<T>(name: string, make: () => T): T {
    let value = this.shared.get(name) as T | undefined;
    if (value === undefined) this.shared.set(name, (value = make()));
    return value;
  }

  /** Which of the entries have been loaded before. */
  loadedEntries(ids: readonly number[]): Map<number, Entry> {
    return new Map(
      ids.flatMap((id) => {
        const entry = this.entries.loaded(id);
        return entry ? [[id, entry]] : [];
      }),
    );
  }

  meta(id: number): MaybeLater<EntryMeta> {
    return after(this.metas.get(id), (meta) => meta ?? NO_META);
  }

  link(entry: Entry): MaybeLater<string> {
    return after(this.links.get(entry), (link) => link ?? '');
  }

  /** The entry with its content; the same object for each call. */
  contentOf(entry: Entry): MaybeLater<Entry> {
    if (entry.content !== undefined) return entry;
    return after(this.contents.get(entry.id), (found) => found ?? entry);
  }

  html(entry: Entry): MaybeLater<string> {
    return after(this.rendered.get(entry), (html) => html ?? '');
  }

  /** The HTML of a block of an entry. */
  async blockHtml(entry: Entry, text: string): Promise<string> {
    const rendering = await this.renderings.get(entry);
    await this.services.turns.pause();
    return this.site.withPublicLinks(rendering?.blocks({ id: entry.id, type: entry.type, content: text }) ?? '');
  }

  excerpt(entry: Entry): MaybeLater<string> {
    return after(this.excerpts.get(entry), (html) => html ?? '');
  }

  /** In the order in which the entries were asked for: galleries are numbered over a page. */
  private async renderAll(entries: readonly Entry[], part: 'content' | 'excerpt'): Promise<Map<Entry, string>> {
    const renderings = await Promise.all(entries.map((entry) => this.renderings.get(entry)));
    const found = new Map<Entry, string>();
    for (const [at, entry] of entries.entries()) {
      found.set(entry, this.site.withPublicLinks(renderings[at]![part](entry)));
      await this.services.turns.pause();
    }
    return found;
  }

  /** A path of the site for an address of it. */
  path(link: string): string {
    const { home } = this.site;
    return link.startsWith(home) ? link.slice(home.length) || '/' : link;
  }

  can(capability: string): boolean {
    return this.principal.can(capability);
  }

  mayEdit(entry: Entry, parent?: Entry): boolean {
    return can(this.principal, 'edit_post', entryFacts(entry, { parent }), this.facts);
  }

  get frontPage(): number {
    return this.site.option('show_on_front') === 'page' ? this.site.integer('page_on_front') : 0;
  }

  get postsPage(): number {
    return this.site.option('show_on_front') === 'page' ? this.site.integer('page_for_posts') : 0;
  }

  /** What was loaded before a write may be different after it. */
  async afterWrite(): Promise<void> {
    this.forget();
    this.site = await this.services.sites.current();
    this.facts = siteFacts(this.site);
  }

  /** Reads all that the node of an entry shows, while it is there. */
  async keep(entry: Entry): Promise<void> {
    const [content, meta, file, extras, link] = await Promise.all([
      this.contentOf(entry),
      this.meta(entry.id),
      this.files.get(entry.id),
      this.extras.get(entry.id),
      this.link(entry),
    ]);
    this.restores.push(() => {
      this.contents.prime(entry.id, content);
      this.metas.prime(entry.id, meta);
      if (file) this.files.prime(entry.id, file);
      if (extras) this.extras.prime(entry.id, extras);
      this.links.prime(entry, link);
    });
  }

  /** The same for an account. */
  async keepUser(id: number): Promise<void> {
    const profile = await this.profiles.get(id);
    if (profile) this.restores.push(() => this.profiles.prime(id, profile));
  }

  private forget(): void {
    for (const value of Object.values(this)) if (value instanceof BatchLoader) value.clear();
    this.shared.clear();
    for (const restore of this.restores) restore();
  }
}
