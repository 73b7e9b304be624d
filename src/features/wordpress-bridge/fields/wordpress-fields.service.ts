import { isDeepStrictEqual } from 'node:util';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type FieldRequest, type MetaObject, noteLateField } from '../../../content-model/index.js';
import { inBackground, seesUncommitted } from '../../../database/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { WordPressStats } from '../../../platform/outbound/index.js';
import { SiteService } from '../../../site/index.js';
import { wallClock } from '../../../telemetry/index.js';
import { isMap, type JsonRecord, recordOf } from '../../../text/index.js';
import { WordPressClient, WordPressError } from '../client/wordpress.client.js';
import { type QueuedItem, WordPressQueue } from '../client/wordpress-queue.js';
import { withPublicAddresses } from '../content/wordpress-addresses.js';
import { type ImportedField } from '../schema-import/imported-fields.js';
import { type FieldValues } from './field-values.entity.js';
import { FieldValuesStore, type VersionedItem } from './field-values.store.js';
import { type FieldLoader, ImportedFieldSource } from './imported-field-source.js';

/** The fields of one route, whose values are requested together. */
interface FieldGroup {
  /** What their values are stored under: the route of the collection, or of its single items. */
  readonly key: string;
  readonly route: string;
  readonly isSingle: boolean;
  readonly object: MetaObject;
  readonly names: readonly string[];
}

/** The values of a page by item, and the items whose values were not there in time. */
interface FieldPage {
  readonly values: ReadonlyMap<number, JsonRecord>;
  readonly late: readonly number[];
}

interface RequestedItem extends QueuedItem {
  /** As WordPress returns it; undefined for items without one. */
  readonly modified?: string;
}

/** Whether a value is what is stored. Of an object, only the members that it has are compared. */
function isSame(stored: unknown, value: unknown): boolean {
  if (!isMap(value)) return isDeepStrictEqual(stored ?? null, value);
  const members = recordOf(stored);
  return Object.entries(recordOf(value)).every(([name, member]) => isDeepStrictEqual(members[name] ?? null, member));
}

/** As many items as a list has at most. */
const BATCH = 100;
const MAX_VALUE_BYTES = 256 * 1024;
const MAX_REMEMBERED = 10_000;
const MINUTE_MS = 60_000;
/** Statuses of routes that visitors may not read. */
const REFUSALS: readonly number[] = [401, 403, 404];
const ZERO_DATE = '0000-00-00 00:00:00';
/** Entries that visitors may see; those of attachments inherit their status. */
const PUBLIC_STATUSES: readonly unknown[] = ['publish', 'inherit'];

/**
 * Gets the values of fields that plugins add to items from the WordPress alongside, by requests without an account, so that
 * they are what WordPress returns to any visitor. They are stored with a version of the item: a list takes one request, and
 * only for items that have changed. The values of a single item come from a request for that item alone.
 */
