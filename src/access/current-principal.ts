import { AsyncLocalStorage } from 'node:async_hooks';
import { type Principal } from './principal.js';

/** The principal that the current work reads for. One object per request, so that values that depend on it can be cached under it. */
export interface CurrentReader {
  principal: Principal;
}

const current = new AsyncLocalStorage<CurrentReader>();

/** Runs work that reads only what declared scopes let the principal see. */
export function runAs<T>(principal: Principal, work: () => T): T {
  return current.run({ principal }, work);
}

/** After authentication, for the rest of a request that `runAs` has begun. */
export function setPrincipal(principal: Principal): void {
  const reader = current.getStore();
  if (reader) reader.principal = principal;
}

/** Undefined for work of the service itself, such as jobs and the command line. */
export function currentReader(): CurrentReader | undefined {
  return current.getStore();
}
