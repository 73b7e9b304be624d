import { type Profile } from '../../variant/profile.js';
import { NAMED_GROUP } from '../route/route.decorators.js';
import { type HttpMethod, type RestRoute } from '../route/route.types.js';
import { type Components, type Parameter, type Reference, type Schema } from './openapi.types.js';

const EMBED: Parameter = {
  name: '_embed',
  in: 'query',
  description: 'Embed the linked resources in the response.',
  schema: { type: 'boolean', const: true },
};

/** Since 5.4 it can list relations. */
const EMBED_RELATIONS: Parameter = {
  name: '_embed',
  in: 'query',
  description: 'Embed the linked resources in the response: all of them, or those of these relations.',
  schema: {
    anyOf: [
      { type: 'boolean', const: true },
      { type: 'array', items: { type: 'string' } },
    ],
  },
  style: 'form',
  explode: false,
};

const FIELDS: Parameter = {
  name: '_fields',
  in: 'query',
  description: 'Limit the response to these fields.',
  schema: { type: 'array', items: { type: 'string' } },
  style: 'form',
  explode: false,
};

/** Parameters of every read operation of a resource. */
function sharedParameters(profile: Profile): Record<string, Parameter> {
  const { fieldSelection } = profile.rest;
  const Embed = fieldSelection === 'nested' ? EMBED_RELATIONS : EMBED;
  return fieldSelection === 'none' ? { Embed } : { Embed, Fields: FIELDS };
}

