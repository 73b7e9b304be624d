import { type Principal } from '../../../access/principal.js';
import { type Database, type Transaction } from '../../../database/database.js';
import { sortKey } from '../../../database/engine/collation.js';
import { lockNames } from '../../../database/named-locks.js';
import { type PostType } from '../../../content-model/post-types.js';
import { numberedSlug, slugify, type SlugOptions } from '../../../text/slug.js';
import { type MetaWriter } from '../../meta/meta.writer.js';
import { type EntryPatch } from './entry-changes.js';
import { type FullEntry, updateEntry } from './entry-rows.store.js';
import { type SlugHolder, slugHolders, themeOfTemplate } from '../read/slug-holders.store.js';
import { needsSlug, isReservedSlug, trashedSlug, sharesSlugs, type SlugPlace } from '../model/slugs.js';

const FIRST_BATCH = 8;
const MAX_BATCH = 512;

export interface RequestedSlug extends SlugPlace {
  slug: string;
  /** The entry itself; 0 while it has no row. */
  id: number;
  parent: number;
  /** The current slug of the entry: kept even if it would not be assigned to a new one. */
  current?: string;
}

/**
 * Locks slugs until the transaction ends: two concurrent transactions would both find the same slug free. Slugs that the
 * collation of the column treats as equal have the same lock.
 */
export function lockSlugs(tx: Transaction, database: Database, slugs: readonly string[]): Promise<void> {
  return lockNames(
    tx,
    database,
    slugs.map((slug) => `slug ${sortKey(slug)}`),
  );
}

/** The slug itself, or with the first free numeric suffix; locked either way. `holders` are those of the locked slug, if known. */
export async function uniqueSlug(
  tx: Transaction,
  database: Database,
  requested: RequestedSlug,
  holders?: readonly SlugHolder[],
): Promise<string> {
  const { slug, id, current } = requested;
  const isTaken = (holder: SlugHolder) => holder.id !== id && sharesSlugs(requested, holder);
  const isFree = async (candidate: string) => {
    await lockSlugs(tx, database, [candidate]);
    return !(await slugHolders(tx, database, [candidate])).some(isTaken);
  };
  const isReserved = slug !== current && isReservedSlug(slug, requested);
  if (!isReserved && (holders ? !holders.some(isTaken) : await isFree(slug))) return slug;
  for (let first = 2, size = FIRST_BATCH; ; first += size, size = Math.min(size * 2, MAX_BATCH)) {
    const candidates = Array.from({ length: size }, (_, index) => numberedSlug(slug, first + index));
    const others = (await slugHolders(tx, database, candidates)).filter(isTaken);
    const taken = new Set(others.map((holder) => holder.slug.toLowerCase()));
    for (const candidate of candidates) if (!taken.has(candidate) && (await isFree(candidate))) return candidate;
  }
}

/** The original slug of a trashed entry. */
const DESIRED_SLUG = '_wp_desired_post_slug';

/** The taxonomy of templates. */
const THEME = 'wp_theme';
const TEMPLATES: ReadonlySet<string> = new Set(['wp_template', 'wp_template_part']);

const DRAFTED: ReadonlySet<string> = new Set(['draft', 'pending']);

type Slugged = Pick<FullEntry, 'title' | 'status' | 'parent'>;

interface SlugSettings extends SlugOptions {
  permalinkStructure: string;
  /** Whether slugs chosen for drafts are unique. */
  reservesDraftSlugs: boolean;
  principal: Principal;
}

/** A slug that an entry is to get. */
interface SlugRequest extends RequestedSlug {
  readonly status: string;
  readonly isUnique: boolean;
}

/** Decides which slug an entry gets. */
export class EntrySlugs {
  /** Who has the slugs that were locked before they are requested. */
  private readonly expected = new Map<string, readonly SlugHolder[]>();

  constructor(
    private readonly tx: Transaction,
    private readonly database: Database,
    private readonly meta: MetaWriter,
    private readonly settings: SlugSettings,
  ) {}

  ofName(name: string): string {
    return slugify(name, this.settings);
  }

  /** A slug chosen for a draft is reserved if the status was chosen, too. */
  ofNew(
    type: PostType,
    entry: Slugged,
    { slug: preferred = '', status = '', namedTerms }: Pick<EntryPatch, 'slug' | 'status' | 'namedTerms'>,
  ): SlugRequest {
    const isReserved = preferred !== '' && DRAFTED.has(status) && this.settings.reservesDraftSlugs;
    const place = { ...entry, id: 0, slug: '', theme: namedTerms?.get(THEME) };
    return this.request(type, place, this.requestedSlug(type, entry, preferred), isReserved);
  }

