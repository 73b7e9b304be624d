import { type IncomingMessage } from 'node:http';

/** The place of a request among those in progress, from its start until its response begins. See server/request-admission.ts. */
export interface RequestSlot {
  /** For a request that waits for something that costs nothing here, such as a change or the next bytes of an upload. */
  release(): void;
  /** Releases the slot while `work` waits for the client, and takes one again. */
  pause<T>(work: () => Promise<T>): Promise<T>;
}

export type AdmittedRequest = IncomingMessage & { slot?: RequestSlot; ip?: string };
