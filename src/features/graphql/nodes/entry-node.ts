import { can } from '../../../access/capabilities/index.js';
import { type Entry, entryFacts, featuredImage, TEMPLATE, ZERO_DATE } from '../../../modules/entries/index.js';
import { decodeReferences, decodeUrlText } from '../../../text/index.js';
import { renderTitle } from '../../../rendering/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { globalId } from '../model/global-id.js';
import { after, type MaybeLater } from '../model/later.js';

export type TextFormat = 'RAW' | 'RENDERED' | null | undefined;
export interface FormatArgs {
  readonly format?: TextFormat;
}

const REVISION = 'revision';
const BREAKS = /<!--more[^>]*-->/g;

/** A stored date as fields show it; null for none. */
function dateField(stored: string, isUnset = false): string | null {
  return isUnset || stored === '' || stored === ZERO_DATE ? null : stored.replace(' ', 'T');
}

/**
 * An entry that the requester may know of. Restricted ones, such as those with a password, show only what names them; revisions have
 * the type of their parent.
 */
export class EntryNode {
  readonly kind = 'entry';
  readonly databaseId: number;
  readonly isContentNode = true;
  readonly isTermNode = false;
  readonly isComment = false;

  constructor(
    readonly ctx: GraphContext,
    readonly entry: Entry,
    readonly isRestricted: boolean,
    /** The entry of a revision. */
    readonly parentEntry?: Entry,
  ) {
    this.databaseId = entry.id;
    ctx.keys.node('post', entry.id, entry.type);
  }

  get id(): string {
    return globalId('post', this.databaseId);
  }

  /** Null for fields that restricted entries do not show. */
  protected shown<T>(value: () => T): T | null {
    return this.isRestricted ? null : value();
  }

  /** The post type whose fields it has. */
  get typeName(): string {
    return this.parentEntry?.type ?? this.entry.type;
  }

  get __typename(): string {
    return this.ctx.content.type(this.typeName)?.type ?? 'Post';
  }

  get isRevisionRow(): boolean {
    return this.entry.type === REVISION;
  }

  protected get capabilities() {
    return (this.ctx.site.model.types.get(this.typeName) ?? this.ctx.site.model.types.get('post')!).capabilities;
  }

  get contentTypeName(): string {
    return this.entry.type;
  }

  get status(): string {
    return this.entry.status;
  }

  get slug(): string | null {
    return this.entry.slug === '' ? null : decodeUrlText(this.entry.slug);
  }

  title({ format }: FormatArgs): string | null {
    const { title } = this.entry;
    if (title === '') return null;
    if (format === 'RAW') return this.mayReadRaw ? title : null;
    return decodeReferences(renderTitle(title, this.ctx.services.shortcodes));
  }

  content({ format }: FormatArgs): MaybeLater<string | null> {
    if (this.isRestricted) return null;
    return after(this.ctx.contentOf(this.entry), (entry): MaybeLater<string | null> => {
      if (!entry.content) return null;
      if (format === 'RAW') return this.mayReadRaw ? entry.content : null;
      return this.ctx.html(this.asRendered(entry));
    });
  }

  excerpt({ format }: FormatArgs): MaybeLater<string | null> {
    if (this.isRestricted) return null;
    if (format === 'RAW') return this.mayReadRaw && this.entry.excerpt !== '' ? this.entry.excerpt : null;
    return after(this.ctx.contentOf(this.entry), (entry) => this.ctx.excerpt(this.asWhole(this.asRendered(entry))));
  }

  /** What its blocks are read from; undefined if it does not show its content. */
  async written(): Promise<Entry | undefined> {
    return this.isRestricted ? undefined : this.asRendered(await this.ctx.contentOf(this.entry));
  }

  /** A revision is rendered as what it is a revision of. */
  private asRendered(entry: Entry): Entry {
    const { parentEntry } = this;
    if (!parentEntry) return entry;
    return this.ctx.once(`rendered:${entry.id}`, () => ({ ...entry, id: parentEntry.id, type: parentEntry.type }));
  }

  /** Excerpts are made from what is behind "more", too. */
  private asWhole(entry: Entry): Entry {
    const { content } = entry;
    if (!content || entry.excerpt !== '' || !BREAKS.test(content)) return entry;
    return this.ctx.once(`whole:${entry.id}`, () => ({ ...entry, content: content.replace(BREAKS, '') }));
  }

  protected get mayReadRaw(): boolean {
    return !this.isRestricted && this.ctx.can(this.capabilities.edit_posts) && this.mayEdit;
  }

  get mayEdit(): boolean {
    return can(this.ctx.principal, 'edit_post', entryFacts(this.parentEntry ?? this.entry), this.ctx.facts);
  }

  /** With the token of a preview, too, which a user who may edit it has made. */
  get mayPreview(): boolean {
    return this.mayEdit || this.ctx.principal.previews((this.parentEntry ?? this.entry).id);
  }

  get date(): string | null {
    return this.shown(() => dateField(this.entry.date));
  }

  get dateGmt(): string | null {
    return this.shown(() => dateField(this.entry.dateGmt));
  }

