import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CacheStateStore, SpentProofsStore, LitespeedOptionsStore } from '../cache-state.store.js';
import { answerTo, checkProof, signingKey, type Statement } from './proof.js';

const TOKEN_LIFETIME_MS = 15 * 60_000;
const STATE = 'pairing';

/** Secrets are stored as keys derived from them. */
interface Pairing {
  token?: { key: string; expiresAt: number };
  worker?: { key: string; isLinked: boolean; mainDomain: string; pairedAt: number };
  /** Digest of a used token from the options. */
  usedUp?: string;
}

export interface NewKey {
  secret: string;
  isLinked: boolean;
  mainDomain: string;
}

/** `missing`: there is no such secret; `wrong`: it does not verify the message. */
export type Verdict = 'missing' | 'wrong' | { answer: string };

/**
 * Manages the trusted worker: a token that expires after a few minutes, created for the administrator, lets a worker register
 * its key, with which it signs all later messages.
 */
@Injectable()
export class PairingService {
  private readonly logger = new Logger('Cache');

  constructor(
    private readonly state: CacheStateStore,
    private readonly spent: SpentProofsStore,
    private readonly adopted: LitespeedOptionsStore,
  ) {}

  /** Starts a pairing; the token is returned only here. */
  async newToken(): Promise<{ token: string; expiresAt: number }> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = Date.now() + TOKEN_LIFETIME_MS;
    await this.alter((pairing) => ({ ...pairing, token: { key: signingKey(token), expiresAt } }));
    this.logger.log('A token for pairing a worker was created.');
    return { token, expiresAt };
  }

  /** Whether the proof was made with the token of the current pairing. */
  async byToken(proof: string, statement: Statement): Promise<Verdict> {
    return this.verify(proof, await this.tokenKey(), statement);
  }

  /** Whether the proof was made with the worker's key. */
  async byKey(proof: string, statement: Statement): Promise<Verdict> {
    return this.verify(proof, await this.workerKey(), statement);
  }

  /** Ends the current pairing. */
  async completePairing({ secret, isLinked, mainDomain }: NewKey): Promise<void> {
    const adopted = await this.adopted.token();
    await this.alter(() => ({
      worker: { key: signingKey(secret), isLinked, mainDomain, pairedAt: Date.now() },
      ...(adopted !== '' && { usedUp: digest(adopted) }),
    }));
    this.logger.log('A worker was paired.');
  }

  private async verify(proof: string, key: string | undefined, statement: Statement): Promise<Verdict> {
    if (key === undefined) return 'missing';
    const checked = checkProof(proof, key, statement);
    if (!checked || !(await this.spent.spend(checked))) return 'wrong';
    return { answer: answerTo(key, statement.purpose, checked.nonce) };
  }

  private async tokenKey(): Promise<string | undefined> {
    const { token, usedUp: usedUp } = await this.pairing();
    if (token && token.expiresAt > Date.now()) return token.key;
    const adopted = await this.adopted.token();
    return adopted === '' || usedUp === digest(adopted) ? undefined : signingKey(adopted);
  }

  private async workerKey(): Promise<string | undefined> {
    const { worker } = await this.pairing();
    if (worker) return worker.key;
    const adopted = await this.adopted.key();
    return adopted === '' ? undefined : signingKey(adopted);
  }

  private async pairing(): Promise<Pairing> {
    return (await this.state.read<Pairing>(STATE)) ?? {};
  }

  private alter(change: (pairing: Pairing) => Pairing): Promise<void> {
    return this.state.change<Pairing, void>(STATE, {}, (pairing) => ({ value: change(pairing), result: undefined }));
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
