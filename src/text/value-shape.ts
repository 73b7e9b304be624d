/** Describes a value, in a subset of JSON Schema. `function` is a type, too, and members that are undefined count as absent. */
export interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
}

/** What is wrong with a value, each with the member it is about, such as `types[0].supports[2]`. `root` has the `$defs`. */
export function shapeProblems(value: unknown, shape: Shape, subject = 'the value', root: Shape = shape): string[] {
  return [...problems(value, shape, { path: '', subject, root })];
}

/** The first problem of the options of a decorator or function; undefined if there is none. */
export function optionsProblem(options: object, members: Readonly<Record<string, Shape>>): string | undefined {
  return shapeProblems(options, { type: 'object', properties: members, additionalProperties: false })[0];
}

interface Place {
  readonly path: string;
  readonly subject: string;
  readonly root: Shape;
}

function* problems(value: unknown, provided: Shape, place: Place): Generator<string> {
  const { path, root } = place;
  const schema = resolve(value, provided, root);
  const subject = path === '' ? place.subject : path;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types && !isOneOf(types, value)) {
    yield `${subject} must be of type ${types.join(' or ')}, not ${typeOf(value)}.`;
    return;
  }
  if (schema.enum && !schema.enum.includes(value))
    yield `${subject} must be one of ${schema.enum.join(', ')}, not ${JSON.stringify(value)}.`;
  if (schema.pattern !== undefined && typeof value === 'string' && !new RegExp(schema.pattern).test(value))
    yield `${subject} must match ${schema.pattern}, but is ${JSON.stringify(value)}.`;
  if (Array.isArray(value)) {
    if (schema.items)
      for (const [index, item] of value.entries())
        yield* problems(item, schema.items, { ...place, path: `${path}[${index}]` });
  } else if (typeof value === 'object' && value !== null) {
    yield* memberProblems(value as Record<string, unknown>, schema, place);
  }
}

function* memberProblems(
  value: Record<string, unknown>,
  { required = [], properties = {}, additionalProperties = true }: Shape,
  place: Place,
): Generator<string> {
  const nameOf = (member: string) => (place.path === '' ? member : `${place.path}.${member}`);
  for (const member of required) if (value[member] === undefined) yield `${nameOf(member)} is missing.`;
  for (const [member, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const inside = { ...place, path: nameOf(member) };
    if (Object.hasOwn(properties, member)) yield* problems(item, properties[member]!, inside);
    else if (additionalProperties === false)
      yield `${nameOf(member)} is not known here. Known are ${Object.keys(properties).join(', ')}.`;
    else if (typeof additionalProperties === 'object') yield* problems(item, additionalProperties, inside);
  }
}

/** Follows references, and takes the alternative that a value of this type is meant for. */
function resolve(value: unknown, schema: Shape, root: Shape): Shape {
  if (schema.$ref !== undefined) return resolve(value, root.$defs![schema.$ref.replace('#/$defs/', '')]!, root);
  if (!schema.anyOf) return schema;
  const alternatives = schema.anyOf.map((alternative) => resolve(value, alternative, root));
  return alternatives.find(({ type }) => type !== undefined && isOneOf([type].flat(), value)) ?? alternatives.at(-1)!;
}

function isOneOf(types: readonly string[], value: unknown): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
