import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type PreviewGrant } from '../../access/principal.js';
import { Database } from '../../database/database.js';
import { HEARTBEAT } from '../../rest/server/streams.service.js';
import { PreviewedEntryLoader } from '../entries/api/previewed-entry.loader.js';

/** How often a stream looks whether something was written; that costs no statement. */
const LOOK_MS = 200;
/** How often it reads the entry while writes of other processes go unnoticed. */
const READ_MS = 1000;
const BEAT_MS = 15_000;
/** A stream ends after this time, so that the token is checked again. */
const STREAM_MS = 10 * 60_000;
const RETRY_MS = 300;

/** Follows what a preview shows: the entry and the unsaved changes of the user who made the token. */
@Injectable()
export class PreviewChangesService implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly entries: PreviewedEntryLoader,
    private readonly database: Database,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** Differs for each state of the preview. */
  async version(grant: PreviewGrant): Promise<string> {
    const entry = await this.entries.load(grant);
    const state = entry && [entry.status, entry.modifiedGmt, entry.slug, entry.title, entry.content, entry.excerpt];
    return createHash('sha256')
      .update(JSON.stringify(state ?? null))
      .digest('base64url')
      .slice(0, 22);
  }

  /** Server-sent events. It ends with a change, so that the next request, for the following one, is refused if the token ended. */
  async *events(grant: PreviewGrant, since: string | undefined, closed: AbortSignal): AsyncGenerator<string, void> {
    const started = performance.now();
    const { changes, tablePrefix } = this.database;
    const tables = [`${tablePrefix}posts`];
    let position = changes.now();
    const first = await this.version(grant);
    yield `retry: ${RETRY_MS}\nid: ${first}\n\n`;
    if (since !== undefined && since !== first) {
      yield changedEvent(first);
      return;
    }
    let [readAt, beatAt] = [performance.now(), performance.now()];
    while (!closed.aborted && !this.isStopping && performance.now() - started < STREAM_MS) {
      await pause(LOOK_MS, undefined, { ref: false, signal: closed }).catch(() => undefined);
      const now = performance.now();
      const isDue = !changes.isWatched && now - readAt > READ_MS;
      if (isDue || changes.changedSince(position, tables)) {
        position = changes.now();
        readAt = now;
        const version = await this.version(grant);
        if (version !== first) {
          yield changedEvent(version);
          return;
        }
      }
      if (now - beatAt > BEAT_MS) {
        beatAt = now;
        yield HEARTBEAT;
      }
    }
  }
}

function changedEvent(version: string): string {
  return `id: ${version}\nevent: changed\ndata: {}\n\n`;
}
