import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { marks } from '../../../database/engine/parameters.js';
import { type Site } from '../../../site/site.js';
import { readAddress } from './address.js';
import { type AddressedEntry, AddressMatcher } from './match-address.js';
import { permalinkRules } from './permalinks.js';

/** Slugs are nearly unique; a site with more of one kind has no order among them anyway. */
const MOST_ROWS = 200;

/** From addresses back to entries. */
@Injectable()
export class AddressesLoader {
  constructor(private readonly db: Database) {}

  /** The id of the post, page or attachment an address of the site names; whether it may be seen is the caller's to ask. */
  async entryAt(site: Site, url: string): Promise<number | undefined> {
    const rules = permalinkRules(site);
    const address = readAddress(url, rules);
    if (address?.kind === 'id') return address.id;
    if (address?.kind === 'front') return rules.frontPage || undefined;
    if (!address) return undefined;
    const matcher = new AddressMatcher({
      ...rules,
      postsPage: rules.frontPage > 0 ? site.integer('page_for_posts') : 0,
    });
    return matcher.match(address.segments, await this.rows(address.segments, matcher.idsIn(address.segments)));
  }

  private rows(slugs: readonly string[], ids: readonly number[]): Promise<AddressedEntry[]> {
    const { posts, users } = this.db.tables;
    const byId = ids.length > 0 ? ` OR p.ID IN (${marks(ids.length)})` : '';
    return this.db.query<AddressedEntry>(
      'SELECT p.ID AS id, p.post_type AS type, p.post_status AS status, p.post_name AS slug, p.post_date AS date, ' +
        'p.post_parent AS parent, u.user_nicename AS nicename ' +
        `FROM ${posts} p LEFT JOIN ${users} u ON u.ID = p.post_author ` +
        `WHERE p.post_type IN ('post', 'page', 'attachment') AND (p.post_name IN (${marks(slugs.length)})${byId}) ` +
        `ORDER BY p.post_date DESC, p.ID DESC LIMIT ${MOST_ROWS}`,
      [...slugs, ...ids],
    );
  }
}
