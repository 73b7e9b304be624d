import { type IncomingHttpHeaders } from 'node:http';
import { type Shape } from '../../text/value-shape.js';
import { type Principal } from '../principal.js';

/** The parts of a request that a strategy may read. */
export interface AuthenticationRequest {
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Route of the REST API, such as `/wp/v2/posts`. */
  readonly route: string;
  readonly method: string;
  /** Value of the strategy's parameter, if it declares one. */
  readonly parameter?: string;
  /** Address of the client. */
  readonly address: string;
}

/** A way to authenticate requests of the REST API, asked before the built-in ones. */
export interface AuthenticationStrategy {
  /**
   * The requester, or undefined for credentials that are not for this strategy. Credentials that are, but are invalid, are
   * refused by throwing a `RestError`; any other exception is a 500.
   */
  authenticate(request: AuthenticationRequest): Promise<Principal | undefined> | Principal | undefined;
}

export interface StrategyOptions {
  /** The scheme of the Authorization header, such as `Bearer`. Responses with status 401 name it in WWW-Authenticate. */
  readonly scheme?: string;
  /** Headers other than Authorization that contain credentials. Requests that have one are never answered from a cache. */
  readonly headers?: readonly string[];
  /**
   * Parameter of the query that may contain the credentials instead. Responses to requests with one of the name `preview_token` are never
   * cached; others must not be used.
   */
  readonly parameter?: 'preview_token';
  /** Strategies with a smaller number are asked first; 0 by default. */
  readonly order?: number;
}

/** The options and their types. */
export const STRATEGY_OPTIONS = {
  scheme: { type: 'string' },
  headers: { type: 'array', items: { type: 'string' } },
  parameter: { enum: ['preview_token'] },
  order: { type: 'number' },
} as const satisfies Readonly<Record<keyof StrategyOptions, Shape>>;

// Shared with other copies of this package.
const STRATEGY = Symbol.for('nestpress.authentication-strategy');

/** Registers a provider as a strategy. */
export function Authenticates(options: StrategyOptions) {
  return (target: new (...args: never[]) => AuthenticationStrategy): void =>
    Reflect.defineMetadata(STRATEGY, options, target);
}

export function strategyOptions(target: object): StrategyOptions | undefined {
  return Reflect.getMetadata(STRATEGY, target) as StrategyOptions | undefined;
}
