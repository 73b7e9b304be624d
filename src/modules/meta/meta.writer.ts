import { type Transaction } from '../../database/database.js';
import { META_ENTITIES } from '../../database/reader.js';
import { type MetaObject } from '../../content-model/meta-fields.js';
import { type PhpInput, toStored } from '../../text/php/index.js';

/** Writes the meta rows of one kind of object in a transaction. Several rows may share a key; `set` makes them one value. */
export class MetaWriter {
  private readonly entity: (typeof META_ENTITIES)[MetaObject];

  constructor(
    private readonly tx: Transaction,
    object: MetaObject = 'post',
  ) {
    this.entity = META_ENTITIES[object];
  }

  async values(owner: number, key: string): Promise<string[]> {
    return (await this.rows(owner, key)).map((row) => row.value ?? '');
  }

  /** In the order of insertion. */
  private async rows(owner: number, key: string) {
    const rows = await this.tx.find(this.entity, ['id', 'value'], { owner, key });
    return rows.sort((a, b) => a.id - b.id);
  }

  /** Which of the keys have a row with the value. */
  async keysOf(owner: number, keys: readonly string[], value: string): Promise<ReadonlySet<string | null>> {
    const rows = await this.tx.find(this.entity, ['key', 'value'], { owner, key: keys });
    return new Set(rows.filter((row) => row.value === value).map(({ key }) => key));
  }

  add(owner: number, key: string, value: PhpInput): Promise<void> {
    return this.addTexts(owner, key, [toStored(value)]);
  }

  /** Adds a row for each stored text. */
  async addTexts(owner: number, key: string, texts: readonly string[]): Promise<void> {
    await this.addRows(texts.map((value) => ({ owner, key, value })));
  }

  async addRows(rows: readonly { owner: number; key: string; value: string }[]): Promise<void> {
    if (rows.length > 0) await this.tx.insert(this.entity, rows);
  }

  /** For texts of the service itself, which every table can store. */
  async deferRows(rows: readonly { owner: number; key: string; value: string }[]): Promise<void> {
    if (rows.length > 0) await this.tx.deferInsert(this.entity, rows);
  }

  set(owner: number, key: string, value: PhpInput): Promise<void> {
    return this.setText(owner, key, toStored(value));
  }

  async setText(owner: number, key: string, value: string): Promise<void> {
    const { affected } = await this.tx.update(this.entity, { owner, key }, { value });
    if (!affected) await this.addTexts(owner, key, [value]);
  }

  /** Stores these texts in the rows of their keys; what is stored already is not written. */
  async replace(owner: number, texts: ReadonlyMap<string, string>): Promise<void> {
    if (texts.size === 0) return;
    const rows = await this.tx.find(this.entity, ['key', 'value'], { owner, key: [...texts.keys()] });
    const existing = new Set(rows.map(({ key }) => key));
    const changed = new Set(rows.filter(({ key, value }) => texts.get(key!) !== value).map(({ key }) => key!));
    const added = [...texts].filter(([key]) => !existing.has(key)).map(([key, value]) => ({ owner, key, value }));
    await Promise.all([
      ...[...changed].map((key) => this.tx.update(this.entity, { owner, key }, { value: texts.get(key)! })),
      this.addRows(added),
    ]);
  }

  /** Replaces a list. Rows with unchanged values are kept; a value in several rows replaces all of them, as in WordPress. */
  async setList(owner: number, key: string, values: readonly string[], isOrdered = false): Promise<void> {
    if (isOrdered) {
      await this.delete(owner, key);
      return this.addTexts(owner, key, values);
    }
    const rows = await this.rows(owner, key);
    const stored = rows.map((row) => row.value ?? '');
    const isOnce = (value: string) => stored.filter((row) => row === value).length === 1;
    const unchanged = new Set<string>();
    const added: string[] = [];
    for (const value of values) {
      if (isOnce(value) && !unchanged.has(value)) unchanged.add(value);
      else added.push(value);
    }
    const outdated = rows.filter(({ value }) => !unchanged.has(value ?? '')).map(({ id }) => id);
    if (outdated.length > 0) await this.tx.deferDelete(this.entity, { id: outdated });
    await this.addTexts(owner, key, added);
  }

  /** Adds a value to a list of rows unless it exists. */
  async include(owner: number, key: string, value: string): Promise<void> {
    if (!(await this.values(owner, key)).includes(value)) await this.add(owner, key, value);
  }

  /** Deletes a value from a list of rows. */
  async exclude(owner: number, key: string, value: string): Promise<void> {
    await this.tx.delete(this.entity, { owner, key, value });
  }

  async delete(owner: number, ...keys: string[]): Promise<void> {
    await this.tx.delete(this.entity, { owner, key: keys });
  }

  async deleteAll(owners: readonly number[]): Promise<void> {
    await this.tx.deferDelete(this.entity, { owner: owners });
  }

  /** Deletes a value of a key from all objects. */
  async deleteValue(key: string, value: string): Promise<void> {
    await this.tx.delete(this.entity, { key, value });
  }
}
