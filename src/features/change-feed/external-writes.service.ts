import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { In } from 'typeorm';
import { SYSTEM } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { inBackground, type Transaction } from '../../database/index.js';
import {
  CONTENT_EVENTS,
  type ContentEventName,
  ContentEvents,
  type EventPrincipal,
  type FactsOf,
} from '../../hooks/index.js';
import { shownStatus } from '../../modules/comments/index.js';
import { emitEntryEvents, type EventEntry } from '../../modules/entries/index.js';
import { Comment, Post, Term, TermTaxonomy, User } from '../../database/entities/index.js';
import { type PendingChange } from './change-feed.entity.js';
import { ChangeFeedStore } from './change-feed.store.js';
import { AUTHOR } from './feed-visibility.store.js';

const POLL_MS = 1000;
/** How long the state of the triggers is remembered. */
const CHECK_MS = 30_000;
/** Events that writes of other programs have. */
const EXTERNAL_EVENTS = CONTENT_EVENTS.filter((name) =>
  /^(entry|media|term|comment|user)\./.test(name),
) as ContentEventName[];

/** What other programs did to an object, made of all its rows. */
interface Written {
  id: number;
  type: string;
  parent: number;
  isNew: boolean;
  isDeleted: boolean;
  /** Status before the first row and after the last one, if rows have it. */
  was?: string;
  is?: string;
}

/**
 * Emits the events of writes by other programs on the same database. The change feed gives each write a position once,
 * in one transaction of one process, which also emits its events; this service asks for it while something listens.
 */
