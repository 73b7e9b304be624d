import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { marks } from '../../database/engine/parameters.js';
import { digestsIn, replaceAddresses } from './file-addresses.js';
import { ImportStore } from './import.store.js';

const PAGE = 50;

/** Makes imported texts name the files here instead of those of the site they came from. */
@Injectable()
export class AddressRewriter {
  constructor(
    private readonly db: Database,
    private readonly store: ImportStore,
  ) {}

  /** Returns how many entries were changed. */
  async rewrite(importId: number): Promise<number> {
    if (!(await this.store.hasFiles(importId))) return 0;
    let changed = 0;
    for (
      let after = 0, page;
      (page = await this.store.entriesAfter(importId, after, PAGE)).length > 0;
      after = page.at(-1)!.oldId
    ) {
      changed += await this.rewriteEntries(
        importId,
        page.map(({ id }) => id),
      );
    }
    return changed;
  }

  private async rewriteEntries(importId: number, ids: readonly number[]): Promise<number> {
    const { posts } = this.db.tables;
    const rows = await this.db.query<{ id: number; content: string; excerpt: string }>(
      `SELECT ID AS id, post_content AS content, post_excerpt AS excerpt FROM ${posts} WHERE ID IN (${marks(ids.length)}) AND post_content LIKE '%://%'`,
      ids,
    );
    const addresses = await this.store.fileAddresses(importId, [
      ...digestsIn(rows.flatMap(({ content, excerpt }) => [content, excerpt])),
    ]);
    if (addresses.size === 0) return 0;
    const changes = rows
      .map(({ id, content, excerpt }) => ({
        id,
        before: content + excerpt,
        content: replaceAddresses(content, addresses),
        excerpt: replaceAddresses(excerpt, addresses),
      }))
      .filter(({ before, content, excerpt }) => content + excerpt !== before);
    if (changes.length === 0) return 0;
    await this.db.transaction(async (tx) => {
      for (const { id, content, excerpt } of changes) {
        await tx.execute(`UPDATE ${posts} SET post_content = ?, post_excerpt = ? WHERE ID = ?`, [content, excerpt, id]);
      }
    });
    return changes.length;
  }
}
