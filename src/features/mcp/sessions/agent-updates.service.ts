import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/index.js';
import { Database } from '../../../database/index.js';
import { AgentResourcesService } from '../agent-resources.service.js';
import { HEARTBEAT } from '../../../rest/server/index.js';
import { AgentSubscriptionsStore, type SessionKey } from './agent-subscriptions.store.js';

export { type SessionKey } from './agent-subscriptions.store.js';

/** How often a stream looks whether something was written; that costs no statement. */
const LOOK_MS = 200;
/** How often it reads while writes of other processes go unnoticed. */
const READ_MS = 1000;
/** Keeps proxies from closing a quiet stream. */
const BEAT_MS = 15_000;
/** A stream ends after this time, so that the credentials are checked again; clients connect again by themselves. */
const STREAM_MS = 10 * 60_000;

/** Tells agents that resources have changed to which they have subscribed, whichever program changed them. */
@Injectable()
export class AgentUpdatesService implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly subscriptions: AgentSubscriptionsStore,
    private readonly resources: AgentResourcesService,
    private readonly database: Database,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  async subscribe(key: SessionKey, principal: Principal, uri: string): Promise<void> {
    // Refused for what the user may not read.
    await this.resources.read(principal, uri);
    await this.subscriptions.add(key, uri);
  }

  /** Deletes a session. */
  end(key: SessionKey): Promise<void> {
    return this.subscriptions.end(key);
  }

  /** Server-sent events with notifications of the protocol. */
  async *events(key: SessionKey, principal: Principal, closed: AbortSignal): AsyncGenerator<string, void> {
    const { changes } = this.database;
    const started = performance.now();
    let [position, readAt, beatAt] = [-1, started, started];
    yield HEARTBEAT;
    while (!closed.aborted && !this.isStopping && performance.now() - started < STREAM_MS) {
      const now = performance.now();
      const isDue = position < 0 || (!changes.isWatched && now - readAt > READ_MS);
      if (isDue || changes.changedSince(position, this.subscriptions.tables)) {
        position = changes.now();
        readAt = now;
        for (const uri of await this.changed(key, principal)) yield updated(uri);
      }
      if (now - beatAt > BEAT_MS) {
        beatAt = now;
        yield HEARTBEAT;
      }
      await pause(LOOK_MS, undefined, { ref: false, signal: closed }).catch(() => undefined);
    }
  }

  /** What has changed since the agent was told. What the user may no longer read is reported a last time. */
  private async changed(key: SessionKey, principal: Principal): Promise<string[]> {
    const known = await this.subscriptions.resources(key);
    if (known.size === 0) return [];
    const states = await this.subscriptions.states([...known.keys()]);
    const changed = [...known.keys()].filter((uri) => states.get(uri) !== known.get(uri));
    for (const uri of changed) {
      const isReadable = await this.resources.read(principal, uri).then(
        () => true,
        () => false,
      );
      if (isReadable) await this.subscriptions.know(key, uri, states.get(uri)!);
      else await this.subscriptions.remove(key, uri);
    }
    return changed;
  }
}

function updated(uri: string): string {
  const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
