import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { SharedSecret } from '../../../database/shared-secret.js';

const OPTION = 'nestpress_forms_secret';

/** Signs what visitors carry back to us. */
@Injectable()
export class FormsSecret {
  private readonly secret: SharedSecret;

  constructor(database: Database) {
    this.secret = new SharedSecret(database, OPTION);
  }

  /** A keyed hash of the parts; no two lists of parts are spelled alike. */
  async sign(...parts: readonly (string | number)[]): Promise<string> {
    return createHmac('sha256', await this.secret.read())
      .update(JSON.stringify(parts))
      .digest('base64url')
      .slice(0, 32);
  }

  async isSignature(signature: string, ...parts: readonly (string | number)[]): Promise<boolean> {
    const expected = Buffer.from(await this.sign(...parts));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
