import { type ContentEvents } from '../../src/hooks/content-events.service.js';
import { type EntryScopesStore } from '../../src/hooks/entry-scopes.store.js';
import { type WriteHooks } from '../../src/hooks/write-hooks.service.js';

/** For stores that are created without an application. */
export const NO_SCOPES = { hidden: () => Promise.resolve(undefined), tables: [] } as unknown as EntryScopesStore;

/** For writers that are created without an application. */
export const NO_HOOKS = {
  has: () => false,
  decide: (_kind: unknown, _tx: unknown, _about: unknown, values: unknown) => Promise.resolve(values),
} as unknown as WriteHooks;

export const NO_EVENTS = { hasListeners: () => false, emit: () => Promise.resolve() } as unknown as ContentEvents;
