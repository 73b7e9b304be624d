import { isDeepStrictEqual } from 'node:util';
import { type ContentModel } from '../../content-model/content-model.js';
import { type Profile, resolve } from '../../variant/profile.js';
import { type Context, CONTEXTS } from '../args/common.dto.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type Endpoint, type HttpMethod, type RestRoute } from '../route/route.types.js';
import {
  commonComponents,
  embeddedSchema,
  operationNames,
  pascalCase,
  pathTemplate,
  type PathVariable,
  pathVariables,
  referencesTo,
  schemaReference,
  sentence,
  tagOf,
  verbOf,
} from './components.js';
import {
  type Document,
  type Operation,
  type PathItem,
  type RequestBody,
  type Schema,
  type MediaType,
  type Reference,
  type Response,
  type Parameter,
} from './openapi.types.js';
import { resourceSchema, argSchema, valueSchema, type WrittenMember } from './value-schema.js';
import { type ResolvedArg } from '../args/schema.js';

const DESCRIPTION = `Content of the site, to read and to write.

- Public content can be read without signing in. What else a requester may see and do depends on their role.
- Lists in the query are written with commas: \`include=1,2\`.
- \`context\` decides which members a response has. Responses are described for \`view\`, with what \`edit\` adds as optional members; \`x-item-schemas\` names the schemas of the items in the contexts \`edit\` and \`embed\`.
- Dates without a zone are in the site's time, those whose name ends in \`_gmt\` in UTC.
- Every operation also supports \`OPTIONS\`, and takes \`_envelope\`, \`_jsonp\` and \`_method\` in the query.`;

/** Builds the OpenAPI document from the route declarations. */
export function openApiDocument(
  routes: readonly RestRoute[],
  profile: Profile,
  model: ContentModel,
  basePath: string,
  writeParameters: Readonly<Record<string, Parameter>> = {},
): Document {
  return new DocumentBuilder(profile, model, writeParameters).build(routes, basePath);
}

class DocumentBuilder {
  private readonly components;
  /** Parameters of reads and of writes that all routes share. */
  private readonly shared: Readonly<Record<'read' | 'write', readonly Reference[]>>;
  private readonly schemaNames = new Map<ResourceFields, string>();
  private readonly operationIds = new Set<string>();

  constructor(
    private readonly profile: Profile,
    private readonly model: ContentModel,
    writeParameters: Readonly<Record<string, Parameter>>,
  ) {
    this.components = commonComponents(profile);
    this.shared = {
      read: referencesTo('parameters', Object.keys(this.components.parameters)),
      write: referencesTo('parameters', Object.keys(writeParameters)),
    };
    Object.assign(this.components.parameters, writeParameters);
  }

  build(routes: readonly RestRoute[], basePath: string): Document {
    const paths = Object.fromEntries(routes.map((route) => [pathTemplate(route.pattern), this.pathItem(route)]));
    const { schemas } = this.components;
    schemas.Embedded = embeddedSchema(schemas);
    return {
      openapi: '3.1.0',
      info: { title: 'Nestpress', version: '2.0', description: DESCRIPTION },
      // Relative to the document, which may be below a path.
      servers: [{ url: `.${basePath}`, description: 'The URL of this site.' }],
      tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
      security: [{}, { basic: [] }, { cookie: [], nonce: [] }],
      paths,
      components: this.components,
    };
  }

  private pathItem(route: RestRoute): PathItem {
    const item: PathItem = {};
    for (const endpoint of route.endpoints) {
      for (const method of endpoint.methods)
        item[method.toLowerCase() as keyof PathItem] = this.operation(route, endpoint, method);
    }
    return item;
  }

  private operation(route: RestRoute, endpoint: Endpoint, method: HttpMethod): Operation {
    const operationId = firstUnused(operationNames(route, endpoint.handler, method, endpoint.methods[0]!), (name) =>
      this.operationIds.has(name),
    );
    this.operationIds.add(operationId);
    const found = parameters(endpoint, method, this.shared);
    const body = this.body(endpoint, method, operationId);
    return {
      operationId,
      summary: sentence(operationId),
      tags: [tagOf(route)],
      ...(found.length > 0 && { parameters: found }),
      ...(body && { requestBody: body }),
      responses: this.responses(endpoint, method),
    };
  }

  /** All methods of a handler accept the same body. */
  private body(endpoint: Endpoint, method: HttpMethod, operationId: string): RequestBody | undefined {
    const schema = bodySchema(endpoint, method, { profile: this.profile, model: this.model });
    if (!schema) return undefined;
    const name = `${pascalCase(operationId.replace(/By(Put|Patch)$/, ''))}Body`;
    this.components.schemas[name] ??= schema;
    return requestBody(endpoint, schema, { $ref: `#/components/schemas/${name}` });
  }

