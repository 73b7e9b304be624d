import { Injectable } from '@nestjs/common';
import { inBackground } from '../../database/engine/query-counter.js';
import { APPROVED, NOTE } from '../../modules/comments/comment.js';
import { EntriesStore } from '../../modules/entries/entries.store.js';
import { isReadable, parentsAmong, siteFacts } from '../../modules/entries/readable.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { StreamsService } from '../../rest/server/streams.service.js';
import { type FeedChange, type FeedKind } from './change-feed.entity.js';
import { ChangeFeedStore, wallClock } from './change-feed.store.js';
import { FeedTailService } from './feed-tail.service.js';

/** How long changes are stored. */
const RETENTION_SECONDS = 30 * 86_400;
const CLEAN_EVERY_MS = 3_600_000;
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
  private built?: { at: number; is: Promise<boolean> };
  private cleanAt = 0;

  constructor(
    private readonly feed: ChangeFeedStore,
    private readonly tail: FeedTailService,
    private readonly entries: EntriesStore,
    private readonly streams: StreamsService,
  ) {}

  /** The page after a cursor; without a cursor, an empty page with the present one. */
  async page(ctx: RequestContext, since: string | undefined, limit: number): Promise<ChangesPage> {
    if (!(await this.isBuilt())) throw feedOff();
    await this.tail.sequence();
    await this.clean();
    if (since === undefined) return { changes: [], cursor: String(await this.feed.last()), more: false };
    if (!/^\d{1,15}$/.test(since)) throw invalidParams({ since: 'since must be a cursor of a former response.' });
    const position = Number(since);
    const rows = await this.feed.after(position, limit + 1);
    if (rows.some(({ kind }) => kind === 'reset')) throw cursorExpired();
    if (!(await this.feed.has(position)) && !(await this.feed.isKnown(position))) throw cursorExpired();
    const taken = rows.slice(0, limit);
    const changes = await this.visible(ctx, merge(taken));
    return { changes, cursor: String(taken.at(-1)?.position ?? position), more: rows.length > limit };
  }

  /** The same, waiting for a change if there is none. Waiting requests count as open responses. */
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
      await this.tail.wait(Number(page.cursor), until - performance.now(), closed);
      ctx.forget();
      page = await this.page(ctx, page.cursor, limit);
    }
    return page;
  }

  get isOver(): boolean {
    return this.tail.isStopping;
  }

  private isBuilt(): Promise<boolean> {
    if (!this.built || performance.now() - this.built.at > CHECK_MS)
      this.built = { at: performance.now(), is: inBackground(() => this.feed.isBuilt()) };
    const { is } = this.built;
    // Switching it on takes effect at once.
    void is.then(
      (isBuilt) => isBuilt || (this.built = undefined),
      () => (this.built = undefined),
    );
    return is;
  }

  private async clean(): Promise<void> {
    if (performance.now() < this.cleanAt) return;
    this.cleanAt = performance.now() + CLEAN_EVERY_MS;
    await inBackground(() => this.feed.deleteBefore(Math.floor(wallClock() / 1000) - RETENTION_SECONDS));
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
      const isKnown = isPublic || ctx.principal.can('edit_others_posts');
      const isServed = kind === 'comment' || kind === 'user' || isRestType(ctx, kind, change.type);
      return isKnown && isServed ? [{ kind, id, type: change.type, action: 'deleted', version, date }] : [];
    });
  }

  /** The type of an object that the requester can read; undefined otherwise. */
  private async readable(
    { principal, site }: RequestContext,
    changes: readonly Merged[],
  ): Promise<(change: Merged) => string | undefined> {
    const idsOf = (kind: FeedKind) => changes.filter((change) => change.kind === kind).map(({ id }) => id);
    const [comments, taxonomies, users] = await Promise.all([
      this.feed.commentsById(idsOf('comment')),
      this.feed.taxonomiesOf(idsOf('term')),
      this.feed.users(idsOf('user')),
    ]);
    const entries = await this.entries.withAncestors([...idsOf('entry'), ...comments.map(({ post }) => post)]);
    const facts = siteFacts(site);
    const restTypes = new Set(site.model.restTypes.map(({ name }) => name));
    const readsEntry = (id: number) => {
      const entry = entries.get(id);
      const isServed = entry !== undefined && restTypes.has(entry.type);
      return isServed && isReadable(principal, entry, parentsAmong(entries), facts) ? entry.type : undefined;
    };
    const byComment = new Map(comments.map((comment) => [comment.id, comment]));
    return ({ kind, id }) => {
      if (kind === 'entry') return readsEntry(id);
      if (kind === 'term') return taxonomies.get(id);
      if (kind === 'user') return users.get(id) || (users.has(id) && principal.can('list_users')) ? '' : undefined;
      const comment = byComment.get(id);
      if (!comment || comment.type === NOTE) return undefined;
      const isShown = comment.approved === APPROVED && (comment.post === 0 || readsEntry(comment.post) !== undefined);
      return isShown || principal.can('moderate_comments') ? '' : undefined;
    };
  }
}

function isRestType({ site }: RequestContext, kind: FeedKind, type: string): boolean {
  if (kind === 'term') return site.model.taxonomies.has(type);
  return site.model.restTypes.some(({ name }) => name === type);
}

/** One change for each object, in the order of its last row. */
function merge(rows: readonly FeedChange[]): Merged[] {
  const merged = new Map<string, Merged>();
  for (const { kind, object: id, type, action, isPublic, position, at } of rows) {
    if (kind === 'reset') continue;
    const key = `${kind} ${id}`;
    const known = merged.get(key);
    merged.delete(key);
    merged.set(key, {
      kind,
      id,
      type: type || (known?.type ?? ''),
      isNew: action === 'create' || (known?.isNew ?? false),
      isPublic: isPublic === 1 || (known?.isPublic ?? false),
      position,
      at,
    });
  }
  return [...merged.values()];
}
