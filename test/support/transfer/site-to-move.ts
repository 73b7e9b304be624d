import { Database } from '../../../src/database/database.js';
import { OptionsStore } from '../../../src/database/options.store.js';
import { serialize } from '../../../src/text/php/index.js';
import { type TestApp } from '../app.js';
import { enrichSite } from '../rich-site.js';

/** Texts that get lost easily on the way. */
const AWKWARD = 'Ümläut 😀 𝕏 "q" \'s\' & &amp; &nbsp; <b>]]></b> a]]>b \r\n\t back\\slash \u0007bell\u0001';
/** As XML can hold it. */
export const AWKWARD_IN_XML = AWKWARD.replace(/[\u0001\u0007]/g, '');

/** Adds to a rich site what a move from one place to another may damage. */
export async function fillSiteToMove(service: TestApp): Promise<{ post: number; media: number }> {
  const site = await enrichSite(service);
  const db = service.app.get(Database);
  const options = service.app.get(OptionsStore);
  const { posts, postmeta, comments, commentmeta, termmeta, terms, term_taxonomy, term_relationships } = db.tables;
  await db.transaction(async (tx) => {
    await tx.execute(`UPDATE ${posts} SET post_content = ?, post_excerpt = ?, post_title = ? WHERE ID = ?`, [
      `${AWKWARD} [gallery]`,
      AWKWARD,
      `T ${AWKWARD}`,
      site.post,
    ]);
    const serialised = serialize({ text: AWKWARD, list: [1, 2.5, true, null], nested: { ключ: '😀' } });
    const meta = [
      ['awkward', AWKWARD],
      ['array', serialised],
      ['twice', 'a'],
      ['twice', 'b'],
      ['empty', ''],
    ];
    for (const [key, value] of meta)
      await tx.execute(`INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`, [
        site.post,
        key!,
        value!,
      ]);
    for (const status of ['draft', 'pending', 'private', 'trash', 'future']) {
      const date = status === 'future' ? '2099-01-01 00:00:00' : '2019-01-01 00:00:00';
      await tx.execute(
        `INSERT INTO ${posts} (post_author, post_title, post_name, post_status, post_date, post_date_gmt, post_modified, post_modified_gmt, guid, post_content, post_password, menu_order) ` +
          `VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, 'x', ?, -3)`,
        [
          `State ${status}`,
          status === 'draft' ? '' : `state-${status}`,
          status,
          date,
          status === 'draft' ? '0000-00-00 00:00:00' : date,
          date,
          date,
          `http://site.test/?state=${status}`,
          status === 'private' ? 'opens' : '',
        ],
      );
    }
    const { insertId: comment } = await tx.execute(
      `INSERT INTO ${comments} (comment_post_ID, comment_author, comment_author_url, comment_content, comment_parent, comment_date, comment_date_gmt, comment_approved, user_id) ` +
        `VALUES (?, 'A & B', 'http://a.test/?x=1&y=2', ?, ?, '2020-01-01 00:00:00', '2020-01-01 00:00:00', '0', ?)`,
      [site.post, AWKWARD, site.comment, site.author],
    );
    await tx.execute(`INSERT INTO ${commentmeta} (comment_id, meta_key, meta_value) VALUES (?, 'rating', ?)`, [
      comment,
      serialised,
    ]);
    await tx.execute(`INSERT INTO ${termmeta} (term_id, meta_key, meta_value) VALUES (?, 'colour', 'blue')`, [
      site.category,
    ]);
    // A menu with an entry that names a category, and one below it.
    const { insertId: menu } = await tx.execute(`INSERT INTO ${terms} (name, slug) VALUES ('Main', 'main')`);
    const { insertId: menuRow } = await tx.execute(
      `INSERT INTO ${term_taxonomy} (term_id, taxonomy, description, count) VALUES (?, 'nav_menu', '', 1)`,
      [menu],
    );
    const { insertId: menuItem } = await tx.execute(
      `INSERT INTO ${posts} (post_title, post_name, post_type, post_content, guid, post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES ('', 'menu-item', 'nav_menu_item', '', 'http://site.test/?menu', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '2020-01-01 00:00:00', '2020-01-01 00:00:00')`,
    );
    await tx.execute(`INSERT INTO ${term_relationships} (object_id, term_taxonomy_id) VALUES (?, ?)`, [
      menuItem,
      menuRow,
    ]);
    for (const [key, value] of [
      ['_menu_item_type', 'taxonomy'],
      ['_menu_item_object_id', String(site.category)],
    ]) {
      await tx.execute(`INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`, [
        menuItem,
        key!,
        value!,
      ]);
    }
    await options.set(tx, 'sticky_posts', [site.post]);
  });
  return site;
}
