import { type Database } from '../../src/database/database.js';

/** Published posts with contents of these sizes, written as another program would. Their IDs begin with `first`. */
export async function addLargePosts(db: Database, count: number, bytes: number, first = 500_000): Promise<void> {
  const content = 'Ferries leave at "noon" -- every day...\n\n'.repeat(Math.ceil(bytes / 42)).slice(0, bytes);
  const columns =
    'ID, post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_content, post_title';
  const others = 'post_excerpt, post_status, post_name, post_type, to_ping, pinged, post_content_filtered';
  for (let index = 0; index < count; index++) {
    const date = `2020-01-01 00:00:${String(index % 60).padStart(2, '0')}`;
    await db.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${db.tables.posts} (${columns}, ${others}) VALUES (?, 1, ?, ?, ?, ?, ?, ?, '', 'publish', ?, 'post', '', '', '')`,
        [first + index, date, date, date, date, content, `Large ${index}`, `large-${index}`],
      ),
    );
  }
}
