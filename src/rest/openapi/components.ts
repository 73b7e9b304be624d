import { type Profile } from '../../variant/profile.js';
import { type Components, type Parameter, type Reference } from './openapi.types.js';

const EMBED: Parameter = {
  name: '_embed',
  in: 'query',
  description: 'Put what the items link to into the answer as well.',
  schema: { type: 'boolean', const: true },
};

const FIELDS: Parameter = {
  name: '_fields',
  in: 'query',
  description: 'Keep only these members of the items, required ones or not.',
  schema: { type: 'array', items: { type: 'string' } },
  style: 'form',
  explode: false,
};

/** Parameters every reading operation of a resource has. */
export function sharedParameters(profile: Profile): Record<string, Parameter> {
  return profile.rest.sparseFields ? { Embed: EMBED, Fields: FIELDS } : { Embed: EMBED };
}

export function referencesTo(kind: 'parameters', names: readonly string[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/${kind}/${name}` }));
}

const integer = { type: 'integer', minimum: 0 } as const;
const address = { type: 'string', format: 'uri-reference' } as const;

/** What documents of all services have in common. */
export function commonComponents(profile: Profile): Components {
  return {
    schemas: {
      Error: {
        type: 'object',
        description: 'Why the request was refused.',
        properties: {
          code: { type: 'string', description: 'Name of the reason, for programs.', examples: ['rest_invalid_param'] },
          message: { type: 'string', description: 'The reason in words.' },
          data: {
            description: 'Usually the HTTP status, and for bad arguments what is wrong with each.',
            examples: [{ status: 400, params: { page: 'page is not of type integer.' } }],
          },
        },
        required: ['code', 'message'],
      },
      Links: {
        type: 'object',
        description: 'Addresses of what belongs to the item, by relation.',
        additionalProperties: {
          type: 'array',
          items: { type: 'object', properties: { href: { type: 'string' }, embeddable: { type: 'boolean' } } },
        },
      },
      Embedded: {
        type: 'object',
        description: 'What the links with the same relation lead to, where `_embed` asked for it.',
        additionalProperties: { type: 'array' },
      },
    },
    parameters: sharedParameters(profile),
    headers: {
      'X-WP-Total': { description: 'How many items there are on all pages together.', schema: integer },
      'X-WP-TotalPages': { description: 'How many pages there are.', schema: integer },
      Link: { description: 'Addresses of the pages before and after.', schema: { type: 'string' } },
      Location: { description: 'Address of the new item.', schema: address },
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
        description: 'The login cookie. Its real name goes on with an underscore and the MD5 of the site’s address.',
      },
      nonce: {
        type: 'apiKey',
        in: 'header',
        name: 'X-WP-Nonce',
        description: 'Proves that a request with a login cookie is meant.',
      },
    },
  };
}