  private responses(endpoint: Endpoint, method: HttpMethod): Operation['responses'] {
    const { route, args } = endpoint;
    const name = route.fields && this.resource(route, route.fields);
    const [status, response] = success(endpoint, method, name === undefined ? undefined : schemaReference(name));
    const contexts = args.listed.find((arg) => arg.name === 'context')?.enum ?? [];
    const others = CONTEXTS.filter((context) => context !== 'view' && contexts.includes(context)).flatMap((context) => {
      const found = name !== undefined && this.inContext(route.fields!, name, context);
      return found ? [[context, schemaReference(found)] as const] : [];
    });
    if (method === 'GET' && others.length > 0) response['x-item-schemas'] = Object.fromEntries(others);
    return { [status]: response, default: FAILURE };
  }

  /** Name of the schema of a resource in one context; undefined if it is the same as that of complete items. */
  private inContext(fields: ResourceFields, name: string, context: Context): string | undefined {
    const own = name + pascalCase(context);
    const { schemas } = this.components;
    if (own in schemas) return own;
    const schema = resourceSchema(fields, this.profile, this.model, context);
    if (isDeepStrictEqual(schema, schemas[name])) return undefined;
    schemas[own] = schema;
    return own;
  }

  /** Name of the schema of a resource. */
  private resource(route: RestRoute, fields: ResourceFields): string {
    let name = this.schemaNames.get(fields);
    if (name === undefined) {
      const title = pascalCase(resolve(fields.title, this.profile));
      name = firstUnused([title, title + pascalCase(route.namespace)], (taken) => taken in this.components.schemas);
      this.schemaNames.set(fields, name);
      this.components.schemas[name] = resourceSchema(fields, this.profile, this.model);
    }
    return name;
  }
}

/** Namespaces may have resources of the same name: the later one gets a longer name, or a number. */
function firstUnused(candidates: readonly string[], isTaken: (name: string) => boolean): string {
  const free = candidates.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  let number = 2;
  while (isTaken(`${candidates[0]}${number}`)) number++;
  return `${candidates[0]}${number}`;
}

const PAGING = ['X-WP-Total', 'X-WP-TotalPages', 'Link'];
const FAILURE: Reference = { $ref: '#/components/responses/Error' };

/** Status and response of a success; `item` is the schema of one item of the resource, if it has a field table. */
function success(
  endpoint: Endpoint,
  method: HttpMethod,
  item: Schema | undefined,
): [status: string, response: Response] {
  const { returns, handler, args } = endpoint;
  const ok = (description: string, schema: Schema, names: string[] = []): Response => ({
    description,
    ...(names.length > 0 && { headers: headers(names) }),
    content: content(endpoint, schema),
  });
  if (returns === 'nothing') return ['204', { description: 'Done; the response has no content.' }];
  if (typeof returns === 'object')
    return ['200', { description: 'A stream.', content: { [returns.stream]: { schema: { type: 'string' } } } }];
  if (!item || endpoint.responds)
    return ['200', ok('The requested resource.', endpoint.responds ? valueSchema(endpoint.responds) : {})];
  const verb = verbOf(handler);
  if (verb === 'create') return ['201', ok('The new item.', item, ['Location'])];
  if (method === 'DELETE')
    return ['200', ok('The deleted item, or the item in the trash.', { anyOf: [deleted(item), item] })];
  if (returns === 'map')
    return [
      '200',
      ok('The items by name; an empty list without items.', { type: ['object', 'array'], additionalProperties: item }),
    ];
  if (returns === 'optional')
    return [
      '200',
      ok('The item; an empty object if there is none.', {
        anyOf: [item, { type: 'object', additionalProperties: true, maxProperties: 0 }],
      }),
    ];
  if (returns !== 'list' && verb !== 'list') return ['200', ok('The item.', item)];
  const list: Schema = { type: 'array', items: item };
  const isPaged = args.listed.some(({ name }) => name === 'per_page');
  return ['200', isPaged ? ok('One page of the items.', list, PAGING) : ok('All items.', list)];
}

function deleted(item: Schema): Schema {
  return {
    type: 'object',
    description: 'Deleted permanently.',
    properties: { deleted: { type: 'boolean', const: true }, previous: item },
    required: ['deleted', 'previous'],
  };
}

