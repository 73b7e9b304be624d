import { Injectable, Optional } from '@nestjs/common';
import { type Principal, siteFacts } from '../../access/index.js';
import { inBackground } from '../../database/index.js';
import { APPROVED, NOTE } from '../../modules/comments/index.js';
import { EntriesStore, isReadable, mayEdit, parentsAmong } from '../../modules/entries/index.js';
import { ChangeWatchService } from '../../rest/cache/index.js';
import { invalidParams, RestError } from '../../rest/errors/index.js';
import { type RequestContext } from '../../rest/http/index.js';
import { StreamsService } from '../../rest/server/index.js';
import { type FeedChange, type FeedKind } from './change-feed.entity.js';
import { ChangeFeedStore, type FeedPosition } from './change-feed.store.js';
import { FeedTailService } from './feed-tail.service.js';

/** How long the state of the triggers is remembered. */
const CHECK_MS = 30_000;

export interface Change {
  kind: Exclude<FeedKind, 'reset'>;
  id: number;
  /** Content type or taxonomy; empty for comments and users. */
  type: string;
  action: 'created' | 'updated' | 'deleted';
  /** Increases with every change. */
  version: number;
  /** ISO 8601. */
  date: string;
}

export interface ChangesPage {
  changes: Change[];
  cursor: string;
  /** Whether more changes are known. */
  more: boolean;
}

const feedOff = () =>
  new RestError(
    'rest_change_feed_off',
    'The change feed is switched off. `nestpress change-feed build` switches it on.',
    409,
  );
const cursorExpired = () =>
  new RestError('rest_cursor_expired', 'Changes since this cursor are not known. Read everything again.', 410);

/** A change of an object, made of all its rows on a page. */
interface Merged {
  kind: Exclude<FeedKind, 'reset'>;
  id: number;
  type: string;
  isNew: boolean;
  isPublic: boolean;
  position: number;
  at: number;
}

/** What has changed, as the requester may see it. */
@Injectable()
export class ChangesService {
  private built?: { checkedAt: number; isBuilt: Promise<boolean> };

  constructor(
    private readonly feed: ChangeFeedStore,
    private readonly tail: FeedTailService,
    private readonly entries: EntriesStore,
    private readonly streams: StreamsService,
    @Optional() private readonly watch?: ChangeWatchService,
  ) {}

  /** The page after a cursor; without a cursor, an empty page with the present one. */
  async page(ctx: RequestContext, since: string | undefined, limit: number): Promise<ChangesPage> {
    if (!(await this.isBuilt())) throw feedOff();
    await this.tail.sequence();
    if (since === undefined) return { changes: [], cursor: cursorOf(await this.feed.last()), more: false };
    const start = readCursor(since);
    if (!start || !(await this.feed.has(start))) throw cursorExpired();
    const rows = await this.feed.after(start.position, limit + 1);
    if (rows.some(({ kind }) => kind === 'reset')) throw cursorExpired();
    // The caches of this process must not be older than what it reports.
    if (rows.length > 0) await this.watch?.catchUp();
    const taken = rows.slice(0, limit);
    const changes = await this.visible(ctx, merge(taken));
    return { changes, cursor: cursorOf(taken.at(-1) ?? start), more: rows.length > limit };
  }

  /**
   * Changes from a time on, for clients that have no cursor; undefined if there are more than `limit` writes, or not all of them are
   * known. Writes that were committed later than others have their time, so a cursor misses nothing and a time may.
   */
  async fromTime(ctx: RequestContext, time: number, limit: number): Promise<Change[] | undefined> {
    if (!(await this.isBuilt())) throw feedOff();
    await this.tail.sequence();
    const seconds = Math.floor(time / 1000);
    const [rows, isKnown] = await Promise.all([this.feed.fromTime(seconds, limit + 1), this.feed.reachesBack(seconds)]);
    if (!isKnown || rows.length > limit || rows.some(({ kind }) => kind === 'reset')) return undefined;
    if (rows.length > 0) await this.watch?.catchUp();
    return this.visible(ctx, merge(rows));
  }

  /** Like `page`, waiting for a change if there is none. Waiting requests count as open responses. */
  async next(
    ctx: RequestContext,
    since: string | undefined,
    { limit, waitMs }: { limit: number; waitMs: number },
  ): Promise<ChangesPage> {
    if (since === undefined || waitMs === 0) return this.page(ctx, since, limit);
    const { closed, release } = this.streams.hold(ctx);
    try {
      return await this.following(ctx, since, { limit, waitMs, closed });
    } finally {
      release();
    }
  }

  /** The same for a response that counts as open already. */
  async following(
    ctx: RequestContext,
    since: string,
    { limit, waitMs, closed }: { limit: number; waitMs: number; closed?: AbortSignal },
  ): Promise<ChangesPage> {
    const until = performance.now() + waitMs;
    let page = await this.page(ctx, since, limit);
    if (waitMs > 0) ctx.request.slot?.release();
    while (page.changes.length === 0 && performance.now() < until && !this.isOver && !closed?.aborted) {
      await this.tail.wait(readCursor(page.cursor)!.position, until - performance.now(), closed);
      ctx.forget();
      page = await this.page(ctx, page.cursor, limit);
    }
    return page;
  }

  get isOver(): boolean {
    return this.tail.isStopping;
  }

