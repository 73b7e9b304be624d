import { addDeclaration, declarationsOf } from './before-write.decorator.js';
import { type Shape } from '../text/value-shape.js';
import { type ContentEvent, type ContentEventName } from './events.js';

export interface ListenerOptions {
  /** Names of content types (entries, media) or taxonomies (terms); all by default. */
  readonly types?: readonly string[];
  /**
   * Delivered by a job that is written in the transaction of the event: at least once, in whichever process, and again after
   * a failure. Otherwise the method is called once, in the process of the write, right after the commit.
   */
  readonly durable?: boolean;
  /** Number of failures after which a durable delivery is given up; 10 by default. */
  readonly attempts?: number;
}

/** The options and their types. */
export const LISTENER_OPTIONS = {
  types: { type: 'array', items: { type: 'string' } },
  durable: { type: 'boolean' },
  attempts: { type: 'integer' },
} as const satisfies Readonly<Record<keyof ListenerOptions, Shape>>;

export interface ListenerDeclaration extends ListenerOptions {
  readonly events: readonly string[];
}

// Shared with other copies of this package.
const ON_CONTENT = Symbol.for('nestpress.on-content');

type ListenerMethod<N extends ContentEventName> = (event: ContentEvent<N>) => void | Promise<void>;

/** Calls a provider's method after each committed write that the events name. It can no longer refuse the write. */
export function OnContent<N extends ContentEventName>(events: N | readonly N[], options: ListenerOptions = {}) {
  return <M extends ListenerMethod<N>>(
    _target: object,
    _name: string | symbol,
    method: TypedPropertyDescriptor<M>,
  ): void => addDeclaration(ON_CONTENT, method.value, { ...options, events: [events].flat() });
}

export const listenersOf = (method: object): ListenerDeclaration[] => declarationsOf(ON_CONTENT, method);