export function referencesTo(kind: 'parameters', names: readonly string[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/${kind}/${name}` }));
}

export function schemaReference(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

const integer = { type: 'integer', minimum: 0 } as const;
const address = { type: 'string', format: 'uri-reference' } as const;

/** Relations that are embedded, with the schema of what they lead to; `isList`: each link leads to a list. */
const EMBEDDED = [
  { relation: 'author', schemas: ['User'] },
  { relation: 'wp:featuredmedia', schemas: ['Attachment'] },
  { relation: 'replies', schemas: ['Comment'], isList: true },
  { relation: 'wp:term', schemas: ['Category', 'Tag'], isList: true },
] as const;

/** What `_embedded` contains, among the schemas of the document. What may not be read is replaced by an error. */
export function embeddedSchema(schemas: Readonly<Record<string, Schema>>): Schema {
  const properties = EMBEDDED.filter((embedded) => embedded.schemas.every((name) => name in schemas)).map(
    (embedded) => {
      const found = embedded.schemas.map((name) => schemaReference(`${name}Embed` in schemas ? `${name}Embed` : name));
      const item: Schema = found.length === 1 ? found[0]! : { anyOf: found };
      const target: Schema = 'isList' in embedded ? { type: 'array', items: item } : item;
      return [embedded.relation, { type: 'array', items: { anyOf: [target, schemaReference('Error')] } }] as const;
    },
  );
  return { ...schemas.Embedded, properties: Object.fromEntries(properties) };
}

/** Components that are the same for every service. */
export function commonComponents(profile: Profile): Components {
  return {
    schemas: {
      Error: {
        type: 'object',
        description: 'Why the request was refused.',
        properties: {
          code: { type: 'string', description: 'Error code.', examples: ['rest_invalid_param'] },
          message: { type: 'string', description: 'Error message.' },
          data: {
            description: 'The HTTP status and, for invalid arguments, the reason for each.',
            examples: [{ status: 400, params: { page: 'page is not of type integer.' } }],
          },
        },
        required: ['code', 'message'],
      },
      Links: {
        type: 'object',
        description: 'Links to related resources, by relation.',
        additionalProperties: {
          type: 'array',
          items: { type: 'object', properties: { href: { type: 'string' }, embeddable: { type: 'boolean' } } },
        },
      },
      Embedded: {
        type: 'object',
        description: 'The linked resources by relation, if requested with `_embed`.',
        // Generators want the type of all members, also of those that may be missing.
        additionalProperties: true,
      },
    },
    parameters: sharedParameters(profile),
    headers: {
      'X-WP-Total': { description: 'Total number of items.', schema: integer },
      'X-WP-TotalPages': { description: 'Total number of pages.', schema: integer },
      Link: { description: 'URLs of the previous and next page.', schema: { type: 'string' } },
      Location: { description: 'URL of the new item.', schema: address },
    },
    responses: {
      Error: {
        description: 'The request was refused.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    securitySchemes: {
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'Login and an application password, or the account’s own password where the service allows it.',
      },
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: 'wordpress_logged_in',
        description: 'The login cookie. Its actual name ends with an underscore and the MD5 hash of the site’s URL.',
      },
      nonce: {
        type: 'apiKey',
        in: 'header',
        name: 'X-WP-Nonce',
        description: 'The nonce that must accompany a login cookie, against request forgery.',
      },
    },
  };
}

export interface PathVariable {
  name: string;
  /** Pattern of the parameter, as a regular expression. */
  expression: string;
}

/** `/posts/(?P<id>[\d]+)` → `/posts/{id}`. */
export function pathTemplate(pattern: string): string {
  return pattern.replace(NAMED_GROUP, '{$1}');
}

export function pathVariables(pattern: string): PathVariable[] {
  return [...pattern.matchAll(NAMED_GROUP)].map(([, name, expression]) => ({ name: name!, expression: expression! }));
}

/** The resource of a route, its first segment below the namespace; routes without one are grouped by namespace, if they have one. */
export function tagOf(route: RestRoute): string {
  const [segment] = segments(route);
  if (segment === undefined) return 'index';
  return route.fields ? segment : route.namespace || segment;
}

/** `post-revision` → `PostRevision`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** `listPostRevisions` → `List post revisions`. */
export function sentence(operationId: string): string {
  const words = operationId.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const CRUD = /^(list|create|read|update|delete)(?![a-z])/;

/**
 * Names for an operation, best first: the handler's verb and the resource (`listPosts`, `readPostRevision`), or the
 * handler's name in its namespace (`formsFeedback`). Further methods of a handler include the method.
 */
export function operationNames(route: RestRoute, handler: string, method: HttpMethod, first: HttpMethod): string[] {
  const suffix = method === first ? '' : `By${pascalCase(method.toLowerCase())}`;
  return handlerNames(route, verbOf(handler)).map((name) => name + suffix);
}

/** `PostsController.remove` → `delete`. */
export function verbOf(handler: string): string {
  return handler.slice(handler.lastIndexOf('.') + 1).replace(/^remove(?![a-z])/, 'delete');
}

function handlerNames(route: RestRoute, verb: string): string[] {
  if (!CRUD.test(verb)) {
    const name = route.namespace.split('/')[0] + pascalCase(verb);
    return [name, name + pascalCase(segments(route).at(-1) ?? '')];
  }
  // A longer name, such as `readMe`, is complete.
  const name = verb.replace(CRUD, '') === '' ? verb + noun(route, verb) : verb;
  return [name, name + pascalCase(route.namespace)];
}

function segments({ namespace, pattern }: RestRoute): string[] {
  return pathTemplate(pattern)
    .slice(namespace === '' ? 0 : namespace.length + 1)
    .split('/')
    .filter((segment) => segment !== '');
}

/** Singular form of a collection's name, if a variable follows or an item is created. */
function noun(route: RestRoute, verb: string): string {
  const parts = segments(route);
  if (parts.length === 0) return `${pascalCase(route.namespace)}Index`;
  const words = parts.map((part, index) => {
    const next = parts[index + 1];
    const isOne = next === undefined ? verb === 'create' : isVariable(next);
    return isVariable(part) ? '' : pascalCase(isOne ? singular(part) : part);
  });
  return words.join('');
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{');
}

function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (plural.endsWith('uses')) return plural.slice(0, -2);
  return plural.replace(/s$/, '');
}
