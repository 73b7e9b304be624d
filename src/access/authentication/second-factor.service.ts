import { createHash, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/counters.js';
import { PhpArray, type PhpValue, toInteger, toText } from '../../text/php/index.js';
import { ACCESS_OPTIONS, type AccessOptions } from '../access-options.js';
import { AccessEvents } from '../access-events.service.js';
import { type Principal } from '../principal.js';
import { SECOND_FACTOR_KEY, UNRECORDED, UserMetaStore } from '../user-meta.store.js';

const PERIOD_SECONDS = 30;
/** Codes of the period before and after the current one are accepted, since clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without characters that look alike. 16 of them have 80 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Wrong codes for one account, whatever the address: a code has only six digits. */
const WRONG_CODES = { most: 10, windowMs: 3_600_000 };

interface StoredFactor {
  /** Base32. */
  secret: string;
  isEnabled: boolean;
  /** Period of the last accepted code: a code works once. */
  lastPeriod: number;
  /** Digests of the recovery codes that were not used. */
  recovery: readonly string[];
}

export interface SecondFactorState {
  isEnabled: boolean;
  recoveryCodesLeft: number;
}

export type CodeResult = 'accepted' | 'wrong' | { blockedFor: number };

/** Time-based codes of authenticator apps (RFC 6238) as a second factor of accounts, with recovery codes. */
@Injectable()
export class SecondFactorService {
  private readonly limit?: RateLimit;

  constructor(
    private readonly meta: UserMetaStore,
    private readonly events: AccessEvents,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
    @Inject(COUNTERS) counters: Counters,
  ) {
    if (options.rateLimit) this.limit = new RateLimit(counters, 'second factor', WRONG_CODES);
  }

  async state(userId: number): Promise<SecondFactorState> {
    const stored = readFactor(await this.meta.read(userId, SECOND_FACTOR_KEY));
    const isEnabled = stored?.isEnabled ?? false;
    return { isEnabled, recoveryCodesLeft: isEnabled ? stored!.recovery.length : 0 };
  }

  /** A new secret, which is not used before `enable`. Undefined if a second factor is enabled already. */
  async begin(userId: number): Promise<string | undefined> {
    const secret = new Secret({ size: 20 }).base32;
    let isStored = false;
    const alter = (value: PhpValue | undefined) => {
      isStored = !readFactor(value)?.isEnabled;
      return isStored ? writeFactor({ secret, isEnabled: false, lastPeriod: 0, recovery: [] }) : undefined;
    };
    await this.meta.change(userId, SECOND_FACTOR_KEY, alter, UNRECORDED);
    return isStored ? secret : undefined;
  }

  /** Enables the secret of `begin` with the first code of it; returns the recovery codes, which are not stored. */
  async enable(userId: number, code: string, by: Principal): Promise<string[] | Exclude<CodeResult, 'accepted'>> {
    const blockedFor = (await this.limit?.take(String(userId))) ?? 0;
    if (blockedFor > 0) return { blockedFor };
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    let isEnabled = false;
    await this.meta.change(
      userId,
      SECOND_FACTOR_KEY,
      (value) => {
        const stored = readFactor(value);
        const period = stored && !stored.isEnabled ? this.periodOf(stored, code) : undefined;
        if (period === undefined) return undefined;
        isEnabled = true;
        return writeFactor({ ...stored!, isEnabled, lastPeriod: period, recovery: codes.map(digestOf) });
      },
      (tx) => this.events.emit(tx, { event: 'second-factor.enabled', account: userId, by }),
    );
    if (!isEnabled) return 'wrong';
    await this.limit?.clear(String(userId));
    return codes;
  }

  /** Checks a code of the app or a recovery code and uses it up. */
  async check(userId: number, code: string): Promise<CodeResult> {
    // Recovery codes are too long to be guessed: a limit that others exhausted does not lock out their owner.
    const isRecovery = normalizeRecovery(code).length === GROUPS * GROUP_LENGTH;
    const blockedFor = isRecovery ? 0 : ((await this.limit?.take(String(userId))) ?? 0);
    if (blockedFor > 0) return { blockedFor };
    let isAccepted = false;
    const alter = (value: PhpValue | undefined) => {
      const stored = readFactor(value);
      if (!stored?.isEnabled) return undefined;
      const used = isRecovery ? this.withoutRecovery(stored, code) : this.withPeriod(stored, code);
      isAccepted = used !== undefined;
      return used && writeFactor(used);
    };
    await this.meta.change(userId, SECOND_FACTOR_KEY, alter, UNRECORDED);
    if (!isAccepted) return 'wrong';
    await this.limit?.clear(String(userId));
    return 'accepted';
  }

  async disable(userId: number, by: Principal): Promise<void> {
    let wasEnabled = false;
    await this.meta.change(
      userId,
      SECOND_FACTOR_KEY,
      (value) => {
        wasEnabled = isSecondFactorEnabled(value);
        return value === undefined ? undefined : PhpArray.list([]);
      },
      async (tx) => {
        if (wasEnabled) await this.events.emit(tx, { event: 'second-factor.disabled', account: userId, by });
      },
    );
  }

  private withoutRecovery(stored: StoredFactor, code: string): StoredFactor | undefined {
    const digest = digestOf(normalizeRecovery(code));
    if (!stored.recovery.includes(digest)) return undefined;
    return { ...stored, recovery: stored.recovery.filter((other) => other !== digest) };
  }

  private withPeriod(stored: StoredFactor, code: string): StoredFactor | undefined {
    const lastPeriod = this.periodOf(stored, code);
    return lastPeriod === undefined ? undefined : { ...stored, lastPeriod };
  }

  /** The period that the code belongs to, if it is valid and later than the last one. */
  private periodOf({ secret, lastPeriod }: StoredFactor, code: string): number | undefined {
    const timestamp = (this.options.now ?? Date.now)();
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
    const delta = totp.validate({ token: code.replace(/\s/g, ''), window: WINDOW, timestamp });
    if (delta === null) return undefined;
    const period = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
    return period > lastPeriod ? period : undefined;
  }
}

/** Whether the stored value of an account is an enabled second factor. */
export function isSecondFactorEnabled(value: PhpValue | undefined): boolean {
  return readFactor(value)?.isEnabled ?? false;
}

/** The address that authenticator apps read from a QR code. */
export function secondFactorUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD_SECONDS }).toString();
}

function readFactor(value: PhpValue | undefined): StoredFactor | undefined {
  if (!(value instanceof PhpArray)) return undefined;
  const secret = toText(value.get('secret'));
  if (secret === '') return undefined;
  const recovery = value.get('recovery');
  return {
    secret,
    isEnabled: toInteger(value.get('enabled')) === 1,
    lastPeriod: toInteger(value.get('last_period')),
    recovery: recovery instanceof PhpArray ? [...recovery].map(([, digest]) => toText(digest)) : [],
  };
}

function writeFactor({ secret, isEnabled, lastPeriod, recovery }: StoredFactor): PhpArray {
  return PhpArray.map([
    ['secret', secret],
    ['enabled', isEnabled ? 1 : 0],
    ['last_period', lastPeriod],
    ['recovery', PhpArray.list(recovery)],
  ]);
}

function newRecoveryCode(): string {
  const character = () => ALPHABET[randomInt(ALPHABET.length)];
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function normalizeRecovery(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '');
}

/** A slow hash is not needed for 80 random bits. */
function digestOf(code: string): string {
  return createHash('sha256').update(normalizeRecovery(code)).digest('hex');
}
