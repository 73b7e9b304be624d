// Documents of GraphQL: valid ones from a schema, and texts that are almost documents.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql';

const MAX_DEPTH = 7;
const MAX_FIELDS = 8;
const TEXTS = [
  '',
  'post',
  'hello-world',
  '/',
  '/hello-world/',
  '1',
  '0',
  '-1',
  'cG9zdDox',
  'dGVybTox',
  'YXJyYXljb25uZWN0aW9uOjE=',
  '%',
  '\'"\\',
  'é\u0000\u202e',
  '9'.repeat(30),
  'a'.repeat(300),
];
const NUMBERS = [0, 1, 2, 5, 10, 100, 500, -1, 2147483647, -2147483648];
const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '"',
  '"""',
  '...',
  '@',
  '$',
  ':',
  '!',
  '|',
  '&',
  '#',
  '\\',
  '\u0000',
  '\ufeff',
  'query',
  'mutation',
  'fragment',
  'on',
  'null',
  '__schema',
  '__typename',
  '{a'.repeat(50),
  '['.repeat(200),
  '1e999',
  '\ud800',
];

/** A value of an input type as it is written in a document. */
function value(type, random, depth = 0) {
  if (isNonNullType(type)) return value(type.ofType, random, depth);
  if (depth > 0 && random.chance(0.1)) return 'null';
  if (isListType(type)) return `[${random.many(3, () => value(type.ofType, random, depth + 1)).join(' ')}]`;
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || (depth < 3 && random.chance(0.2)),
    );
    return `{${fields.map((field) => `${field.name}: ${value(field.type, random, depth + 1)}`).join(' ')}}`;
  }
  switch (getNamedType(type).name) {
    case 'Int':
      return String(random.pick(NUMBERS));
    case 'Float':
      return String(random.pick(NUMBERS) / 2);
    case 'Boolean':
      return String(random.chance(0.5));
    default:
      return JSON.stringify(random.pick(TEXTS)).replaceAll('\\u0000', '\\u0001');
  }
}

function selection(schema, type, random, depth) {
  if (isLeafType(type)) return '';
  const fields = isUnionType(type) ? [] : Object.values(type.getFields());
  const chosen = fields.filter((field) => {
    const isLeaf = isLeafType(getNamedType(field.type));
    return (isLeaf || depth < MAX_DEPTH) && random.chance(Math.min(1, MAX_FIELDS / fields.length));
  });
  const texts = chosen.map((field, index) => {
    const args = field.args.filter((arg) => isNonNullType(arg.type) || random.chance(0.2));
    const given = args.length > 0 ? `(${args.map((arg) => `${arg.name}: ${value(arg.type, random)}`).join(' ')})` : '';
    const alias = `f${depth}_${index}: `;
    return `${alias}${field.name}${given}${selection(schema, getNamedType(field.type), random, depth + 1)}`;
  });
  if ((isInterfaceType(type) || isUnionType(type)) && depth < MAX_DEPTH) {
    const possible = random.pick(schema.getPossibleTypes(type));
    if (possible) texts.push(`... on ${possible.name} ${selection(schema, possible, random, MAX_DEPTH)}`);
  }
  return ` { __typename ${texts.join(' ')} }`;
}

/** A query that is valid for the schema; a mutation now and then. */
export function validDocument(schema, random) {
  const mutations = schema.getMutationType();
  if (mutations && random.chance(0.05)) {
    const field = random.pick(Object.values(mutations.getFields()));
    const args = field.args.map((arg) => `${arg.name}: ${value(arg.type, random)}`).join(' ');
    return `mutation { ${field.name}${args ? `(${args})` : ''}${selection(schema, getNamedType(field.type), random, 4)} }`;
  }
  const fields = Object.values(schema.getQueryType().getFields());
  const roots = [random.pick(fields), ...random.many(2, () => random.pick(fields))];
  const texts = roots.map((field, index) => {
    const args = field.args.filter((arg) => isNonNullType(arg.type) || random.chance(0.3));
    const given = args.length > 0 ? `(${args.map((arg) => `${arg.name}: ${value(arg.type, random)}`).join(' ')})` : '';
    return `r${index}: ${field.name}${given}${selection(schema, getNamedType(field.type), random, 1)}`;
  });
  return `query Q { ${texts.join(' ')} }`;
}

/** Another document with mistakes, or one that is made to be expensive. */
export function brokenDocument(schema, random) {
  switch (random.below(5)) {
    case 0: {
      const count = 1 + random.below(3000);
      return `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${random.pick(['__typename', 'posts(first: 100) { nodes { content } }'])}`).join(' ')} }`;
    }
    case 1: {
      const depth = 1 + random.below(500);
      return `{ posts ${'{ nodes { author { node { posts '.repeat(depth)} { nodes { id } } ${'} } } }'.repeat(depth)} }`;
    }
    case 2:
      return `query { ...A } fragment A on RootQuery { ...B posts { nodes { id } } } fragment B on RootQuery { ...${random.pick(['A', 'B', 'C'])} }`;
    default: {
      let text = validDocument(schema, random);
      for (let times = 1 + random.below(4); times > 0; times--) {
        const at = random.below(text.length);
        const end = random.chance(0.5) ? at : Math.min(text.length, at + random.below(20));
        text = text.slice(0, at) + (random.chance(0.8) ? random.pick(PIECES) : '') + text.slice(end);
      }
      return text;
    }
  }
}
