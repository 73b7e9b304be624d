import { Injectable } from '@nestjs/common';
import { Database, OptionsStore, type Reader, type Transaction } from '../../../database/index.js';

/** Values of options pages are options whose names begin with the prefix of the page; reference rows have an underscore before it. */
@Injectable()
export class OptionRowsStore {
  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
  ) {}

  /** Stored texts by key, without the prefix. */
  async values(prefix: string, reader: Pick<Reader, 'query'> = this.db): Promise<Map<string, string>> {
    const pattern = prefix.replace(/[!%_]/g, '!$&');
    const rows = await reader.query<{ name: string; value: string | null }>(
      `SELECT option_name AS name, option_value AS value FROM ${this.db.tables.options} ` +
        "WHERE option_name LIKE ? ESCAPE '!' OR option_name LIKE ? ESCAPE '!'",
      [`${pattern}!_%`, `!_${pattern}!_%`],
    );
    return new Map(
      rows.map(({ name, value }) => [
        name.startsWith('_') ? `_${name.slice(prefix.length + 2)}` : name.slice(prefix.length + 1),
        value ?? '',
      ]),
    );
  }

  async write(
    tx: Transaction,
    prefix: string,
    stored: ReadonlyMap<string, string>,
    rows: ReadonlyMap<string, string | undefined>,
  ): Promise<void> {
    for (const [key, value] of rows) {
      const name = key.startsWith('_') ? `_${prefix}_${key.slice(1)}` : `${prefix}_${key}`;
      if (value === undefined) {
        if (stored.has(key)) await this.options.delete(tx, name);
      } else if (stored.get(key) !== value) await this.options.setText(tx, name, value, { autoload: false });
    }
  }
}
