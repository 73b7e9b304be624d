import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { SharedSecret } from '../../../database/shared-secret.js';

const OPTION = 'nestpress_forms_secret';

/** Signs tokens and challenges that visitors send back. */
@Injectable()
export class FormsSecretService {
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
    const provided = Buffer.from(signature);
    return provided.length === expected.length && timingSafeEqual(provided, expected);
  }
}

/** Submissions faster than this come from bots. */
const MIN_MS = 2000;
const MAX_DURATION_MS = 24 * 3600 * 1000;

export type TokenState = { readonly once: string } | 'absent' | 'forged' | 'too fast' | 'expired';

/** Says when a form was shown. A page fetches one with the challenges and sends it back with the submission. */
@Injectable()
export class FormTokensService {
  constructor(private readonly secret: FormsSecretService) {}

  async issue(formId: number, now = Date.now()): Promise<string> {
    const issued = now.toString(36);
    const once = randomBytes(12).toString('base64url');
    return [issued, once, await this.secret.sign('token', formId, issued, once)].join('.');
  }

  /** `once` is the same for every repetition of one filled-in form. */
  async check(formId: number, token: string, now = Date.now()): Promise<TokenState> {
    if (token === '') return 'absent';
    const [issued = '', once = '', signature = ''] = token.split('.');
    if (!(await this.secret.isSignature(signature, 'token', formId, issued, once))) return 'forged';
    const age = now - Number.parseInt(issued, 36);
    if (age < MIN_MS) return 'too fast';
    return age > MAX_DURATION_MS ? 'expired' : { once };
  }
}
