import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 5_000;

/**
 * Remembers which credentials were proven, for a minute, so that not every request pays for a slow hash. The memory is
 * filed under the credential together with the stored hashes it was proven against: when those change it is not found.
 * Equal credentials that arrive at the same time are proven once.
 */
export class VerifiedCredentials<Proof extends object> {
  private readonly key = randomBytes(32);
  private readonly proofs = new LRUCache<string, Proof>({ max: MAX_ENTRIES, ttl: LIFETIME_MS });
  private readonly inFlight = new Map<string, Promise<Proof | undefined>>();

  /** The remembered proof, or what `prove` finds; failures are not remembered. */
  async proven(credential: readonly unknown[], prove: () => Promise<Proof | undefined>): Promise<Proof | undefined> {
    const name = createHmac('sha256', this.key).update(JSON.stringify(credential)).digest('base64');
    return this.proofs.get(name) ?? this.inFlight.get(name) ?? this.start(name, prove);
  }

  private async start(name: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined> {
    const outcome = prove();
    this.inFlight.set(name, outcome);
    try {
      const proof = await outcome;
      if (proof) this.proofs.set(name, proof);
      return proof;
    } finally {
      this.inFlight.delete(name);
    }
  }
}
