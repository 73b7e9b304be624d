import { randomBytes } from 'node:crypto';
import { type Database } from './database.js';

/** A random key, generated once and stored in the site's options, so that all processes on the database share it. */
export class SharedSecret {
  private key?: Promise<string>;

  constructor(
    private readonly database: Database,
    private readonly option: string,
  ) {}

  async read(): Promise<string> {
    this.key ??= this.load();
    return this.key.catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
  }

  private async load(): Promise<string> {
    const { options } = this.database.tables;
    const stored = () =>
      this.database.query<{ value: string }>(`SELECT option_value AS value FROM ${options} WHERE option_name = ?`, [
        this.option,
      ]);
    const [known] = await stored();
    if (known) return known.value;
    await this.database.transaction(async (tx) => {
      const insert = this.database.sql.insertIgnore(options, ['option_name', 'option_value', 'autoload']);
      await tx.execute(insert, [this.option, randomBytes(32).toString('base64url'), 'no'], options);
    });
    const [made] = await stored();
    return made!.value;
  }
}
