import { describe, expect, test } from '@jest/globals';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { DEFAULT_PROFILE } from '../../variant/profiles.js';
import { Arg } from '../args/arg.decorator.js';
import { CollectionDto, EmptyDto } from '../args/common.dto.js';
import { CompiledArgs } from '../args/compile.js';
import { ResourceFields, writeDto } from '../fields/resource-fields.js';
import { type Endpoint, type HttpMethod, type RestRoute } from '../route/route.types.js';
import { openApiDocument } from './document.js';
import { type Operation } from './openapi.types.js';

const THING = new ResourceFields('odd-thing', {
  id: { description: 'Number.', type: 'integer', readonly: true },
  state: { description: 'State.', type: 'string', enum: ['on', 'off'], context: ['view', 'edit'], required: true },
  kind: { description: 'Kind.', type: 'string', enum: ['x'], readonly: true, nullable: true },
  picture: { description: 'Picture.', type: 'string', format: 'uri', optional: true, readonly: true },
  secret: { description: 'Never shown.', type: 'string', context: [] },
  title: {
    description: 'Title.',
    type: 'object',
    properties: {
      raw: { description: 'Stored.', type: 'string', context: ['edit'] },
      rendered: { description: 'HTML.', type: 'string' },
    },
  },
  extra: { description: 'Extra.', type: 'object', properties: [] },
  details: {
    description: 'Details.',
    type: 'object',
    readonly: true,
    responds: { type: 'object', properties: { width: { type: 'integer' } } },
  },
  text: {
    description: 'Text.',
    type: ['string', 'object'],
    properties: {
      raw: { description: 'Stored.', type: 'string', context: ['edit'] },
      rendered: { description: 'HTML.', type: 'string' },
    },
  },
  missing: { description: 'Of others.', type: 'string', present: () => false },
});

class ListDto extends CollectionDto {
  @Arg({ type: 'array', items: { type: 'string', enum: ['on', 'off'] }, default: 'on', description: 'Only these.' })
  state!: string[];

  @Arg({
    type: ['object', 'array'],
    oneOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'object' }],
    description: 'Terms.',
  })
  terms?: number[] | object;
}

class CreateDto extends writeDto(THING, 'create') {}

function endpoint(
  route: RestRoute,
  handler: string,
  methods: HttpMethod[],
  args = EmptyDto as new () => object,
  more: Partial<Endpoint> = {},
): void {
  const nest = { method: methods[0]!, path: '' };
  route.endpoints.push({
    number: 0,
    route,
    methods,
    args: new CompiledArgs(args, DEFAULT_PROFILE),
    can: () => true,
    call: () => Promise.resolve(),
    nest,
    handler,
    ...more,
  });
}

const list: RestRoute = { namespace: 'acme/v1', pattern: '/acme/v1/things', endpoints: [], fields: THING };
endpoint(list, 'Things.list', ['GET'], ListDto);
endpoint(list, 'Things.create', ['POST'], CreateDto);
const item: RestRoute = { namespace: 'acme/v1', pattern: '/acme/v1/things/(?P<id>\\d+)', endpoints: [], fields: THING };
endpoint(item, 'Things.remove', ['DELETE']);
const file: RestRoute = { namespace: 'acme/v1', pattern: '/acme/v1/files', endpoints: [], fields: THING };
endpoint(file, 'Files.create', ['POST'], EmptyDto, { body: { upload: 'upload_files' } });
const beat: RestRoute = { namespace: 'acme/v1', pattern: '/acme/v1/beat', endpoints: [] };
endpoint(beat, 'Beat.count', ['GET'], EmptyDto, { returns: 'nothing' });
endpoint(beat, 'Beat.add', ['POST'], EmptyDto, { returns: 'nothing' });
const lines: RestRoute = { namespace: 'acme/v1', pattern: '/acme/v1/lines', endpoints: [] };
endpoint(lines, 'Lines.export', ['GET'], EmptyDto, { returns: { stream: 'application/x-ndjson' } });

const document = openApiDocument([list, item, file, beat, lines], DEFAULT_PROFILE, CORE_MODEL, '/api');
const parameter = (operation: Operation, name: string) =>
  operation.parameters!.find((one) => 'name' in one && one.name === name);

test('the server is the root of the REST API, whatever the host and the path of the site', () => {
  expect(document.servers[0]!.url).toBe('./api');
});

