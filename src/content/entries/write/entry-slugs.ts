import type { Principal } from '../../../access/principal.js';
import type { Database, Transaction } from '../../../database/database.js';
import { slugify } from '../../../text/slug.js';
import type { PostType } from '../../../site/model/post-types.js';
import type { EntryMetaRows } from './entry-meta.js';
import { type FullEntry, updateEntry } from './entry-rows.js';
import { uniqueSlug, needsSlug, trashedSlug } from './slugs.js';

/** The original slug of a trashed entry. */
const DESIRED_SLUG = '_wp_desired_post_slug';

type Slugged = Pick<FullEntry, 'title' | 'status' | 'parent'>;

export interface SlugSettings {
  permalinkStructure: string;
  slashBecomesDash: boolean;
  locale: string;
  /** Whether slugs chosen for drafts are unique. */
  reservesDraftSlugs: boolean;
  principal: Principal;
}

/** Decides which slug an entry gets. */
export class EntrySlugs {
  constructor(
    private readonly tx: Transaction,
    private readonly database: Database,
    private readonly meta: EntryMetaRows,
    private readonly settings: SlugSettings,
  ) {}

  async ofNew(type: PostType, entry: Slugged, wanted = ''): Promise<string> {
    const isReserved = wanted !== '' && this.settings.reservesDraftSlugs;
    return this.free(type, { ...entry, id: 0, slug: '' }, this.requestedSlug(type, entry, wanted), isReserved);
  }

  /** Decided on every save; a restored entry gets its former slug back, whatever is requested. */
  async ofChanged(type: PostType, before: FullEntry, entry: FullEntry, provided?: string): Promise<string> {
    const wanted = provided ?? before.slug;
    const isReserved = Boolean(provided) && this.settings.reservesDraftSlugs;
    if (entry.status === 'trash' && before.status !== 'trash')
      return this.free(type, entry, await this.setAside(before));
    const former = before.status === 'trash' && entry.status !== 'trash' ? await this.takeBack(before.id) : '';
    const slug = await this.free(type, entry, former || this.requestedSlug(type, entry, wanted), isReserved);
    return slug === '' ? this.fromId(type, entry) : slug;
  }

  /** Used if neither slug nor title yields one. */
  async fromId(type: PostType, entry: Slugged & { id: number }): Promise<string> {
    return needsSlug(entry.status) ? this.free(type, { ...entry, slug: '' }, String(entry.id)) : '';
  }

  private requestedSlug(type: PostType, { title, status }: Slugged, wanted: string): string {
    const mayName = status !== 'pending' || this.settings.principal.can(type.capabilities.publish_posts);
    const slug = mayName ? slugify(wanted, this.settings) : '';
    return slug === '' && needsSlug(status) ? slugify(title, this.settings) : slug;
  }

  private async free(
    type: PostType,
    entry: Slugged & { id: number; slug: string },
    slug: string,
    isReserved = false,
  ): Promise<string> {
    if (slug === '') return '';
    if (entry.status !== 'trash') await this.emptyTarget(entry.id, slug);
    if (!needsSlug(entry.status) && !isReserved) return slug;
    return uniqueSlug(this.tx, this.database, {
      slug,
      id: entry.id,
      parent: entry.parent,
      current: entry.slug,
      type: type.name,
      hierarchical: type.hierarchical,
      permalinkStructure: this.settings.permalinkStructure,
    });
  }

  /** An entry in the trash does not block its slug. */
  private async emptyTarget(id: number, slug: string): Promise<void> {
    const { posts } = this.database.tables;
    const holders = await this.tx.query<{ id: number; slug: string }>(
      `SELECT ID AS id, post_name AS slug FROM ${posts} WHERE post_name = ? AND post_status = 'trash' AND ID <> ?`,
      [slug, id],
    );
    for (const holder of holders) {
      await updateEntry(this.tx, holder.id, { slug: await this.setAside(holder) });
    }
  }

  /** The slug in the trash; the original one is stored. */
  private async setAside({ id, slug }: Pick<FullEntry, 'id' | 'slug'>): Promise<string> {
    const trashed = trashedSlug(slug);
    if (trashed !== slug) await this.meta.set(id, DESIRED_SLUG, slug);
    return trashed;
  }

  private async takeBack(id: number): Promise<string> {
    const [slug = ''] = await this.meta.values(id, DESIRED_SLUG);
    if (slug !== '') await this.meta.remove(id, DESIRED_SLUG);
    return slug;
  }
}
