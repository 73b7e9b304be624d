import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Posted } from '../fields/posted-fields.js';
import { type FormTag } from '../template/form-tag.js';
import { CAPTCHA_CHARACTERS, drawCaptcha } from './captcha-picture.js';
import { type AnsweredChallenge } from './quiz.service.js';
import { FormsSecretService } from './form-tokens.service.js';

const LIFETIME_SECONDS = 3600;
const LENGTH = 5;
const BYTES = { expiry: 5, id: 9, proof: 10 };

/** A try at a challenge of ours, right or wrong. */
export interface CaptchaAttempt {
  readonly challenge: AnsweredChallenge;
  readonly isRight: boolean;
}

/**
 * Pictures of characters to copy. A challenge is a number: end of validity, id, and a proof that it is ours, for one
 * field of one form. Its characters follow from it and the site's secret; nothing is stored before somebody tries it.
 */
@Injectable()
export class CaptchaService {
  constructor(private readonly secret: FormsSecretService) {}

  /** The address of a fresh picture for every field that wants one; undefined when none does. */
  async challenges(
    formId: number,
    tags: readonly FormTag[],
    home: string,
  ): Promise<Record<string, string> | undefined> {
    const pictures = tags.filter((tag) => tag.base === 'captchac' && tag.name !== '');
    if (pictures.length === 0) return undefined;
    const address = async ({ name }: FormTag) =>
      `${home}/forms/${formId}/captcha/${encodeURIComponent(name)}/${await this.issue(formId, name)}.png`;
    return Object.fromEntries(await Promise.all(pictures.map(async (tag) => [tag.name, await address(tag)] as const)));
  }

  /** Undefined when what came back is no valid challenge at all. */
  async attempt(formId: number, { name }: FormTag, posted: Posted): Promise<CaptchaAttempt | undefined> {
    const number = posted.about(`captcha_challenge_${name}`);
    const challenge = await this.read(formId, name, number);
    if (!challenge) return undefined;
    const answer = posted.first(name).normalize('NFKC').toUpperCase().replace(/\s/g, '');
    return { challenge, isRight: answer === (await this.characters(formId, name, number)).text };
  }

  /** Undefined for what is no challenge of ours, or has run out. */
  async picture(formId: number, name: string, number: string): Promise<Buffer | undefined> {
    if (!(await this.read(formId, name, number))) return undefined;
    const { text, look } = await this.characters(formId, name, number);
    return drawCaptcha(text, look);
  }

  private async issue(formId: number, name: string): Promise<string> {
    const front = Buffer.alloc(BYTES.expiry + BYTES.id);
    front.writeUIntBE(Math.floor(Date.now() / 1000) + LIFETIME_SECONDS, 0, BYTES.expiry);
    randomBytes(BYTES.id).copy(front, BYTES.expiry);
    // Digits only: scripts written for the original read the challenge off the picture's address as a number.
    return BigInt(`0x1${Buffer.concat([front, await this.proof(formId, name, front)]).toString('hex')}`).toString();
  }

  private async read(formId: number, name: string, number: string): Promise<AnsweredChallenge | undefined> {
    const length = BYTES.expiry + BYTES.id + BYTES.proof;
    const hex = /^\d{20,70}$/.test(number) ? BigInt(number).toString(16) : '';
    if (hex.length !== 1 + 2 * length || hex[0] !== '1') return undefined;
    const bytes = Buffer.from(hex.slice(1), 'hex');
    const front = bytes.subarray(0, BYTES.expiry + BYTES.id);
    const expiresAt = front.readUIntBE(0, BYTES.expiry) * 1000;
    const isOurs = bytes.subarray(front.length).equals(await this.proof(formId, name, front));
    return isOurs && expiresAt > Date.now()
      ? { field: name, id: front.subarray(BYTES.expiry).toString('base64url'), expiresAt }
      : undefined;
  }

  private async proof(formId: number, name: string, front: Buffer): Promise<Buffer> {
    return Buffer.from(await this.secret.sign('captcha', formId, name, front.toString('hex')), 'base64url').subarray(
      0,
      BYTES.proof,
    );
  }

  private async characters(formId: number, name: string, number: string): Promise<{ text: string; look: Buffer }> {
    const bytes = Buffer.from(await this.secret.sign('captcha text', formId, name, number), 'base64url');
    const text = [...bytes.subarray(0, LENGTH)]
      .map((byte) => CAPTCHA_CHARACTERS[byte % CAPTCHA_CHARACTERS.length])
      .join('');
    return { text, look: bytes.subarray(LENGTH) };
  }
}
