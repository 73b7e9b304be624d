import { type Profile } from '../../variant/profile.js';
import { type Components, type Parameter, type Reference } from './openapi.types.js';

const EMBED: Parameter = {
  name: '_embed',
  in: 'query',
  description: 'Embed the linked resources in the response.',
  schema: { type: 'boolean', const: true },
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
export function sharedParameters(profile: Profile): Record<string, Parameter> {
  return profile.rest.sparseFields ? { Embed: EMBED, Fields: FIELDS } : { Embed: EMBED };
}

export function referencesTo(kind: 'parameters', names: readonly string[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/${kind}/${name}` }));
}

const integer = { type: 'integer', minimum: 0 } as const;
const address = { type: 'string', format: 'uri-reference' } as const;

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
        additionalProperties: { type: 'array' },
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
