import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntryVersion } from '../../content/entries/list/entries-list.store.js';
import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { hasPasswordCookie } from '../../content/entries/password-cookie.js';
import { type NumbersTaken } from '../../content/entries/present/page-rendering.js';
import { NO_NUMBERS } from '../../content/rendering/index.js';
import { Database } from '../../database/database.js';
import { stampOf, versionColumns, type Versioned } from '../../database/list-index/versions.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Context } from '../../rest/args/common.args.js';
import { type Item, ReadyItem } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type EntryResource } from './entry-resource.js';

export interface KeptEntry {
  readonly json: Buffer;
  /** The address of its page. */
  readonly link: string;
  /** Those that its galleries and players took; undefined for entries without. */
  readonly numbers?: NumbersTaken;
}

/** With the stamp of everything it was made from. */
type Stamped = KeptEntry & { readonly stamp: string };

const OVERHEAD_BYTES = 500;

/**
 * Published entries as the JSON that everybody is shown, in memory. The database is asked for the versions of the very entries
 * each time (src/database/list-index), so what is given out is never stale, whoever writes.
 */
@Injectable()
export class KeptEntries {
  private readonly entries?: LRUCache<string, Stamped>;
  readonly counts = { hits: 0, misses: 0 };

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) { entryCacheMb }: Config,
  ) {
    if (entryCacheMb === 0) return;
    this.entries = new LRUCache({
      maxSize: entryCacheMb * 1_048_576,
      sizeCalculation: ({ json, link }, key) => json.length + link.length + key.length + OVERHEAD_BYTES,
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.entries?.size ?? 0, bytes: this.entries?.calculatedSize ?? 0 };
  }

  /** What is kept for such requests; undefined where the answer may be for this caller alone, or cannot be checked. */
  shelf(
    { principal, request, options, site }: RequestContext,
    { type }: EntryResource,
    context: Context,
  ): Shelf | undefined {
    if (!this.entries || !this.db.listIndex.hasVersions) return undefined;
    if (!principal.isAnonymous || request.method !== 'GET' || context === 'edit' || type.name === 'attachment')
      return undefined;
    if (
      options.envelope ||
      options.fields ||
      request.param('password') !== undefined ||
      hasPasswordCookie(request.header('cookie'))
    )
      return undefined;
    return new Shelf(this.entries, this.counts, `${type.name} ${context} ${options.embed} `, String(site.revision));
  }

  /** Entries in other states may be for some eyes only. */
  holds({ statuses }: EntryQuery): boolean {
    return statuses.length === 1 && statuses[0] === 'publish';
  }

  async versionsOf(id: number): Promise<Versioned> {
    const [row] = await this.db.query<Versioned>(`SELECT ${versionColumns(this.db, '?')}`, [id]);
    return row!;
  }
}

/** What is kept of one type in one form. */
export class Shelf {
  constructor(
    private readonly entries: LRUCache<string, Stamped>,
    private readonly counts: { hits: number; misses: number },
    private readonly form: string,
    private readonly site: string,
  ) {}

  /** Whether there is any use in asking for its version. */
  has(id: number): boolean {
    return this.entries.has(this.form + id) || this.entries.has(this.numbered(id, NO_NUMBERS));
  }

  /** `numbers`: how far those of the page have come; undefined where that is not known. */
  get(id: number, versions: Versioned, numbers: string | undefined): KeptEntry | undefined {
    const stamp = this.stamp(versions);
    const good = (key: string) => {
      const kept = this.entries.get(key);
      return kept?.stamp === stamp ? kept : undefined;
    };
    const found = good(this.form + id) ?? (numbers === undefined ? undefined : good(this.numbered(id, numbers)));
    this.counts[found ? 'hits' : 'misses']++;
    return found;
  }

  /** What there is of a page, what is missing, and the numbers that the first of these begins with. */
  collect(found: readonly EntryVersion[]) {
    const items = new Map<number, Item | ReadyItem>();
    const missing = new Map<number, Versioned>();
    let numbers = NO_NUMBERS;
    for (const versions of found) {
      const kept = this.get(versions.found, versions, missing.size > 0 ? undefined : numbers);
      if (kept) items.set(versions.found, new ReadyItem(kept.json));
      else missing.set(versions.found, versions);
      numbers = kept?.numbers?.after ?? numbers;
    }
    return { items, missing, numbers };
  }

  /** `versions` were asked for before anything was read of the entry. */
  keep(id: number, versions: Versioned, entry: KeptEntry): void {
    const key = entry.numbers ? this.numbered(id, entry.numbers.before) : this.form + id;
    this.entries.set(key, { ...entry, stamp: this.stamp(versions) });
  }

  /** Galleries and players are numbered over a whole page. */
  private numbered(id: number, numbers: string): string {
    return `${this.form}${id} ${numbers}`;
  }

  private stamp(versions: Versioned): string {
    return `${stampOf(versions)} ${this.site}`;
  }
}
