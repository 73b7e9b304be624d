export type OutboundFailure =
  | 'address' // not a URL we may ask for
  | 'name' // the host's name leads nowhere
  | 'network' // the host's address is not one of the public internet
  | 'redirects'
  | 'size'
  | 'encoding'
  | 'busy'
  | 'time'
  | 'connection';

/** A request to the outside that was refused or failed. The reason is for logs; callers of ours must not learn it. */
export class OutboundError extends Error {
  constructor(
    readonly reason: OutboundFailure,
    cause?: unknown,
  ) {
    super(`outbound request failed: ${reason}`, { cause });
  }
}