@Injectable()
export class ExternalWritesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('ExternalWrites');
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private built = { at: -Infinity, is: false };

  constructor(
    private readonly feed: ChangeFeedStore,
    private readonly events: ContentEvents,
    private readonly model: ContentModel,
  ) {
    feed.onSequence.listen((tx, changes) => this.emit(tx, changes));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= inBackground(() => this.poll())
        .catch((error: unknown) => this.logger.warn(`Writes of other programs could not be read: ${String(error)}`))
        .finally(() => (this.running = undefined));
    }, POLL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async poll(): Promise<void> {
    if (!this.events.hasListeners(EXTERNAL_EVENTS, SYSTEM)) return;
    const now = performance.now();
    if (now - this.built.at > CHECK_MS) this.built = { at: now, is: await this.feed.isBuilt() };
    if (this.built.is) await this.feed.sequence();
  }

  private async emit(tx: Transaction, changes: readonly PendingChange[]): Promise<void> {
    const external = changes.filter(
      ({ isOwn, kind, status }) => isOwn === 0 && !(kind === 'user' && status === AUTHOR),
    );
    if (external.length === 0 || !this.events.hasListeners(EXTERNAL_EVENTS, SYSTEM)) return;
    const mergedOf = (kind: PendingChange['kind']) => merge(external.filter((change) => change.kind === kind));
    await this.entries(tx, mergedOf('entry'));
    await this.terms(tx, mergedOf('term'));
    await this.comments(tx, mergedOf('comment'));
    await this.users(tx, mergedOf('user'));
  }

  private readonly record = <N extends ContentEventName>(
    tx: Transaction,
    event: N,
    principal: EventPrincipal,
    facts: FactsOf<N>,
  ): Promise<void> => this.events.emit(tx, event, principal, facts, { isForeign: true });

  private async entries(tx: Transaction, written: readonly Written[]): Promise<void> {
    const found = await tx.manager.find(Post, {
      select: { id: true, type: true, status: true, title: true, slug: true },
      where: { id: In(written.map(({ id }) => id)) },
    });
    const present = new Map(found.map((row) => [row.id, row]));
    const events = { hasListeners: () => true, emit: this.record };
    for (const { id, type, isNew, isDeleted, was, is } of written) {
      const row = present.get(id);
      if (!this.model.types.has(row?.type ?? type) || (!row && !isDeleted)) continue;
      const gone: EventEntry = { id, type, status: was ?? '', title: '', slug: '' };
      const after = row && { ...row, status: is ?? row.status };
      const before = isNew ? undefined : row ? { ...row, status: was ?? row.status } : gone;
      await emitEntryEvents(events, tx, { before, after, principal: SYSTEM });
    }
  }

  private async terms(tx: Transaction, written: readonly Written[]): Promise<void> {
    const ids = written.map(({ id }) => id);
    const [names, taxonomies] = [
      await tx.manager.find(Term, { select: { id: true, name: true, slug: true }, where: { id: In(ids) } }),
      await tx.manager.find(TermTaxonomy, { select: { term: true, taxonomy: true }, where: { term: In(ids) } }),
    ];
    for (const change of written) {
      const { id } = change;
      const row = names.find((term) => term.id === id);
      const taxonomy = taxonomies.find(({ term }) => term === id)?.taxonomy ?? change.type;
      const event = eventName('term', change, row !== undefined);
      if (event && this.model.taxonomies.has(taxonomy))
        await this.record(tx, event, SYSTEM, { id, taxonomy, name: row?.name ?? '', slug: row?.slug ?? '' });
    }
  }

  private async comments(tx: Transaction, written: readonly Written[]): Promise<void> {
    const found = await tx.manager.find(Comment, {
      select: { id: true, post: true, approved: true },
      where: { id: In(written.map(({ id }) => id)) },
    });
    for (const change of written) {
      const { id, was, is, isNew } = change;
      const row = found.find((comment) => comment.id === id);
      const event = eventName('comment', change, row !== undefined);
      if (!event) continue;
      const status = shownStatus((change.isDeleted ? was : is) ?? row?.approved ?? '');
      const former = isNew || change.isDeleted || was === undefined ? {} : { formerStatus: shownStatus(was) };
      const facts = { id, post: row?.post ?? change.parent, status, ...former };
      await this.record(tx, event, SYSTEM, facts);
      if (event === 'comment.updated' && facts.formerStatus !== undefined && facts.formerStatus !== status)
        await this.record(tx, 'comment.status-changed', SYSTEM, facts);
    }
  }

  private async users(tx: Transaction, written: readonly Written[]): Promise<void> {
    const found = await tx.manager.find(User, {
      select: { id: true, login: true },
      where: { id: In(written.map(({ id }) => id)) },
    });
    for (const change of written) {
      const row = found.find((user) => user.id === change.id);
      const event = eventName('user', change, row !== undefined);
      if (event) await this.record(tx, event, SYSTEM, { id: change.id, login: row?.login ?? '' });
    }
  }
}

/** Undefined for what was deleted by a later write, which has an event of its own. */
function eventName<K extends 'term' | 'comment' | 'user'>(
  kind: K,
  { isNew, isDeleted }: Written,
  exists: boolean,
): `${K}.${'created' | 'updated' | 'deleted'}` | undefined {
  if (!exists) return isDeleted ? `${kind}.deleted` : undefined;
  return isNew ? `${kind}.created` : `${kind}.updated`;
}

/** One for each object. An object that was created and deleted again has none. */
function merge(changes: readonly PendingChange[]): Written[] {
  const merged = new Map<number, Written>();
  for (const { object: id, type, parent, action, status, formerStatus } of changes) {
    const earlier = merged.get(id) ?? { id, type: '', parent: 0, isNew: false, isDeleted: false };
    merged.set(id, {
      id,
      type: type || earlier.type,
      parent: parent || earlier.parent,
      isNew: earlier.isNew || action === 'create',
      isDeleted: action === 'delete' || (earlier.isDeleted && action !== 'create'),
      was: earlier.was ?? (formerStatus || undefined),
      is: status || earlier.is,
    });
  }
  return [...merged.values()].filter(({ isNew, isDeleted }) => !(isNew && isDeleted));
}
