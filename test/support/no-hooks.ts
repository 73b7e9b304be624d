import { type ContentEvents } from '../../src/extend/content-events.service.js';
import { type WriteHooks } from '../../src/extend/write-hooks.service.js';

/** For writers that are created without an application. */
export const NO_HOOKS = {
  has: () => false,
  decide: (_kind: unknown, _tx: unknown, _about: unknown, values: unknown) => Promise.resolve(values),
} as unknown as WriteHooks;

export const NO_EVENTS = { isHeard: () => false, emit: () => Promise.resolve() } as unknown as ContentEvents;
