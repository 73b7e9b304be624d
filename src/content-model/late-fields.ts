import { AsyncLocalStorage } from 'node:async_hooks';

const collector = new AsyncLocalStorage<Set<string>>();

/** Runs a request and notes the fields whose values do not arrive in time for its response. */
export function notingLateFields<T>(work: () => T): T {
  return collector.run(new Set(), work);
}

export function noteLateField(name: string): void {
  collector.getStore()?.add(name);
}

/** Names of the fields that items of the response lack, although they have them. */
export function lateFields(): readonly string[] {
  const names = collector.getStore();
  return names ? [...names] : [];
}