  /** Decided on every save; a restored entry gets its former slug back, whatever is requested. */
  async ofChanged(type: PostType, before: FullEntry, entry: FullEntry, provided?: string): Promise<string> {
    const preferred = provided ?? before.slug;
    const isReserved = Boolean(provided) && DRAFTED.has(entry.status) && this.settings.reservesDraftSlugs;
    if (entry.status === 'trash' && before.status !== 'trash')
      return this.free(this.request(type, entry, await this.setAside(before)));
    const former = before.status === 'trash' && entry.status !== 'trash' ? await this.takeBack(before.id) : '';
    const isTemplate = TEMPLATES.has(type.name);
    const theme = isTemplate ? await themeOfTemplate(this.tx, this.database, entry.id) : undefined;
    const requested = former || this.requestedSlug(type, entry, preferred);
    const slug = await this.free(this.request(type, { ...entry, theme }, requested, isReserved));
    return slug === '' ? this.fromId(type, entry) : slug;
  }

  /** Used if neither slug nor title yields one. */
  async fromId(type: PostType, entry: Slugged & { id: number }): Promise<string> {
    return needsSlug(entry.status) ? this.free(this.request(type, { ...entry, slug: '' }, String(entry.id))) : '';
  }

  private requestedSlug(type: PostType, { title, status }: Slugged, preferred: string): string {
    const mayName = status !== 'pending' || this.settings.principal.can(type.capabilities.publish_posts);
    // As in WordPress, `0` is no slug.
    const slug = mayName && preferred !== '0' ? slugify(preferred, this.settings) : '';
    return slug === '' && needsSlug(status) ? slugify(title, this.settings) : slug;
  }

  private request(
    type: PostType,
    { id, parent, status, slug: current, theme }: Slugged & { id: number; slug: string; theme?: string },
    slug: string,
    isReserved = false,
  ): SlugRequest {
    const { permalinkStructure } = this.settings;
    const place = { type: type.name, hierarchical: type.hierarchical, permalinkStructure, theme };
    return { slug, id, parent, current, ...place, status, isUnique: needsSlug(status) || isReserved };
  }

  /** Locks a slug that is probably requested, and reads who has it, together with other statements. */
  async expect(slug: string): Promise<void> {
    if (slug !== '') this.expected.set(slug, await this.holders(slug, true));
  }

  /** Locks the requested slug and returns the other entries that have it. */
  async lock({ slug, id, isUnique }: SlugRequest): Promise<SlugHolder[]> {
    if (slug === '') return [];
    const holders = this.expected.get(slug) ?? (await this.holders(slug, isUnique));
    return holders.filter((holder) => holder.id !== id);
  }

  private async holders(slug: string, isLocked: boolean): Promise<SlugHolder[]> {
    const [, holders] = await Promise.all([
      isLocked && lockSlugs(this.tx, this.database, [slug]),
      slugHolders(this.tx, this.database, [slug]),
    ]);
    return holders;
  }

  /** The requested slug, or a free one; `found` are those who have it, if it is locked. */
  async free(request: SlugRequest, found?: readonly SlugHolder[]): Promise<string> {
    const { slug, status, isUnique } = request;
    if (slug === '') return '';
    let holders = found ?? (await this.lock(request));
    if (status !== 'trash') holders = await this.withoutTrashed(holders);
    return isUnique ? uniqueSlug(this.tx, this.database, request, holders) : slug;
  }

  /** An entry in the trash does not block its slug: it gets another one. */
  private async withoutTrashed(holders: readonly SlugHolder[]): Promise<SlugHolder[]> {
    for (const holder of holders)
      if (holder.status === 'trash') await updateEntry(this.tx, holder.id, { slug: await this.setAside(holder) });
    return holders.filter(({ slug, status }) => status !== 'trash' || trashedSlug(slug) === slug);
  }

  /** The slug in the trash; the original one is stored. */
  private async setAside({ id, slug }: Pick<FullEntry, 'id' | 'slug'>): Promise<string> {
    const trashed = trashedSlug(slug);
    if (trashed !== slug) await this.meta.set(id, DESIRED_SLUG, slug);
    return trashed;
  }

  private async takeBack(id: number): Promise<string> {
    const [slug = ''] = await this.meta.values(id, DESIRED_SLUG);
    if (slug !== '') await this.meta.delete(id, DESIRED_SLUG);
    return slug;
  }
}
