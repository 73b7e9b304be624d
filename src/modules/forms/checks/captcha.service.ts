import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type SubmittedFields } from '../fields/posted-fields.js';
import { type FormTag } from '../template/form-tag.js';
import { type AnsweredChallenge } from './quiz.service.js';
import { FormsSecretService } from './form-tokens.service.js';
import { loadSharp } from '../../media/images/read-image.js';

/** Strokes in a box of 4 by 6; characters that look alike are left out. No font is needed to draw them. */
const STROKES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    A: 'M0 6L2 0L4 6M1 4H3',
    C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
    E: 'M4 0H0V6H4M0 3H3',
    F: 'M4 0H0V6M0 3H3',
    H: 'M0 0V6M4 0V6M0 3H4',
    J: 'M4 0V5L3 6H1L0 5',
    K: 'M0 0V6M4 0L0 3L4 6',
    L: 'M0 0V6H4',
    M: 'M0 6V0L2 3L4 0V6',
    N: 'M0 6V0L4 6V0',
    P: 'M0 6V0H3L4 1V2L3 3H0',
    R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
    T: 'M0 0H4M2 0V6',
    U: 'M0 0V5L1 6H3L4 5V0',
    W: 'M0 0L1 6L2 3L3 6L4 0',
    X: 'M0 0L4 6M4 0L0 6',
    Y: 'M0 0L2 3L4 0M2 3V6',
    3: 'M0 0H4L2 2.5H3L4 3.5V5L3 6H1L0 5',
    4: 'M3 6V0L0 4H4',
    7: 'M0 0H4L1 6',
    9: 'M4 2.5L3 3H1L0 2V1L1 0H3L4 1V4L3 6H1',
  }),
);

const CAPTCHA_CHARACTERS = [...STROKES.keys()];

const CELL = 30;
const HEIGHT = 56;
const LINES = 4;

/** The characters as a picture. `look` says how they are bent, so that a challenge always looks the same. */
async function drawCaptcha(text: string, look: Uint8Array): Promise<Buffer> {
  const width = CELL * text.length + 20;
  const turn = (place: number, spread: number) => ((look[place % look.length]! / 255) * 2 - 1) * spread;
  const characters = [...text].map((character, index) => {
    const x = 16 + index * CELL + turn(index, 4);
    const y = 13 + turn(index + 5, 6);
    return `<path transform="translate(${x} ${y}) rotate(${turn(index + 10, 22)} 8 14) scale(${4 + turn(index + 3, 0.5)} ${5 + turn(index + 7, 0.6)})" d="${STROKES.get(character)}"/>`;
  });
  const lines = Array.from({ length: LINES }, (_, index) => {
    const [from, to] = [HEIGHT / 2 + turn(index, HEIGHT / 2), HEIGHT / 2 + turn(index + 12, HEIGHT / 2)];
    return `<path d="M0 ${from}C${width / 3} ${to} ${(width / 3) * 2} ${from} ${width} ${to}"/>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>` +
    `<g fill="none" stroke="#222" stroke-width=".6" stroke-linecap="round" stroke-linejoin="round">${characters.join('')}</g>` +
    `<g fill="none" stroke="#777" stroke-width="1.2">${lines.join('')}</g></svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png().toBuffer();
}

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
 * field of one form. Its characters follow from it and the site's secret; nothing is stored before the first attempt.
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
  async attempt(formId: number, { name }: FormTag, posted: SubmittedFields): Promise<CaptchaAttempt | undefined> {
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
