import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import { Database } from '../../database/database.js';
import { type SourceTable } from '../../database/engine/table-names.js';
import { ownTables } from '../../database/own-tables.js';
import { ContentModel } from '../../content-model/content-model.js';
import { DeclarationError } from '../../content-model/declarations.js';
import { LinearPattern } from '../../text/linear-pattern.js';
import { optionsProblem, type Shape } from '../../text/value-shape.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { CompiledArgs } from '../args/compile.js';
import { MAX_ROUTE_LENGTH } from '../budget.js';
import { type RequestContext } from '../http/request-context.js';
import {
  ByModel,
  type ControllerDeclaration,
  MOUNT,
  nestPath,
  type PolicyReference,
  PUBLIC,
  REST_CONTROLLER,
  CONTROLLER_MEMBERS,
  REST_ROUTE,
  ROUTE_MEMBERS,
  type RouteDeclaration,
  routePattern,
} from './route.decorators.js';
import { type Allowed, type Endpoint, type HttpMethod, type RestRoute } from './route.types.js';

type Optional = 'allowsBatch' | 'body' | 'bodyBytes' | 'isRead' | 'represent' | 'cache' | 'returns' | 'responds';
type Declared = Required<Omit<RouteDeclaration, Optional>> & Pick<RouteDeclaration, Optional>;

export interface RouteMatch {
  route: RestRoute;
  params: Record<string, string>;
}

export interface EndpointMatch {
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** Order of WordPress's own resources in the index, by the first path segment. */
const RESOURCE_ORDER = [
  'posts',
  'pages',
  'media',
  'types',
  'statuses',
  'taxonomies',
  'categories',
  'tags',
  'users',
  'comments',
  'settings',
];

/** Discovers all declared routes by reflection at start, validates them, and matches requests. */
@Injectable()
export class RouteRegistry implements OnModuleInit {
  /** In the order of the index. */
  routes: readonly RestRoute[] = [];
  namespaces: readonly string[] = [];
  /** Sources that links embed, with the declaration that names them. */
  readonly embeds: { readonly source: string; readonly owner: string }[] = [];
  private endpoints = 0;
  private literals = new Map<string, RestRoute>();
  private patterns: { matcher: RouteMatcher; route: RestRoute }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly modules: ModuleRef,
    private readonly database: Database,
    private readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  onModuleInit(): void {
    const routes = new Map<string, RestRoute>();
    this.embeds.push(...this.model.fields.embeds);
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const controller =
        metatype && (Reflect.getMetadata(REST_CONTROLLER, metatype) as ControllerDeclaration | undefined);
      if (controller) this.explore(controller, instance as object, routes);
    }
    this.namespaces = this.sortNamespaces(routes.values());
    const bare = this.namespaces.find((namespace) => !routes.has(`/${namespace}`));
    if (bare)
      throw new Error(
        `Namespace ${bare} has no index: import NamespaceModule.register('${bare}') in the module of its routes.`,
      );
    this.routes = this.sortRoutes([...routes.values()]);
    for (const route of this.routes) {
      if (route.pattern.includes('(?P<')) this.patterns.push({ matcher: new RouteMatcher(route.pattern), route });
      else this.literals.set(route.pattern.toLowerCase(), route);
    }
  }

  /** All routes whose pattern matches, in order; usually one. Patterns are case-insensitive. */
  *find(path: string): Generator<RouteMatch> {
    if (path.length > MAX_ROUTE_LENGTH) return;
    const lowerCase = path.toLowerCase();
    const literal = this.literals.get(lowerCase);
    if (literal) yield { route: literal, params: {} };
    for (const { matcher, route } of this.patterns) {
      const params = matcher.match(path, lowerCase);
      if (params) yield { route, params };
    }
  }

  /** Routes without a handler for the method are skipped; there is never a 405. */
  findEndpoint(method: string, path: string): EndpointMatch | undefined {
    const handled = (method === 'HEAD' ? 'GET' : method) as HttpMethod;
    for (const { route, params } of this.find(path)) {
      const endpoint = route.endpoints.find((candidate) => candidate.methods.includes(handled));
      if (endpoint) return { endpoint, params };
    }
    return undefined;
  }

  private explore(controller: ControllerDeclaration, instance: object, routes: Map<string, RestRoute>): void {
    const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
    const owner = `@RestController of ${instance.constructor.name}`;
    checkMembers(owner, controller, CONTROLLER_MEMBERS);
    for (const source of controller.embeds ?? []) this.embeds.push({ source, owner });
    for (const handler of this.scanner.getAllMethodNames(prototype)) {
      const declared = Reflect.getMetadata(REST_ROUTE, prototype[handler] as object) as Declared | undefined;
      if (!declared) continue;
      checkMembers(`@Route of ${instance.constructor.name}.${handler}`, declared, ROUTE_MEMBERS);
      const pattern = routePattern(controller, declared.path);
      const route = routes.get(pattern) ?? {
        namespace: controller.namespace,
        pattern,
        endpoints: [],
        fields: controller.fields && this.resolved(controller.fields),
        hidesSchema: declared.hidesSchema,
        allowsAll: controller.allowsAll,
        allowsBatch: declared.allowsBatch ?? controller.allowsBatch,
        protocol: controller.protocol,
      };
      routes.set(pattern, route);
      const endpoint = this.endpoint(
        route,
        declared,
        `${instance.constructor.name}.${handler}`,
        callerOf(instance, handler),
      );
      for (const method of endpoint.methods) {
        if (route.endpoints.some((other) => other.methods.includes(method)))
          throw new DeclarationError(
            `${method} ${pattern} is declared twice: by ${route.endpoints.find((other) => other.methods.includes(method))!.handler} and by ${endpoint.handler}.`,
          );
      }
      route.endpoints.push(endpoint);
    }
  }

