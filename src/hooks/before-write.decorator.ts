import { type Shape } from '../text/value-shape.js';
import { type ChangeKind, type Changes } from './changes.js';

export interface HookOptions {
  /** Names of content types (of entries) or taxonomies (of terms); all by default. */
  readonly types?: readonly string[];
  /** Hooks with a smaller number run first; 0 by default. Equal ones run in the order of their modules and providers. */
  readonly order?: number;
}

/** The options and their types. */
export const HOOK_OPTIONS = {
  types: { type: 'array', items: { type: 'string' } },
  order: { type: 'number' },
} as const satisfies Readonly<Record<keyof HookOptions, Shape>>;

/** What a decorated method is registered for. */
export interface HookDeclaration extends HookOptions {
  readonly kind: string;
}

// Shared with other copies of this package.
const BEFORE_WRITE = Symbol.for('nestpress.before-write');

/** Entries of certain types are typed by the method's parameter: `BeforeEntryWrite<'post'>`, `BeforeEntryWrite<typeof book>`. */
type HookMethod<K extends ChangeKind> = (change: Changes[K]) => void | Promise<void>;

/**
 * Calls a provider's method before each write of this kind, inside its transaction. The method may change the values
 * (`change.set`) or refuse the write by throwing a `RestError`; then nothing of the transaction remains.
 */
export function BeforeWrite<K extends ChangeKind>(kind: K, options: HookOptions = {}) {
  return <M extends HookMethod<K>>(_target: object, _name: string | symbol, method: TypedPropertyDescriptor<M>): void =>
    addDeclaration(BEFORE_WRITE, method.value, { ...options, kind });
}

/** Appends to what the decorators of a method have declared. */
export function addDeclaration(key: symbol, method: unknown, declaration: object): void {
  if (typeof method !== 'function') throw new TypeError('Only methods can be decorated.');
  Reflect.defineMetadata(key, [...declarationsOf(key, method), declaration], method);
}

export function declarationsOf<D extends object>(key: symbol, method: object): D[] {
  return (Reflect.getMetadata(key, method) as D[] | undefined) ?? [];
}

export const hooksOf = (method: object): HookDeclaration[] => declarationsOf(BEFORE_WRITE, method);
