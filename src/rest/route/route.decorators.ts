import {
  Controller,
  createParamDecorator,
  type ExecutionContext,
  RequestMapping,
  RequestMethod,
  type Type,
} from '@nestjs/common';
import { type Shape } from '../../text/value-shape.js';
import { type DtoClass } from '../args/arg.decorator.js';
import { EmptyDto } from '../args/common.dto.js';
import { type ValueSchema } from '../args/schema.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type ContentModel } from '../../content-model/content-model.js';
import {
  type Allowed,
  type ReturnShape,
  type CacheTag,
  type HttpMethod,
  type Represent,
  type RestExchange,
  type UploadDeclaration,
} from './route.types.js';
import { type ProtocolHeaders, type RequestContext } from '../http/request-context.js';

export const READABLE: readonly HttpMethod[] = ['GET'];
export const CREATABLE: readonly HttpMethod[] = ['POST'];
export const EDITABLE: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH'];
export const DELETABLE: readonly HttpMethod[] = ['DELETE'];

/** A part of a declaration that depends on the content of the site, such as filters by declared taxonomies. */
export class ByModel<T> {
  constructor(
    /** Called once, when the service starts. */
    readonly resolve: (model: ContentModel) => T,
  ) {}
}

export function byModel<T>(resolve: (model: ContentModel) => T): ByModel<T> {
  return new ByModel(resolve);
}

/** A method of a policy class: (ctx, args) => allowed, or the error that explains the refusal. */
export interface PolicyReference {
  policy: Type<object>;
  method: string;
}

/** No permission check: everyone may call it. */
export const PUBLIC = 'public';

type PolicyMethod = (ctx: RequestContext, args: never) => Allowed;
type PolicyNames<P> = { [K in keyof P]: P[K] extends PolicyMethod ? K : never }[keyof P] & string;

/** Names the policy method that guards a route. */
export function can<P extends object>(policy: Type<P>, method: PolicyNames<P>): PolicyReference {
  return { policy, method };
}

export interface RouteDeclaration {
  methods: readonly HttpMethod[];
  /** Path below the controller's base, with named groups: `/(?P<id>[\d]+)`. */
  path?: string;
  args?: DtoClass | ByModel<DtoClass>;
  can: PolicyReference | typeof PUBLIC;
  /** Responses to anonymous requests may be cached; the tables they are built from. The options are always included. */
  cache?: readonly CacheTag[] | ByModel<readonly CacheTag[] | undefined>;
  represent?: Represent;
  /** Writes nothing, although it is not a GET: repeating it needs no key. */
  isRead?: boolean;
  /** Only if it does not follow from the handler's name: `list` returns a list, others an item. */
  returns?: ReturnShape;
  /** What a route responds with, if not items of its field table; for the API documentation only. */
  responds?: ValueSchema;
  /** Like `allowsBatch` of the controller, for this path only. */
  allowsBatch?: boolean | 'refused';
  /** Neither OPTIONS nor the index describe the resource at this path. */
  hidesSchema?: boolean;
  /** Maximum body of anonymous requests, if it differs from the default in rest/budget.ts. */
  bodyBytes?: number;
  /** The body is or contains a file, streamed to disk; nothing is stored without the named capability. */
  body?: UploadDeclaration;
}

export interface ControllerDeclaration {
  namespace: string;
  /** First part of the path: `/posts`; empty for the namespace itself. */
  base: string;
  /** Describes the resource in OPTIONS responses. */
  fields?: ResourceFields | ByModel<ResourceFields>;
  /** Sources that links of its items embed, such as `users`; one that nothing registers stops the start. */
  embeds?: readonly string[];
  /** Headers of a protocol that the routes speak. */
  protocol?: ProtocolHeaders;
  /** The Allow header lists every method of a route, even those the requester may not use. */
  allowsAll?: boolean;
  /** Writes can be part of a batch request, if the profile supports batches; `refused`: the index says that they cannot. */
  allowsBatch?: boolean | 'refused';
}

const any: Shape = {};

/** The members of the declarations, for those that are made without TypeScript. */
export const ROUTE_MEMBERS = {
  methods: { type: 'array' },
  path: { type: 'string' },
  args: any,
  can: any,
  cache: any,
  represent: any,
  isRead: { type: 'boolean' },
  returns: any,
  responds: any,
  allowsBatch: any,
  hidesSchema: { type: 'boolean' },
  bodyBytes: { type: 'integer' },
  body: { type: 'object' },
} as const satisfies Readonly<Record<keyof RouteDeclaration, Shape>>;

export const CONTROLLER_MEMBERS = {
  namespace: { type: 'string' },
  base: { type: 'string' },
  fields: { type: 'object' },
  embeds: { type: 'array', items: { type: 'string' } },
  protocol: { type: 'object' },
  allowsAll: { type: 'boolean' },
  allowsBatch: any,
} as const satisfies Readonly<Record<keyof ControllerDeclaration, Shape>>;

/** Common path prefix of a controller's routes. */
export function basePath({ namespace, base }: ControllerDeclaration): string {
  return namespace === '' ? base : `/${namespace}${base}`;
}

/** Pattern of a route, as in the index. */
export function routePattern(controller: ControllerDeclaration, path: string): string {
  return `${basePath(controller)}${path}`.replace(/(.)\/$/, '$1') || '/';
}

/** Internal path prefix under which Nest registers the declared routes. Only RestMiddleware leads there; clients cannot reach it. */
export const MOUNT = '/~rest';

export const REST_CONTROLLER = Symbol('rest:controller');
export const REST_ROUTE = Symbol('rest:route');

export function RestController(declaration: ControllerDeclaration): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(REST_CONTROLLER, declaration, target);
    Controller(MOUNT + nestPath(basePath(declaration)))(target);
  };
}

/** The single declaration of a route: Nest's mapping, validation, index and OPTIONS are derived from it. */
export function Route(declaration: RouteDeclaration): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    Reflect.defineMetadata(REST_ROUTE, { args: EmptyDto, path: '', ...declaration }, descriptor.value as object);
    RequestMapping({ path: nestPath(declaration.path ?? ''), method: RequestMethod[declaration.methods[0]!] })(
      target,
      key,
      descriptor,
    );
  };
}

/** A named group of a pattern, with its name and expression, which may contain two levels of groups. */
export const NAMED_GROUP = /\(\?P<(\w+)>((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;

/** A pattern in Nest's syntax: `/(?P<id>[\d]+)` → `/:id`. */
export function nestPath(pattern: string): string {
  return pattern.replace(NAMED_GROUP, ':$1');
}

const exchange = (execution: ExecutionContext) => execution.switchToHttp().getRequest<{ rest: RestExchange }>().rest;

/** Handler parameter: the request context. */
export const Ctx = createParamDecorator((_: unknown, execution: ExecutionContext) => exchange(execution).ctx);

/** Handler parameter: the validated and converted arguments, an instance of the route's DTO. */
export const Args = createParamDecorator((_: unknown, execution: ExecutionContext) => exchange(execution).args);

/** Names a generated class after its resource, for logs and traces: `posts`, `Policy` → `PostsPolicy`. */
export function named<C extends Type<object>>(type: C, subject: string, suffix: string): C {
  const name = subject.replace(/(?:^|[-_ ])(\w)/g, (_, letter: string) => letter.toUpperCase()) + suffix;
  Object.defineProperty(type, 'name', { value: name, configurable: true });
  return type;
}
