import { Database, OptionsStore, placeholders } from '../../../database/index.js';
import { IMPORTED_CONTENT_OPTION } from '../../../modules/imported-schema/index.js';
import { isMap } from '../../../text/index.js';
import { Injectable } from '@nestjs/common';
import { type ImportedContent, rewriteBases, type SiteAddresses } from './imported-content.js';

/** Stores what was imported in the site's options, so that the service can start without WordPress. */
@Injectable()
export class ImportedContentStore {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
  ) {}

  /** Undefined before anything was imported. */
  async read(): Promise<ImportedContent | undefined> {
    const text = await this.options.text(IMPORTED_CONTENT_OPTION);
    if (text === '') return undefined;
    try {
      const value: unknown = JSON.parse(text);
      if (!isMap(value) || typeof value.changedAt !== 'number') return undefined;
      // The name that earlier versions have stored.
      const { learnedAt, ...content } = value;
      return { importedAt: learnedAt, ...content } as unknown as ImportedContent;
    } catch {
      // Written by something else; the next run writes it again.
      return undefined;
    }
  }

  async write(imported: ImportedContent): Promise<void> {
    await this.database.transaction((tx) =>
      this.options.set(tx, IMPORTED_CONTENT_OPTION, JSON.stringify(imported), { autoload: false }),
    );
  }

  /** Which of the options the site has. */
  async existingOptions(names: readonly string[]): Promise<ReadonlySet<string>> {
    const values = await this.options.getMany(names);
    return new Set(names.filter((name) => values[name] !== undefined));
  }

  async addresses(): Promise<SiteAddresses> {
    const { home, rewrite_rules: rules } = await this.options.getMany(['home', 'rewrite_rules']);
    return { home: typeof home === 'string' ? home : '', bases: rewriteBases(rules) };
  }

  /**
   * Those of the keys that revisions of a type have, as `TYPE KEY`: WordPress stores no other meta with revisions, and its
   * REST API does not say for which keys it does.
   */
  async revisedMeta(keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const { postmeta, posts } = this.database.tables;
    const rows = await this.database.query<{ type: string; metaKey: string }>(
      `SELECT DISTINCT p.post_type AS type, m.meta_key AS metaKey FROM ${postmeta} m
       JOIN ${posts} r ON r.ID = m.post_id AND r.post_type = 'revision' JOIN ${posts} p ON p.ID = r.post_parent
       WHERE m.meta_key IN (${placeholders(keys.length)})`,
      keys,
    );
    return new Set(rows.map(({ type, metaKey }) => `${type} ${metaKey}`));
  }
}