test('lists in the query are written with commas, and have a default that is a list', () => {
  expect(parameter(document.paths['/acme/v1/things']!.get!, 'state')).toEqual({
    name: 'state',
    in: 'query',
    description: 'Only these.',
    schema: { type: 'array', items: { type: 'string', enum: ['on', 'off'] }, default: ['on'] },
    style: 'form',
    explode: false,
  });
});

test('of several forms of a filter, the query has the list', () => {
  expect(parameter(document.paths['/acme/v1/things']!.get!, 'terms')).toEqual({
    name: 'terms',
    in: 'query',
    description: 'Terms.',
    schema: { type: 'array', items: { type: 'integer' } },
    style: 'form',
    explode: false,
  });
});

test('an action without arguments takes no body', () => {
  expect(document.paths['/acme/v1/beat']!.post).toBeDefined();
  expect(document.paths['/acme/v1/beat']!.post!.requestBody).toBeUndefined();
});

test('a variable of the path is a parameter, declared or not', () => {
  expect(document.paths['/acme/v1/things/{id}']!.delete!.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
  ]);
});

test('a body has the writable members; texts can be sent plainly', () => {
  const { properties, required } = document.components.schemas.CreateThingBody!;
  expect(Object.keys(properties!)).toEqual(['state', 'secret', 'title', 'extra', 'text']);
  expect(required).toEqual(['state']);
  expect(properties!.title!.anyOf![0]).toEqual({ type: 'string' });
});

test('an upload is a form with the file in it, or the file itself', () => {
  const { content } = document.paths['/acme/v1/files']!.post!.requestBody!;
  expect(Object.keys(content)).toEqual(['multipart/form-data', '*/*']);
  expect(document.components.schemas.CreateFileBody!.required).toEqual(['file']);
  expect(parameter(document.paths['/acme/v1/files']!.post!, 'Content-Disposition')).toBeDefined();
});

describe('the body of responses', () => {
  const { properties, required } = document.components.schemas.OddThing!;

  test('required is what the contexts view and edit show and is always there', () => {
    expect(required).toEqual(['id', 'state', 'kind', 'title', 'extra', 'details', 'text']);
    expect(properties!.state!['x-context']).toEqual(['view', 'edit']);
    expect(properties!.title!.required).toEqual(['rendered']);
  });

  test('a context has a schema of its own if its items differ', () => {
    const { OddThingEmbed, OddThingEdit } = document.components.schemas;
    expect(document.paths['/acme/v1/things']!.get!.responses['200']).toMatchObject({
      'x-item-schemas': {
        edit: { $ref: '#/components/schemas/OddThingEdit' },
        embed: { $ref: '#/components/schemas/OddThingEmbed' },
      },
    });
    expect(OddThingEmbed!.properties).not.toHaveProperty('state');
    expect(OddThingEmbed!.required).toEqual(['id', 'kind', 'title', 'extra', 'details', 'text']);
    expect(OddThingEdit!.properties!.title!.required).toEqual(['raw', 'rendered']);
  });

  test('what is never shown or not there is left out', () => {
    expect(properties).not.toHaveProperty('secret');
    expect(properties).not.toHaveProperty('missing');
  });

  test('stored values may be others than can be written now', () => {
    expect(properties!.state).toMatchObject({ examples: ['on', 'off'] });
    expect(properties!.state).not.toHaveProperty('enum');
    expect(properties!.kind).toMatchObject({ type: ['string', 'null'], enum: ['x'] });
  });

  test('an empty map may be an empty list', () => {
    expect(properties!.extra).toMatchObject({ type: ['object', 'array'], additionalProperties: true });
  });

  test('what OPTIONS describes only by its type is described in detail', () => {
    expect(properties!.details).toEqual({
      type: 'object',
      properties: { width: { type: 'integer' } },
      description: 'Details.',
      readOnly: true,
    });
  });

  test('texts that may be written plainly are sent with their members', () => {
    expect(properties!.text!.type).toBe('object');
  });
});

test('statuses and headers of successes', () => {
  const { get, post } = document.paths['/acme/v1/things']!;
  expect(get!.responses['200']).toMatchObject({ headers: { 'X-WP-Total': {}, 'X-WP-TotalPages': {}, Link: {} } });
  expect(post!.responses['201']).toMatchObject({ headers: { Location: {} } });
  expect(Object.keys(document.paths['/acme/v1/beat']!.get!.responses)).toEqual(['204', 'default']);
  expect(document.paths['/acme/v1/lines']!.get!.responses['200']).toMatchObject({
    content: { 'application/x-ndjson': { schema: { type: 'string' } } },
  });
});
