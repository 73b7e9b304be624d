import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { Post } from '../../../database/entities/index.js';
import { Database } from '../../../database/index.js';
import { invalidInput } from '../agent-refusals.js';
import { AgentSubscription } from './agent-subscription.entity.js';

const LIFETIME_SECONDS = 86_400;
const MAX_RESOURCES = 50;
const TABLE = 'nestpress_agent_subscriptions';
/** State of an entry that does not exist. */
export const GONE = 'gone';

/** A session of a user; the ID alone is worth nothing to others. */
export interface SessionKey {
  readonly id: string;
  readonly user: number;
}

/** What agents want to hear of, until a day later. In the database, so that any process can respond to a request of a session. */
@Injectable()
export class AgentSubscriptionsStore {
  constructor(private readonly db: Database) {
    db.tables.watch(TABLE);
  }

  /** Names of the tables that streams depend on. */
  get tables(): readonly string[] {
    return [this.db.tables.full('posts'), this.db.tables.full(TABLE)];
  }

  /** The resources of a session, with the states that the agent knows. */
  async resources(key: SessionKey): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.manager.findBy(AgentSubscription, { ...current(key), uri: Not('') });
    return new Map(rows.map(({ uri, state }) => [uri, state]));
  }

  async add(key: SessionKey, uri: string): Promise<void> {
    const resources = await this.resources(key);
    if (resources.has(uri)) return;
    if (resources.size >= MAX_RESOURCES)
      throw invalidInput(`A session can follow ${MAX_RESOURCES} resources; unsubscribe from others first.`);
    const [state = GONE] = (await this.states([uri])).values();
    await this.insert(key, { uri, state });
  }

  async remove(key: SessionKey, uri: string): Promise<void> {
    await this.db.transaction((tx) => tx.delete(AgentSubscription, { session: digestOf(key), uri }));
  }

  async know(key: SessionKey, uri: string, state: string): Promise<void> {
    await this.db.transaction((tx) => tx.update(AgentSubscription, { session: digestOf(key), uri }, { state }));
  }

  /** The least level of messages; undefined if the agent wants none. */
  async level(key: SessionKey): Promise<string | undefined> {
    return (await this.db.manager.findOneBy(AgentSubscription, { ...current(key), uri: '' }))?.state;
  }

  async setLevel(key: SessionKey, level: string): Promise<void> {
    await this.remove(key, '');
    await this.insert(key, { uri: '', state: level });
  }

  async end(key: SessionKey): Promise<void> {
    await this.db.transaction((tx) => tx.delete(AgentSubscription, { session: digestOf(key) }));
  }

  /** Differs for each state of the entries. */
  async states(uris: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const idOf = (uri: string) => Number(/\/(\d+)(?:\/file)?$/.exec(uri)?.[1]);
    const entries = await this.db.manager.findBy(Post, { id: In(uris.map(idOf)) });
    const byId = new Map(entries.map((entry) => [Number(entry.id), stateOf(entry)]));
    return new Map(uris.map((uri) => [uri, byId.get(idOf(uri)) ?? GONE]));
  }

  private async insert(key: SessionKey, values: Pick<AgentSubscription, 'uri' | 'state'>): Promise<void> {
    const now = nowSeconds();
    await this.db.transaction(async (tx) => {
      await tx.delete(AgentSubscription, { expires: LessThanOrEqual(now) });
      await tx.insert(AgentSubscription, { session: digestOf(key), ...values, expires: now + LIFETIME_SECONDS });
    });
  }
}

function current(key: SessionKey) {
  return { session: digestOf(key), expires: MoreThan(nowSeconds()) };
}

function stateOf({ commentCount: _count, ...entry }: Post): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('base64url');
}

function digestOf({ id, user }: SessionKey): string {
  return createHash('sha256').update(`${user} ${id}`).digest('hex');
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
