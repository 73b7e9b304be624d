import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';

const OPTION = 'nestpress_forms_secret';

/** Signs what visitors carry back to us. The key is made once and kept with the site's options, so that all processes share it. */
@Injectable()
export class FormsSecret {
  private key?: Promise<string>;

  constructor(private readonly database: Database) {}

  /** A keyed hash of the parts; no two lists of parts are spelled alike. */
  async sign(...parts: readonly (string | number)[]): Promise<string> {
    this.key ??= this.load();
    const key = await this.key.catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
  }

  async isSignature(signature: string, ...parts: readonly (string | number)[]): Promise<boolean> {
    const expected = Buffer.from(await this.sign(...parts));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private async load(): Promise<string> {
    const { options } = this.database.tables;
    const read = () => this.database.query<{ value: string }>(`SELECT option_value AS value FROM ${options} WHERE option_name = ?`, [OPTION]);
    const [stored] = await read();
    if (stored) return stored.value;
    await this.database.transaction(async (tx) => {
      const insert = this.database.sql.insertIgnore(options, ['option_name', 'option_value', 'autoload']);
      await tx.execute(insert, [OPTION, randomBytes(32).toString('base64url'), 'no']);
    });
    const [made] = await read();
    return made!.value;
  }
}
