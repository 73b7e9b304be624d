import { type StatusTransition } from '../../content-model/index.js';
import { type RouteCall } from '../../modules/content/index.js';
import { type Endpoint } from '../../rest/route/index.js';
import { argSchema, type WrittenMember } from '../../rest/openapi/value-schema.js';
import { type Schema } from '../../rest/openapi/openapi.types.js';

/** An operation that agents may call: a declared route with its arguments. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly does: 'read' | 'write' | 'delete';
  readonly method: RouteCall['method'];
  /** Path of the route; `{id}` is replaced by the argument `id`. */
  readonly route: string;
  readonly inputSchema: Schema & { type: 'object'; properties: Record<string, Schema> };
  /** Arguments that a call has unless it sets them. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Whether it writes entries, which may be public. */
  readonly writesEntries: boolean;
  /** Whether it takes the arguments `file_name` and `file_base64`. */
  readonly takesFile: boolean;
  /** Whether it takes `content_format`. */
  readonly takesContent: boolean;
  /** The capabilities of which a user needs one: without any of them every call would be refused. */
  readonly needs?: readonly string[];
  /** Capabilities that some calls need, by the code of the refusal; the first that the user lacks is named. */
  readonly mayNeed: Readonly<Record<string, readonly string[]>>;
  /** How the status of the entries may change, where not every change is possible. */
  readonly transitions?: readonly StatusTransition[];
  /** Whether it is in the list that agents get at first; the others are found by `search_tools`. */
  readonly isCommon: boolean;
}

export const ID = '{id}';

const FIELDS: Schema = { type: 'string', description: 'Names of the fields to return, separated by commas.' };
const FILE: Record<string, Schema> = {
  file_name: { type: 'string', description: 'Name of the file, such as picture.png.' },
  file_base64: { type: 'string', description: 'Content of the file, in Base64.' },
};
const CONTENT_FORMAT: Schema = {
  type: 'string',
  enum: ['html', 'markdown', 'blocks'],
  description: 'What content is written in; html by default. Markdown is stored as blocks where the site has them.',
};

/** What a tool has besides its route. */
export interface ToolTraits extends Partial<
  Pick<AgentTool, 'defaults' | 'writesEntries' | 'takesFile' | 'needs' | 'mayNeed' | 'transitions' | 'isCommon'>
> {
  /** The arguments of the route that it takes; all by default. */
  readonly only?: readonly string[];
}

type Traits = Pick<AgentTool, 'name' | 'description' | 'does' | 'method' | 'route'> & ToolTraits;

/** The tool for an endpoint. Its arguments are those that the route declares. */
export function toolOf(endpoint: Endpoint, about: Omit<WrittenMember, 'field'>, traits: Traits): AgentTool {
  const { name, description, does, method, route, defaults = {}, writesEntries = false, takesFile = false } = traits;
  const { needs, mayNeed = {}, transitions, isCommon = false } = traits;
  const { fields } = endpoint.route;
  const args = endpoint.args.listed.filter(({ name }) => !traits.only || traits.only.includes(name));
  const declared = args.map((arg) => [arg.name, strict(argSchema(arg, { ...about, field: fields?.fields[arg.name] }))]);
  const takesContent = does === 'write' && writesEntries && args.some((arg) => arg.name === 'content');
  const isItem = route.includes(ID);
  const properties = {
    ...(isItem && { id: { type: 'integer', minimum: 1 } }),
    ...(Object.fromEntries(declared) as Record<string, Schema>),
    ...(does === 'read' && { _fields: FIELDS }),
    ...(takesContent && { content_format: CONTENT_FORMAT }),
    ...(takesFile && FILE),
  };
  const required = [
    ...(isItem ? ['id'] : []),
    ...args.filter((arg) => arg.required && arg.name !== 'id').map(({ name }) => name),
    ...(takesFile ? Object.keys(FILE) : []),
  ];
  return {
    name,
    description,
    does,
    method,
    route,
    defaults,
    writesEntries,
    takesFile,
    takesContent,
    ...(needs && { needs }),
    ...(transitions && { transitions }),
    mayNeed,
    isCommon,
    inputSchema: { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
  };
}

/** Names of members that the validators of providers of models accept. */
const NAME = /^[\w.-]{1,64}$/;

interface Parts {
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** As the validators of providers of models accept it, at every depth: lists have items, members the names that they allow. */
export function strict(schema: Schema): Schema {
  const types = [schema.type].flat();
  const { items, properties, additionalProperties, oneOf, anyOf, ...rest } = schema as Schema & Parts;
  const members = Object.entries(properties ?? {}).filter(([name]) => NAME.test(name));
  return {
    ...rest,
    ...((types.includes('array') || items) && { items: items ? strict(items) : {} }),
    ...(properties && { properties: Object.fromEntries(members.map(([name, value]) => [name, strict(value)])) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? strict(additionalProperties) : additionalProperties,
    }),
    ...(oneOf && { oneOf: oneOf.map(strict) }),
    ...(anyOf && { anyOf: anyOf.map(strict) }),
  } as Schema;
}

/** Arguments that the list of tools describes; search_tools has all. */
const BRIEF: ReadonlySet<string> = new Set([
  ...['id', 'search', 'page', 'per_page', 'order', 'orderby', 'status', 'after', 'before', 'parent', 'slug', 'include'],
  ...['title', 'content', 'content_format', 'excerpt', 'date', 'categories', 'tags', 'featured_media', 'meta', 'post'],
  ...['name', 'description', 'file_name', 'file_base64', 'alt_text', 'context', 'query', 'tool', 'arguments'],
]);
const MAX_DESCRIPTION = 90;

/** The schema with the usual arguments only, in few words. Others are accepted, too. */
export function briefSchema({ inputSchema }: AgentTool): AgentTool['inputSchema'] {
  const properties = Object.entries(inputSchema.properties).flatMap(([name, schema]) =>
    BRIEF.has(name) || inputSchema.required?.includes(name) ? [[name, brief(name, schema)] as const] : [],
  );
  return { ...inputSchema, properties: Object.fromEntries(properties), additionalProperties: true };
}

function brief(name: string, schema: Schema): Schema {
  const {
    type,
    enum: allowed,
    items,
    properties,
    minimum,
    maximum,
    format,
    description,
  } = schema as Schema & {
    items?: Schema;
    properties?: Record<string, Schema>;
  };
  const isPlain = name === 'id' || name === 'page' || name === 'per_page' || name === 'order';
  return {
    ...(type !== undefined && { type }),
    ...(allowed && { enum: allowed }),
    ...(items && { items: brief('', items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, brief(key, value)])),
    }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(format !== undefined && { format }),
    ...(!isPlain && description !== undefined && { description: description.slice(0, MAX_DESCRIPTION) }),
  } as Schema;
}