  get modified(): string | null {
    return this.shown(() => dateField(this.entry.modified));
  }

  get modifiedGmt(): string | null {
    return this.shown(() => dateField(this.entry.modifiedGmt));
  }

  get guid(): string | null {
    return this.shown(() => this.entry.guid || null);
  }

  get commentStatus(): string | null {
    return this.shown(() => this.entry.commentStatus || null);
  }

  get pingStatus(): string | null {
    return this.shown(() => this.entry.pingStatus || null);
  }

  async commentCount(): Promise<number | null> {
    if (this.isRestricted) return null;
    return (await this.ctx.extras.get(this.entry.id))?.commentCount ?? 0;
  }

  toPing(): Promise<string[] | null> {
    return this.pings('toPing');
  }

  pinged(): Promise<string[] | null> {
    return this.pings('pinged');
  }

  private async pings(member: 'toPing' | 'pinged'): Promise<string[] | null> {
    if (this.isRestricted) return null;
    const stored = (await this.ctx.extras.get(this.entry.id))?.[member].trim() ?? '';
    return stored === '' ? null : stored.split(/\s+/);
  }

  get menuOrder(): number | null {
    return this.shown(() => this.entry.menuOrder || null);
  }

  get hasPassword(): boolean {
    return this.entry.password !== '';
  }

  get password(): string | null {
    return this.shown(() =>
      this.entry.password !== '' && this.ctx.can(this.capabilities.edit_others_posts) ? this.entry.password : null,
    );
  }

  get isPreview(): boolean | null {
    return this.shown(() => this.isRevisionRow);
  }

  get isRevision(): boolean | null {
    return this.shown(() => this.isRevisionRow);
  }

  get isSticky(): boolean {
    return this.ctx.once('sticky', () => new Set(this.ctx.site.ids('sticky_posts'))).has(this.entry.id);
  }

  get isFrontPage(): boolean {
    return this.entry.type === 'page' && this.entry.id === this.ctx.frontPage;
  }

  get isPostsPage(): boolean {
    return this.entry.type === 'page' && this.entry.id === this.ctx.postsPage;
  }

  get isPrivacyPage(): boolean {
    return this.entry.type === 'page' && this.entry.id === this.ctx.facts.privacyPage;
  }

  get authorDatabaseId(): number | null {
    return this.shown(() => (this.parentEntry ?? this.entry).author || null);
  }

  get authorId(): string | null {
    const { authorDatabaseId } = this;
    return authorDatabaseId === null ? null : globalId('user', authorDatabaseId);
  }

  get parentDatabaseId(): number | null {
    return this.shown(() => this.entry.parent || null);
  }

  get parentId(): string | null {
    return this.shown(() => (this.entry.parent > 0 ? globalId('post', this.entry.parent) : null));
  }

  /** The entry whose featured image it shows. */
  get imageOwner(): number {
    return (this.parentEntry ?? this.entry).id;
  }

  featuredImageDatabaseId(): MaybeLater<number | null> {
    if (this.isRestricted) return null;
    return after(this.ctx.meta(this.imageOwner), (meta) => featuredImage(meta) || null);
  }

  featuredImageId(): MaybeLater<string | null> {
    return after(this.featuredImageDatabaseId(), (id) => (id === null ? null : globalId('post', id)));
  }

  async desiredSlug(): Promise<string | null> {
    return this.isRestricted ? null : (await this.ctx.meta(this.entry.id)).get('_wp_desired_post_slug') || null;
  }

  async enclosure(): Promise<string | null> {
    return this.isRestricted ? null : (await this.ctx.meta(this.entry.id)).get('enclosure') || null;
  }

  async template(): Promise<object | null> {
    if (this.isRestricted) return null;
    const { content, services, site } = this.ctx;
    const stored = (await this.ctx.meta(this.entry.id)).get(TEMPLATE) ?? '';
    const accepted = await this.ctx.once(`templates:${this.typeName}`, () =>
      services.templates.choices(site, this.typeName),
    );
    const template = accepted.includes(stored) ? content.templates.find(({ file }) => file === stored) : undefined;
    return template
      ? { __typename: template.type, templateName: template.name, entry: this }
      : { __typename: 'DefaultTemplate', templateName: 'Default', entry: this };
  }

  /** ID of the newest revision, for users who may preview it. */
  async previewRevisionDatabaseId(): Promise<number | null> {
    if (this.isRestricted || this.isRevisionRow || !this.mayPreview) return null;
    return (await this.ctx.revisions.get(this.entry.id)) ?? null;
  }

  async previewRevisionId(): Promise<string | null> {
    const id = await this.previewRevisionDatabaseId();
    return id === null ? null : globalId('post', id);
  }

  /** Decoded, as links of comments are; links of terms and users are not. */
  link(): MaybeLater<string> {
    return after(this.ctx.link(this.parentEntry ?? this.entry), (stored) => {
      const link = decodeUrlText(stored);
      return this.isRevisionRow ? `${link}${link.includes('?') ? '&' : '?'}preview=true` : link;
    });
  }

  uri(): MaybeLater<string | null> {
    return this.isPostsPage ? null : after(this.link(), (link) => this.ctx.path(link));
  }
}
