import { type ResolvedArg } from '../args/schema.js';
import { type Endpoint, type HttpMethod } from '../route/route.types.js';
import { type PathVariable, pathVariables } from './names.js';
import { type MediaType, type Parameter, type Reference, type RequestBody, type Schema } from './openapi.types.js';
import { argSchema } from './value-schema.js';

const FILE: Schema = { type: 'string', format: 'binary' };
/** Lists are written with commas: `include=1,2`. A repeated name would replace the value before it. */
const WITH_COMMAS = { style: 'form', explode: false } as const;

const FILE_NAME: Parameter = {
  name: 'Content-Disposition',
  in: 'header',
  description: 'Name of a file that is sent as the whole body: `attachment; filename="picture.png"`.',
  schema: { type: 'string' },
};

/** What is sent in the path, the query and headers. */
export function parameters(
  endpoint: Endpoint,
  method: HttpMethod,
  shared: readonly Reference[],
): (Parameter | Reference)[] {
  const variables = pathVariables(endpoint.route.pattern);
  const found: (Parameter | Reference)[] = variables.map((variable) => pathParameter(variable, endpoint));
  if (!hasBody(method)) {
    found.push(...otherArgs(endpoint).map(queryParameter));
    if (method === 'GET' && endpoint.route.fields) found.push(...shared);
  }
  if (endpoint.body && !endpoint.body.everyField) found.push(FILE_NAME);
  return found;
}

function hasBody(method: HttpMethod): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** All arguments but those that stand in the path. */
function otherArgs(endpoint: Endpoint): ResolvedArg[] {
  const inPath = new Set(pathVariables(endpoint.route.pattern).map(({ name }) => name));
  return endpoint.args.listed.filter(({ name }) => !inPath.has(name));
}

function pathParameter({ name, expression }: PathVariable, endpoint: Endpoint): Parameter {
  const arg = endpoint.args.listed.find((candidate) => candidate.name === name);
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
  const { description, ...schema } = argSchema(arg);
  return {
    name: arg.name,
    in: 'query',
    ...(arg.required && { required: true }),
    ...(description && { description }),
    schema: { type: typeof arg.default === 'number' ? 'integer' : 'string', ...schema },
    ...(arg.type === 'array' && WITH_COMMAS),
  };
}

/** The members a body may have; undefined for methods without one. */
export function bodySchema(endpoint: Endpoint, method: HttpMethod): Schema | undefined {
  if (!hasBody(method)) return undefined;
  const { route, body: upload } = endpoint;
  const args = otherArgs(endpoint);
  const properties = Object.fromEntries(args.map((arg) => [arg.name, argSchema(arg, route.fields?.fields[arg.name])]));
  const required = args.filter((arg) => arg.required).map(({ name }) => name);
  if (upload && !upload.everyField) {
    properties.file = FILE;
    required.push('file');
  }
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** `schema` is the body's own schema, `reference` where it stands in the document. */
export function requestBody({ body: upload }: Endpoint, schema: Schema, reference: Schema): RequestBody {
  const form: MediaType = { schema: reference, ...listEncoding(schema) };
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
