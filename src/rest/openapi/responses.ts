import { type Endpoint, type HttpMethod } from '../route/route.types.js';
import { verbOf } from './names.js';
import { type MediaType, type Operation, type Reference, type Response, type Schema } from './openapi.types.js';

const PAGING = ['X-WP-Total', 'X-WP-TotalPages', 'Link'];
const FAILURE: Reference = { $ref: '#/components/responses/Error' };

/** All answers of an operation; `item` is the schema of one item of its resource, where it has a field table. */
export function responses(endpoint: Endpoint, method: HttpMethod, item: Schema | undefined): Operation['responses'] {
  const [status, answer] = success(endpoint, method, item);
  return { [status]: answer, '4XX': FAILURE, default: FAILURE };
}

function success(endpoint: Endpoint, method: HttpMethod, item: Schema | undefined): [status: string, answer: Response] {
  const { answers, handler, args } = endpoint;
  const ok = (description: string, schema: Schema, names: string[] = []): Response => ({
    description,
    ...(names.length > 0 && { headers: headers(names) }),
    content: content(endpoint, schema),
  });
  if (answers === 'nothing') return ['204', { description: 'Done; there is nothing to say.' }];
  if (!item) return ['200', ok('What was asked for.', {})];
  const verb = verbOf(handler);
  if (verb === 'create') return ['201', ok('The new item.', item, ['Location'])];
  if (method === 'DELETE')
    return ['200', ok('What was deleted, or the item in the trash.', { anyOf: [deleted(item), item] })];
  if (answers === 'map') return ['200', ok('The items by name.', { type: 'object', additionalProperties: item })];
  if (answers !== 'list' && verb !== 'list') return ['200', ok('The item.', item)];
  const list: Schema = { type: 'array', items: item };
  const isPaged = args.args.some(({ name }) => name === 'per_page');
  return ['200', isPaged ? ok('One page of the items.', list, PAGING) : ok('All items.', list)];
}

function deleted(item: Schema): Schema {
  return {
    type: 'object',
    description: 'Deleted for good.',
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