  private endpoint(route: RestRoute, declared: Declared, handler: string, call: Endpoint['call']): Endpoint {
    if (!declared.can)
      throw new Error(
        `${handler} declares no policy: say who may call ${declared.methods.join('/')} ${route.pattern}.`,
      );
    const args = new CompiledArgs(this.resolved(declared.args), this.profile, (provider) =>
      this.modules.get(provider, { strict: false }),
    );
    const cache = this.cacheTags(
      declared.cache instanceof ByModel ? declared.cache.resolve(this.model) : declared.cache,
    );
    for (const table of cache ?? []) this.watch(table, handler);
    const empty = args.args.find((arg) => arg.enum?.length === 0);
    if (empty) throw new Error(`${handler}: argument ${empty.name} allows no value at all.`);
    return {
      number: this.endpoints++,
      route,
      methods: declared.methods,
      args,
      can: this.policy(declared.can, handler),
      call,
      nest: { method: declared.methods[0]!, path: MOUNT + nestPath(route.pattern).replace(/\/$/, '') },
      handler,
      body: declared.body,
      bodyBytes: declared.bodyBytes,
      isRead: declared.isRead,
      cache,
      represent: declared.represent,
      returns: declared.returns,
      responds: declared.responds,
    };
  }

  /** What shows or embeds entries is also built from the tables that declared fields, scopes and filters read. */
  private cacheTags(declared: Endpoint['cache']): Endpoint['cache'] {
    if (!declared?.includes('posts')) return declared;
    const { fields, queries } = this.model;
    return fields.tables && [...new Set([...declared, ...fields.tables, ...queries.tables])];
  }

  private resolved<T extends object>(declared: T | ByModel<T>): T {
    return declared instanceof ByModel ? declared.resolve(this.model) : declared;
  }

  /** A response that depends on a table that does not exist would be cached for ever. */
  private watch(table: SourceTable, handler: string): void {
    const { tables } = this.database;
    const isKnown = tables.all.includes(tables.full(table)) || ownTables().some(({ name }) => name === table);
    if (!isKnown)
      throw new DeclarationError(
        `${handler} names the table "${table}" in \`cache\`, which does not exist. Known are WordPress's tables and those of entities that a module registers with DatabaseModule.forFeature.`,
      );
    tables.watch(table);
  }

  private policy(reference: PolicyReference | typeof PUBLIC, handler: string): Endpoint['can'] {
    if (reference === PUBLIC) return () => true;
    const policy = this.modules.get<Record<string, (ctx: RequestContext, args: object) => Allowed>>(reference.policy, {
      strict: false,
    });
    if (typeof policy[reference.method] !== 'function')
      throw new Error(`${handler}: ${reference.policy.name} has no method ${reference.method}.`);
    return (ctx, args) => policy[reference.method]!(ctx, args);
  }

  private sortNamespaces(routes: Iterable<RestRoute>): string[] {
    const found = new Set([...routes].map((route) => route.namespace).filter((namespace) => namespace !== ''));
    const ordered = this.profile.namespaces.filter((namespace) => found.has(namespace));
    return [...ordered, ...[...found].filter((namespace) => !ordered.includes(namespace))];
  }

  /** By namespace, its own index first, then in the order of WordPress's resources, then in order of declaration. */
  private sortRoutes(routes: RestRoute[]): RestRoute[] {
    const rank = ({ namespace, pattern }: RestRoute) => {
      const segment = pattern.slice(namespace.length + 1).split('/')[1] ?? '';
      const resource = RESOURCE_ORDER.indexOf(segment);
      return [
        this.namespaces.indexOf(namespace),
        segment === '' ? -1 : resource < 0 ? Number.MAX_SAFE_INTEGER : resource,
      ] as const;
    };
    return routes
      .map((route, index) => ({ route, key: [...rank(route), index] }))
      .sort((a, b) => a.key[0]! - b.key[0]! || a.key[1]! - b.key[1]! || a.key[2]! - b.key[2]!)
      .map(({ route }) => route);
  }
}

interface HandlerParameter {
  index: number;
  data: unknown;
  factory?: (data: unknown, execution: object) => unknown;
}

/** Calls a handler with the values of its parameter decorators, as Nest does. */
function callerOf(instance: object, handler: string): Endpoint['call'] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, instance.constructor, handler) ?? {}) as Record<
    string,
    HandlerParameter
  >;
  const parameters = Object.values(declared).sort((a, b) => a.index - b.index);
  return async (exchange) => {
    const execution = { switchToHttp: () => ({ getRequest: () => ({ rest: exchange }) }) };
    const values = parameters.map(({ data, factory }) => factory?.(data, execution));
    return (instance as Record<string, (...args: unknown[]) => unknown>)[handler]!(...values);
  };
}

/** Most patterns are ruled out by the literal text that they begin with. */
export class RouteMatcher {
  private readonly prefix: string;
  private readonly rest: LinearPattern;

  constructor(pattern: string) {
    const prefix = LITERAL_PREFIX.exec(pattern)![0];
    this.prefix = prefix.toLowerCase();
    this.rest = new LinearPattern(pattern.slice(prefix.length), { ignoresCase: true });
  }

  match(path: string, lowerCase = path.toLowerCase()): Record<string, string> | undefined {
    return lowerCase.startsWith(this.prefix) ? this.rest.match(path.slice(this.prefix.length)) : undefined;
  }
}

/** Not a character with a quantifier. */
const LITERAL_PREFIX = /^(?:[\w/-](?![?*{]))*/;

function checkMembers(decorator: string, declaration: object, members: Readonly<Record<string, Shape>>): void {
  const problem = optionsProblem(declaration, members);
  if (problem !== undefined) throw new DeclarationError(`${decorator}: ${problem}`);
}
