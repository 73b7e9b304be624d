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
}

export const ID = '{id}';

const FIELDS: Schema = { type: 'string', description: 'Names of the fields to return, separated by commas.' };
const FILE: Record<string, Schema> = {
  file_name: { type: 'string', description: 'Name of the file, such as picture.png.' },
  file_base64: { type: 'string', description: 'Content of the file, in Base64.' },
};

/** What a tool has besides its route. */
export interface ToolTraits extends Partial<Pick<AgentTool, 'defaults' | 'writesEntries' | 'takesFile'>> {
  /** The arguments of the route that it takes; all by default. */
  readonly only?: readonly string[];
}

type Traits = Pick<AgentTool, 'name' | 'description' | 'does' | 'method' | 'route'> & ToolTraits;

/** The tool for an endpoint. Its arguments are those that the route declares. */
export function toolOf(endpoint: Endpoint, about: Omit<WrittenMember, 'field'>, traits: Traits): AgentTool {
  const { name, description, does, method, route, defaults = {}, writesEntries = false, takesFile = false } = traits;
  const { fields } = endpoint.route;
  const args = endpoint.args.listed.filter(({ name }) => !traits.only || traits.only.includes(name));
  const declared = args.map((arg) => [arg.name, argSchema(arg, { ...about, field: fields?.fields[arg.name] })]);
  const isItem = route.includes(ID);
  const properties = {
    ...(isItem && { id: { type: 'integer', minimum: 1 } }),
    ...(Object.fromEntries(declared) as Record<string, Schema>),
    ...(does === 'read' && { _fields: FIELDS }),
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
    inputSchema: { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
  };
}
