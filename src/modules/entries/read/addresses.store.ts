import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { Post, PostMeta, selectColumns } from '../../../database/entities/index.js';
import { rowReader } from '../../../database/row-reader.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type Site } from '../../../site/site.js';
import { type AddressedEntry, AddressMatcher, readAddress, slugsOf } from '../model/match-address.js';
import { permalinkRules } from '../model/permalinks.js';

/** Slugs are nearly unique; if more entries share one, their order is undefined anyway. */
const MAX_ROWS = 200;

const COLUMNS = selectColumns(Post, ['id', 'type', 'status', 'slug', 'date', 'parent'], 'p');
const readAddressed = rowReader<AddressedEntry>(Post);

/** Resolves URLs to entries. */
@Injectable()
export class AddressesStore {
  constructor(private readonly db: Database) {}

  /**
   * The IDs of the posts, pages and attachments at URLs of the site, in one query. The caller checks whether they may
   * be read.
   */
  async entriesAt(site: Site, urls: readonly string[]): Promise<Map<string, number>> {
    const rules = permalinkRules(site);
    const found = new Map<string, number>();
    const paths = new Map<string, readonly string[]>();
    for (const url of new Set(urls)) {
      const address = readAddress(site.unlocalized(url), rules);
      if (address?.kind === 'id') found.set(url, address.id);
      else if (address?.kind === 'path') paths.set(url, address.segments);
      else if (address && rules.frontPage > 0) found.set(url, rules.frontPage);
    }
    if (paths.size === 0) return found;
    const matcher = new AddressMatcher({
      ...rules,
      postsPage: rules.frontPage > 0 ? site.integer('page_for_posts') : 0,
    });
    const segments = [...paths.values()];
    const rows = await this.rows(
      site,
      [...new Set(segments.flat())],
      [...new Set(segments.flatMap((path) => matcher.idsIn(path)))],
      paths.size * MAX_ROWS,
    );
    for (const [url, path] of paths) {
      const id = matcher.match(path, rows);
      if (id !== undefined) found.set(url, id);
    }
    return found;
  }

  /** The published post that had this URL before its slug changed. */
  async formerlyAt(site: Site, url: string): Promise<number | undefined> {
    const rules = permalinkRules(site);
    const address = readAddress(site.unlocalized(url), rules);
    if (address?.kind !== 'path') return undefined;
    const type = new AddressMatcher({ ...rules, postsPage: 0 }).typeOf(address.segments);
    const { manager } = this.db;
    const former = await manager.findBy(PostMeta, { key: '_wp_old_slug', value: address.segments.at(-1)! });
    if (former.length === 0) return undefined;
    const where = { id: In(former.map(({ owner }) => owner)), type, status: 'publish' };
    return (await manager.findOne(Post, { select: { id: true }, where, order: { id: 'DESC' } }))?.id;
  }

  /** The entry of a declared type at a path of slugs, as plain links name it. */
  async entryOf(site: Site, type: PostType, path: string): Promise<number | undefined> {
    const rules = permalinkRules(site);
    const segments = slugsOf(path);
    if (segments.length === 0) return undefined;
    const rows = await this.rows(site, [...new Set(segments)], [], MAX_ROWS);
    return new AddressMatcher({ ...rules, postsPage: 0 }).entryOf(type, segments, rows);
  }

  private async rows(
    { model }: Site,
    slugs: readonly string[],
    ids: readonly number[],
    limit: number,
  ): Promise<AddressedEntry[]> {
    const types = model.pageTypes.map(({ name }) => name);
    const { posts, users } = this.db.tables;
    const byId = ids.length > 0 ? ` OR p.ID IN (${placeholders(ids.length)})` : '';
    const rows = await this.db.query<AddressedEntry>(
      `SELECT ${COLUMNS}, u.user_nicename AS nicename FROM ${posts} p LEFT JOIN ${users} u ON u.ID = p.post_author ` +
        `WHERE p.post_type IN (${placeholders(types.length)}) AND (p.post_name IN (${placeholders(slugs.length)})${byId}) ` +
        `ORDER BY p.post_date DESC, p.ID DESC LIMIT ${limit}`,
      [...types, ...slugs, ...ids],
    );
    return rows.map(readAddressed);
  }
}