function headers(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function content({ represent }: Endpoint, schema: Schema): Record<string, MediaType> {
  return { 'application/json': { schema }, ...(represent && { 'text/xml': { schema: { type: 'string' } } }) };
}

const FILE: Schema = { type: 'string', format: 'binary' };
/** Lists are separated by commas: `include=1,2`. A repeated name would replace the previous value. */
const WITH_COMMAS = { style: 'form', explode: false } as const;

const FILE_NAME: Parameter = {
  name: 'Content-Disposition',
  in: 'header',
  description: 'Name of a file sent as the request body: `attachment; filename="picture.png"`.',
  schema: { type: 'string' },
};

/** Parameters in the path, the query and headers. */
function parameters(
  endpoint: Endpoint,
  method: HttpMethod,
  shared: Readonly<Record<'read' | 'write', readonly Reference[]>>,
): (Parameter | Reference)[] {
  const variables = pathVariables(endpoint.route.pattern);
  const found: (Parameter | Reference)[] = variables.map((variable) => pathParameter(variable, endpoint));
  if (!hasBody(method)) {
    found.push(...otherArgs(endpoint).map(queryParameter));
    const { fields } = endpoint.route;
    if (method === 'GET' && fields) found.push(...shared.read, ...onRequest(fields));
  }
  if (method !== 'GET') found.push(...shared.write);
  if (endpoint.route.protocol) found.push(...endpoint.route.protocol.request.map(headerParameter));
  else if (endpoint.body && !endpoint.body.everyField) found.push(FILE_NAME);
  return found;
}

const anyOf = (...schemas: Schema[]): Schema => (schemas.length > 1 ? { anyOf: schemas } : schemas[0]!);

/** A parameter for each member that is sent only on request. */
function onRequest({ fields }: ResourceFields): Parameter[] {
  return Object.entries(fields)
    .filter(([, field]) => field.onRequest)
    .map(([name, { onRequestAs = [] }]) => ({
      name,
      in: 'query',
      description: `Whether the response contains \`${name}\`.`,
      schema: anyOf(
        { type: 'boolean', const: true },
        ...onRequestAs.map((value) => ({ type: 'string', const: value })),
      ),
    }));
}

function headerParameter(name: string): Parameter {
  return { name, in: 'header', schema: { type: 'string' } };
}

function hasBody(method: HttpMethod): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** All arguments except those in the path. */
function otherArgs(endpoint: Endpoint, args = endpoint.args.listed): ResolvedArg[] {
  const inPath = new Set(pathVariables(endpoint.route.pattern).map(({ name }) => name));
  return args.filter(({ name }) => !inPath.has(name));
}

function pathParameter({ name, expression }: PathVariable, endpoint: Endpoint): Parameter {
  const arg = endpoint.args.args.find((candidate) => candidate.name === name);
  const type = arg?.type ?? (expression.includes('\\d') ? 'integer' : 'string');
  return {
    name,
    in: 'path',
    required: true,
    ...(arg?.description && { description: arg.description }),
    schema: { type },
  };
}

function queryParameter(arg: ResolvedArg): Parameter {
  // Of several forms, such as an object or a list of term IDs, the query has the list.
  const list = arg.type === 'array' ? arg : arg.oneOf?.find(({ type }) => type === 'array');
  const { description, ...schema } = argSchema(arg);
  return {
    name: arg.name,
    in: 'query',
    ...(arg.required && { required: true }),
    ...(description && { description }),
    schema:
      list && list !== arg
        ? valueSchema(list)
        : { type: typeof arg.default === 'number' ? 'integer' : 'string', ...schema },
    ...(list && WITH_COMMAS),
  };
}

/** The properties of a request body; undefined for methods without one. */
function bodySchema(endpoint: Endpoint, method: HttpMethod, about: Omit<WrittenMember, 'field'>): Schema | undefined {
  if (!hasBody(method)) return undefined;
  const { route, body: upload } = endpoint;
  if (upload?.isPart) return FILE;
  // OPTIONS leaves some out, as WordPress does.
  const args = otherArgs(endpoint, endpoint.args.args);
  const properties = Object.fromEntries(
    args.map((arg) => [arg.name, argSchema(arg, { ...about, field: route.fields?.fields[arg.name] })]),
  );
  const required = args.filter((arg) => arg.required).map(({ name }) => name);
  if (upload && !upload.everyField) {
    properties.file = FILE;
    required.push('file');
  }
  const hasProperties = Object.keys(properties).length > 0;
  // An action without arguments takes no body.
  if (!hasProperties && !upload?.everyField) return undefined;
  return {
    type: 'object',
    ...(hasProperties ? { properties } : { additionalProperties: true }),
    ...(required.length > 0 && { required }),
  };
}

/** `schema` is the body's own schema, `reference` its place in the document. */
function requestBody({ body: upload }: Endpoint, schema: Schema, reference: Schema): RequestBody {
  const form: MediaType = { schema: reference, ...listEncoding(schema) };
  if (upload?.isPart) return { content: { 'application/offset+octet-stream': { schema: reference } } };
  if (upload?.everyField)
    return { content: { 'multipart/form-data': form, 'application/x-www-form-urlencoded': form } };
  if (upload) return { required: true, content: { 'multipart/form-data': form, '*/*': { schema: FILE } } };
  return {
    required: schema.required !== undefined,
    content: { 'application/json': { schema: reference }, 'application/x-www-form-urlencoded': form },
  };
}

function listEncoding(schema: Schema): Pick<MediaType, 'encoding'> {
  const lists = Object.entries(schema.properties ?? {}).filter(([, member]) => member.type === 'array');
  return lists.length > 0 ? { encoding: Object.fromEntries(lists.map(([name]) => [name, WITH_COMMAS])) } : {};
}
