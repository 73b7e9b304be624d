import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DeclarationError } from '../../content-model/declaration-error.js';
import { optionsProblem } from '../../text/value-shape.js';
import { type AuthRequest } from './auth-result.js';
import { type AuthenticationStrategy, STRATEGY_OPTIONS, strategyOptions } from './authentication-strategy.js';

const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/;

/** The strategies among the providers of the application, in their order. */
@Injectable()
export class StrategiesRegistry implements OnModuleInit {
  strategies: readonly AuthenticationStrategy[] = [];
  /** Schemes of the Authorization header, in lower case. */
  schemes: ReadonlySet<string> = new Set();
  /** Headers with credentials besides Authorization, in lower case. */
  headers: readonly string[] = [];
  /** Parameters of the query with credentials, by strategy. */
  parameters: ReadonlyMap<AuthenticationStrategy, string> = new Map();
  /** Value of WWW-Authenticate; undefined if there is nothing to name. */
  challenge?: string;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Whether the request has something that a strategy may accept: each declares where its credentials are. */
  hasCredentials({ headers, query = {} }: Pick<AuthRequest, 'headers' | 'query'>): boolean {
    if (this.strategies.length === 0) return false;
    return (
      headers.authorization !== undefined ||
      this.headers.some((name) => headers[name] !== undefined) ||
      [...this.parameters.values()].some((name) => query[name] !== undefined)
    );
  }

  onModuleInit(): void {
    const found = this.discovery
      .getProviders()
      .flatMap(({ instance, metatype }) => {
        const options = typeof metatype === 'function' ? strategyOptions(metatype) : undefined;
        return options ? [{ instance: instance as AuthenticationStrategy | null, options, name: metatype!.name }] : [];
      })
      .sort((a, b) => (a.options.order ?? 0) - (b.options.order ?? 0));
    for (const { instance, options, name } of found) {
      if (typeof instance?.authenticate !== 'function')
        throw new DeclarationError(`${name} is decorated with @Authenticates but has no method authenticate.`);
      const problem = optionsProblem(options, STRATEGY_OPTIONS);
      if (problem !== undefined)
        throw new DeclarationError(`@Authenticates of ${name}: an option is wrong: ${problem}`);
      const { scheme, headers = [] } = options;
      const wrong = [...(scheme === undefined ? [] : [scheme]), ...headers].find((word) => !TOKEN.test(word));
      if (wrong !== undefined)
        throw new DeclarationError(`@Authenticates of ${name}: "${wrong}" is not the name of a scheme or header.`);
      if (scheme === undefined && headers.length === 0)
        throw new DeclarationError(
          `@Authenticates of ${name} must name a scheme or the headers that contain its credentials.`,
        );
    }
    const schemes = [...new Set(found.flatMap(({ options }) => options.scheme ?? []))];
    // Browsers have no preview tokens of their own, so they are not asked for one.
    const challenges = found.flatMap(({ options }) => (options.parameter === undefined ? (options.scheme ?? []) : []));
    this.strategies = found.map(({ instance }) => instance!);
    this.parameters = new Map(
      found.flatMap(({ instance, options: { parameter } }) =>
        parameter === undefined ? [] : [[instance!, parameter]],
      ),
    );
    this.schemes = new Set(schemes.map((scheme) => scheme.toLowerCase()));
    this.headers = [
      ...new Set(found.flatMap(({ options }) => options.headers ?? []).map((name) => name.toLowerCase())),
    ];
    this.challenge = challenges.length === 0 ? undefined : [...new Set(challenges)].join(', ');
  }
}
