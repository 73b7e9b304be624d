import { type CapabilityMap, effectiveCapabilities, rolesOf } from '../../../access/capabilities/index.js';
import { authorLink, avatarUrls, type UserAccount, type UserProfile } from '../../../modules/users/index.js';
import { mysqlToRfc3339 } from '../../../text/index.js';
import { BatchLoader } from '../model/batch-loader.js';
import { type GraphContext } from '../context/graph-context.js';
import { globalId } from '../model/global-id.js';
import { after, type MaybeLater } from '../model/later.js';

export interface AvatarArgs {
  readonly size?: number | null;
  readonly forceDefault?: boolean | null;
  readonly rating?: string | null;
}

/** An account: completely for its owner and those who list users; for others the public part of authors. */
export class UserNode {
  readonly kind = 'user';
  readonly __typename = 'User';
  readonly databaseId: number;
  readonly isContentNode = false;
  readonly isTermNode = false;
  readonly isFrontPage = false;
  readonly isPostsPage = false;
  readonly isComment = false;

  constructor(
    readonly ctx: GraphContext,
    readonly user: UserAccount,
    readonly isRestricted: boolean,
  ) {
    this.databaseId = user.id;
    ctx.keys.node('user', user.id, 'user');
  }

  get id(): string {
    return globalId('user', this.databaseId);
  }

  private shown<T>(value: () => T): T | null {
    return this.isRestricted ? null : value();
  }

  get userId(): number {
    return this.user.id;
  }

  get name(): string | null {
    return this.user.displayName || null;
  }

  firstName(): MaybeLater<string | null> {
    return this.profile(({ firstName }) => firstName || null);
  }

  lastName(): MaybeLater<string | null> {
    return this.profile(({ lastName }) => lastName || null);
  }

  description(): MaybeLater<string | null> {
    return this.profile(({ description }) => this.ctx.site.withPublicLinks(description) || null);
  }

  /** Meta values are read if a field shows them. */
  private profile<T>(read: (profile: UserProfile) => T): MaybeLater<T | null> {
    return after(this.ctx.profiles.get(this.databaseId), (found) => (found ? read(found) : null));
  }

  get slug(): string | null {
    return this.user.nicename || null;
  }

  get url(): string | null {
    return this.user.url || null;
  }

  get email(): string | null {
    return this.shown(() => this.user.email || null);
  }

  get username(): string | null {
    return this.shown(() => this.user.login || null);
  }

  get nicename(): string | null {
    return this.shown(() => this.user.nicename || null);
  }

  nickname(): MaybeLater<string | null> {
    return this.shown(() => this.profile(({ nickname }) => nickname || null));
  }

  get registeredDate(): string | null {
    return this.shown(() => `${mysqlToRfc3339(this.user.registered)}+00:00`);
  }

  locale(): MaybeLater<string | null> {
    return this.shown(() => this.profile(({ locale }) => locale || this.ctx.site.option('WPLANG') || 'en_US'));
  }

  get capKey(): string | null {
    return this.shown(() => `${this.ctx.services.database.tablePrefix}capabilities`);
  }

  async capabilities(): Promise<string[] | null> {
    if (this.isRestricted) return null;
    const all = effectiveCapabilities(await this.ownCapabilities(), await this.ctx.services.roles.definitions());
    return [...all].filter(([, isGranted]) => isGranted).map(([name]) => name);
  }

  extraCapabilities(): Promise<string[] | null> {
    return this.capabilities();
  }

  async roleNames(): Promise<string[]> {
    if (this.isRestricted) return [];
    return [...rolesOf(await this.ownCapabilities(), await this.ctx.services.roles.definitions())];
  }

  private async ownCapabilities(): Promise<CapabilityMap> {
    return (await this.profile(({ capabilities }) => capabilities)) ?? new Map<string, boolean>();
  }

  async adminColor(): Promise<string | null> {
    return this.option('admin_color', (value) => (value === undefined || value === 'fresh' ? 'modern' : value));
  }

  hasRichEditingEnabled(): Promise<boolean | null> {
    return this.option('rich_editing', (value) => value !== 'false');
  }

  hasSyntaxHighlightingEnabled(): Promise<boolean | null> {
    return this.option('syntax_highlighting', (value) => value !== 'false');
  }

  hasCommentShortcutsEnabled(): Promise<boolean | null> {
    return this.option('comment_shortcuts', (value) => value === 'true');
  }

  shouldShowAdminToolbar(): Promise<boolean | null> {
    return this.option('show_admin_bar_front', (value) => value !== 'false');
  }

  private async option<T>(key: string, read: (value: string | undefined) => T): Promise<T | null> {
    if (this.isRestricted) return null;
    const loader = this.ctx.once(
      'user options',
      () => new BatchLoader<number, ReadonlyMap<string, string>>((ids) => this.ctx.services.userRows.options(ids)),
    );
    return read((await loader.get(this.user.id))?.get(key));
  }

  avatar(args: AvatarArgs): object | null {
    return avatar(this.ctx, this.user.email, args);
  }

  uri(): string {
    return this.ctx.path(authorLink(this.user, this.ctx.site));
  }
}

const MAX_AVATAR = 2048;

/** A picture of the service that the site uses for avatars; null if it shows none. */
export function avatar(ctx: GraphContext, email: string, { size, forceDefault, rating }: AvatarArgs): object | null {
  const urls = avatarUrls(email, ctx.site, ctx.services.profile.users);
  const address = urls && Object.values(urls)[0];
  if (typeof address !== 'string') return null;
  const pixels = Math.min(Math.max(1, size ?? 96), MAX_AVATAR);
  const url = new URL(address);
  url.searchParams.set('s', String(pixels));
  const shown = rating?.toLowerCase() ?? url.searchParams.get('r');
  url.searchParams.delete('r');
  if (forceDefault) url.searchParams.set('f', 'y');
  if (shown !== null) url.searchParams.set('r', shown);
  const fallback = url.searchParams.get('d') ?? '';
  return {
    size: pixels,
    width: pixels,
    height: pixels,
    url: url.href,
    default: fallback || null,
    rating: url.searchParams.get('r'),
    forceDefault: forceDefault || null,
    foundAvatar: true,
    scheme: null,
    extraAttr: null,
  };
}
