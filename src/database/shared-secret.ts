import { randomBytes } from 'node:crypto';
import { type Database } from './database.js';
import { Option } from './entities/index.js';

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
    const name = this.option;
    const stored = () => this.database.manager.findOneBy(Option, { name });
    const existing = await stored();
    if (existing) return existing.value;
    const row = { name, value: randomBytes(32).toString('base64url'), autoload: 'no' };
    await this.database.transaction((tx) => tx.insert(Option, row, { onConflict: 'ignore' }));
    return (await stored())!.value;
  }
}
