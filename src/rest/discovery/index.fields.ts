import { type ValueSchema } from '../args/schema.js';

const ROUTES: ValueSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      namespace: { type: 'string' },
      methods: { type: 'array', items: { type: 'string' } },
      endpoints: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
    additionalProperties: true,
  },
};

/** The index of the API. */
export const INDEX: ValueSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    description: { type: 'string' },
    url: { type: 'string' },
    home: { type: 'string' },
    gmt_offset: { type: ['number', 'string'] },
    timezone_string: { type: 'string' },
    namespaces: { type: 'array', items: { type: 'string' } },
    authentication: { type: ['object', 'array'] },
    routes: ROUTES,
  },
  required: ['name', 'description', 'url', 'home', 'gmt_offset', 'timezone_string', 'namespaces', 'routes'],
  additionalProperties: true,
};

/** The index of one namespace. */
export const NAMESPACE_INDEX: ValueSchema = {
  type: 'object',
  properties: { namespace: { type: 'string' }, routes: ROUTES },
  required: ['namespace', 'routes'],
  additionalProperties: true,
};