@Injectable()
export class WordPressFieldsService implements FieldLoader, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('WordPress');
  private readonly settings: NonNullable<Config['wordpress']>;
  private readonly isActive: boolean;
  private readonly groups = new Map<string, FieldGroup>();
  private readonly queue: WordPressQueue<RequestedItem>;
  /** All fields of a page load at the same time, and share what is found. */
  private readonly pages = new WeakMap<object, Promise<FieldPage>>();
  /** When WordPress confirmed stored values. */
  private readonly confirmedAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly store: FieldValuesStore,
    private readonly client: WordPressClient,
    private readonly sites: SiteService,
    source: ImportedFieldSource,
    stats: WordPressStats,
    @Inject(CONFIG) { wordpress, background }: Config,
  ) {
    this.settings = wordpress!;
    this.isActive = background;
    for (const { route, object, name } of source.fields)
      for (const isSingle of [false, true]) {
        const key = keyOf(route, isSingle);
        this.groups.set(key, { key, route, isSingle, object, names: [...(this.groups.get(key)?.names ?? []), name] });
      }
    this.queue = new WordPressQueue({
      purpose: 'fields',
      stats,
      batch: BATCH,
      request: (items) => this.request(items),
      failure: (items) => `did not return fields of ${items.length} items of ${items[0]!.route}`,
    });
  }

  onApplicationBootstrap(): void {
    if (!this.isActive) return;
    const objects = new Map([...this.groups.values()].map(({ key, object }) => [key, object]));
    inBackground(() => this.store.deleteOrphans(objects)).catch((error: unknown) =>
      this.logger.warn({ msg: 'stored fields of deleted items could not be deleted', err: error }),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.stop();
  }

  /** For the health check. */
  get problem(): string | undefined {
    return this.queue.problem;
  }

  /** Plugins may compute a field of a single item otherwise than in a list. */
  async load(
    { route, name }: ImportedField,
    items: readonly VersionedItem[],
    { itemId }: Pick<FieldRequest, 'itemId'>,
  ): Promise<readonly unknown[]> {
    const isSingle = itemId !== undefined && items.length === 1 && items[0]!.id === itemId;
    let page = this.pages.get(items);
    if (!page) {
      page = this.loadPage(this.groups.get(keyOf(route, isSingle))!, items).catch((error: unknown) => {
        this.logger.warn({ msg: `fields of ${route} could not be read`, err: error });
        return { values: new Map(), late: items.map(({ id }) => id) };
      });
      this.pages.set(items, page);
    }
    const { values, late } = await page;
    if (late.length > 0) noteLateField(name);
    return items.map(({ id }) => values.get(id)?.[name]);
  }

  /** A value that is written back as it was read changes nothing; others would be lost. */
  async refuse({ route, name }: ImportedField, value: unknown, id: number | undefined): Promise<string | undefined> {
    if (value === null || value === undefined) return undefined;
    for (const isSingle of [true, false]) {
      const row = id === undefined ? undefined : (await this.store.find(keyOf(route, isSingle), [id])).get(id);
      if (isSame(row && parsed(row)?.[name], value)) return undefined;
    }
    return `${name} is a field of a plugin of WordPress, which alone can store it: write it through WordPress.`;
  }

  private async loadPage(group: FieldGroup, items: readonly VersionedItem[]): Promise<FieldPage> {
    const shown = items.filter((item) => isPublic(group.object, item));
    if (shown.length === 0) return { values: new Map(), late: [] };
    const versions = await this.store.versions(group.object, shown);
    const pending = shown.map((item) => ({
      route: group.key,
      isAlone: group.isSingle,
      id: item.id,
      digest: versions.get(item.id)!,
      modified: modifiedOf(group.object, item),
    }));
    const values = await this.stored(group, pending);
    const missing = pending.filter(({ id }) => !values.has(id));
    // WordPress does not see what a transaction has written.
    if (missing.length > 0 && this.isActive && !seesUncommitted())
      if (await this.queue.requestAll(missing, this.settings.contentWaitMs))
        for (const [id, found] of await this.stored(group, missing)) values.set(id, found);
    // What WordPress does not return to visitors is not late.
    const late = missing.filter((item) => !values.has(item.id) && !this.queue.isRefused(item));
    return { values, late: late.map(({ id }) => id) };
  }

  /** Stored values of these versions; what is older than its lifetime is used, and requested again meanwhile. */
  private async stored(
    { key, names }: FieldGroup,
    pending: readonly RequestedItem[],
  ): Promise<Map<number, JsonRecord>> {
    const rows = await this.store.find(
      key,
      pending.map(({ id }) => id),
    );
    const values = new Map<number, JsonRecord>();
    const old: RequestedItem[] = [];
    for (const item of pending) {
      const row = rows.get(item.id);
      const found = row?.digest === item.digest ? parsed(row) : undefined;
      // Imported since the values were stored.
      if (!found || names.some((name) => !Object.hasOwn(found, name))) continue;
      values.set(item.id, found);
      if (this.isOld(row!)) old.push(item);
    }
    if (this.isActive && !seesUncommitted()) void this.queue.requestAll(old, 0);
    return values;
  }

  private isOld({ route, object, requestedAt }: FieldValues): boolean {
    const confirmedAt = this.confirmedAt.get(`${route} ${object}`) ?? 0;
    return wallClock() - Math.max(requestedAt, confirmedAt) > this.settings.fieldMinutes * MINUTE_MS;
  }

  /** Stores what changed, so that the caches are not dropped for nothing. */
  private async request(items: readonly RequestedItem[]): Promise<void> {
    const { route } = items[0]!;
    const group = this.groups.get(route)!;
    const { names } = group;
    const found = await this.read(
      group,
      items.map(({ id }) => id),
    );
    const answers = new Map(found.map((item) => [recordOf(item).id, recordOf(item)]));
    const addresses = { internal: this.settings.url, site: (await this.sites.current()).siteUrl };
    const stored = await this.store.find(
      route,
      items.map(({ id }) => id),
    );
    const requestedAt = wallClock();
    const changed: FieldValues[] = [];
    for (const item of items) {
      const values = this.valuesOf(item, names, answers.get(item.id), addresses);
      if (values === undefined) {
        this.queue.refuse(item);
        continue;
      }
      this.confirmedAt.set(`${route} ${item.id}`, requestedAt);
      const before = stored.get(item.id);
      if (before?.digest !== item.digest || before.values !== values)
        changed.push({ route, object: item.id, digest: item.digest, values, requestedAt });
    }
    if (changed.length > 0) await this.store.save(changed);
  }

  /** The items that visitors get; none if they may not read the route at all. */
  private async read({ route, isSingle, object, names }: FieldGroup, ids: readonly number[]): Promise<unknown[]> {
    const _fields = ['id', ...(object === 'post' ? ['modified_gmt'] : []), ...names].join();
    if (isSingle) {
      const path = `${route}/${ids[0]}`;
      const item = await this.client
        .json(path, { anonymous: true, query: { _fields } })
        .catch((error: unknown) => void assertRefusal(error));
      return item === undefined ? [] : [item];
    }
    const query = { include: ids.join(), per_page: String(ids.length), _fields };
    const found = await this.client.json(route, { anonymous: true, query }).catch((error: unknown) => {
      this.logger.warn(`Fields of ${route} are missing: ${assertRefusal(error).message}`);
      return [];
    });
    if (!Array.isArray(found)) throw new Error(`its response to GET ${route} is not a list.`);
    return found;
  }

  /** As JSON; undefined where visitors do not see the item, or see another version: the object cache of WordPress may be older. */
  private valuesOf(
    { route, id, modified }: RequestedItem,
    names: readonly string[],
    answer: JsonRecord | undefined,
    addresses: Parameters<typeof withPublicAddresses>[1],
  ): string | undefined {
    if (!answer || (modified !== undefined && answer.modified_gmt !== modified)) return undefined;
    const publicText = (text: string) => withPublicAddresses(text, addresses);
    // A field that WordPress leaves out of an item is stored as null.
    const values = Object.fromEntries(names.map((name) => [name, mapTexts(answer[name] ?? null, publicText)]));
    const json = JSON.stringify(values);
    if (Buffer.byteLength(json) <= MAX_VALUE_BYTES) return json;
    this.logger.warn(`Fields of ${route}/${id} are left out: they have more than ${MAX_VALUE_BYTES / 1024} KB.`);
    return undefined;
  }
}

function keyOf(route: string, isSingle: boolean): string {
  return isSingle ? `${route}/ID` : route;
}

/** Throws what is not the refusal of a visitor. */
function assertRefusal(error: unknown): WordPressError {
  if (error instanceof WordPressError && REFUSALS.includes(error.status ?? 0)) return error;
  throw error;
}

function isPublic(object: MetaObject, item: VersionedItem): boolean {
  return object !== 'post' || PUBLIC_STATUSES.includes((item as { status?: unknown }).status);
}

function modifiedOf(object: MetaObject, item: VersionedItem): string | undefined {
  const { modifiedGmt = ZERO_DATE } = item as { modifiedGmt?: string };
  return object === 'post' && modifiedGmt !== ZERO_DATE ? modifiedGmt.replace(' ', 'T') : undefined;
}

function parsed({ values }: FieldValues): JsonRecord | undefined {
  try {
    return recordOf(JSON.parse(values));
  } catch {
    return undefined;
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (isMap(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
  return value;
}