  private isBuilt(): Promise<boolean> {
    if (!this.built || performance.now() - this.built.checkedAt > CHECK_MS)
      this.built = { checkedAt: performance.now(), isBuilt: inBackground(() => this.feed.isBuilt()) };
    const { isBuilt } = this.built;
    // Switching it on takes effect at once.
    void isBuilt.then(
      (isReady) => isReady || (this.built = undefined),
      () => (this.built = undefined),
    );
    return isBuilt;
  }

  /** What the requester cannot read has left for them, if they could read it before. */
  private async visible(ctx: RequestContext, changes: readonly Merged[]): Promise<Change[]> {
    const typeOf = await this.readable(ctx, changes);
    return changes.flatMap((change): Change[] => {
      const { kind, id, isNew, isPublic, position: version, at } = change;
      const date = new Date(at * 1000).toISOString();
      const present = typeOf(change);
      if (present !== undefined)
        return [{ kind, id, type: present, action: isNew ? 'created' : 'updated', version, date }];
      if (!isPublic && !readsAll(ctx.principal, change)) return [];
      const type = kind === 'entry' || kind === 'term' ? change.type : '';
      return isServed(ctx, change) ? [{ kind, id, type, action: 'deleted', version, date }] : [];
    });
  }

  /** The type of an object that the requester can read; undefined otherwise. */
  private async readable(
    ctx: RequestContext,
    changes: readonly Merged[],
  ): Promise<(change: Merged) => string | undefined> {
    const { principal, site } = ctx;
    const idsOf = (kind: FeedKind) => changes.filter((change) => change.kind === kind).map(({ id }) => id);
    const [comments, taxonomies, users] = await Promise.all([
      this.feed.commentsById(idsOf('comment')),
      this.feed.taxonomiesOf(idsOf('term')),
      this.feed.users(idsOf('user')),
    ]);
    const entries = await this.entries.withAncestors([...idsOf('entry'), ...comments.map(({ post }) => post)]);
    const facts = siteFacts(site);
    const readsEntry = (id: number) => {
      const entry = entries.get(id);
      return entry && isReadable(principal, entry, parentsAmong(entries), facts) ? entry : undefined;
    };
    const readsComments = (id: number) => {
      const entry = readsEntry(id);
      return entry !== undefined && (entry.password === '' || mayEdit(principal, entry, facts));
    };
    const byComment = new Map(comments.map((comment) => [comment.id, comment]));
    return (change) => {
      const { kind, id } = change;
      if (kind === 'entry' || kind === 'term') {
        const type = kind === 'entry' ? readsEntry(id)?.type : taxonomies.get(id);
        return type !== undefined && isServed(ctx, { ...change, type }) ? type : undefined;
      }
      if (kind === 'user') return users.get(id) || (users.has(id) && readsAll(principal, change)) ? '' : undefined;
      const comment = byComment.get(id);
      if (!comment || comment.type === NOTE) return undefined;
      const isShown = comment.approved === APPROVED && (comment.post === 0 || readsComments(comment.post));
      return isShown || readsAll(principal, change) ? '' : undefined;
    };
  }
}

/** Whether the requester can read everything of this kind, published or not. */
function readsAll(principal: Principal, { kind, id }: Merged): boolean {
  if (kind === 'entry') return principal.can('edit_others_posts') && principal.can('read_private_posts');
  if (kind === 'comment') return principal.can('moderate_comments');
  return kind === 'term' || (!principal.isAnonymous && id === principal.id) || principal.can('list_users');
}

/** Whether routes serve the type to the requester: those of the site editor, such as menus, are for editors. */
function isServed({ site, principal }: RequestContext, { kind, type }: Pick<Merged, 'kind' | 'type'>): boolean {
  if (kind === 'comment' || kind === 'user') return true;
  const { types, taxonomies } = site.model;
  const declared = kind === 'term' ? taxonomies.get(type) : types.get(type);
  if (declared?.restBase === undefined) return false;
  const { capabilities } = declared;
  return (
    declared.viewable ||
    !declared.hasOwnRoutes ||
    principal.can('edit_terms' in capabilities ? capabilities.edit_terms : capabilities.edit_posts)
  );
}

function cursorOf({ position, mark }: FeedPosition): string {
  return `${position}-${mark}`;
}

/** Undefined for a cursor of an earlier release, which is a number. */
function readCursor(cursor: string): FeedPosition | undefined {
  const [, position, mark] = /^(\d{1,15})(?:-([0-9a-f]{0,16}))?$/.exec(cursor) ?? [];
  if (position === undefined) throw invalidParams({ since: 'since must be a cursor of a former response.' });
  return mark === undefined ? undefined : { position: Number(position), mark };
}

/** One change for each object, in the order of its last row. */
function merge(rows: readonly FeedChange[]): Merged[] {
  const merged = new Map<string, Merged>();
  for (const { kind, object: id, type, action, isPublic, position, at } of rows) {
    if (kind === 'reset') continue;
    const key = `${kind} ${id}`;
    const earlier = merged.get(key);
    merged.delete(key);
    merged.set(key, {
      kind,
      id,
      type: type || (earlier?.type ?? ''),
      isNew: action === 'create' || (earlier?.isNew ?? false),
      isPublic: isPublic === 1 || (earlier?.isPublic ?? false),
      position,
      at,
    });
  }
  return [...merged.values()];
}
