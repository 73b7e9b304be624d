/** Public API of this folder, for the features. */
export { BeforeWrite } from './before-write.decorator.js';
export { type BeforeEntryWrite, type TermChange, type UserChange } from './changes.js';
export { ContentEvents, type EventOutbox, type EventPrincipal } from './content-events.service.js';
export { EntryScopesStore } from './entry-scopes.store.js';
export { CONTENT_EVENTS, type ContentEvent, type ContentEventName, type FactsOf } from './events.js';
export { loadModules } from './load-modules.js';
export { isRefusal, WriteHooks } from './write-hooks.service.js';
