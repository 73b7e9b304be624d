import { type ValueSchema } from '../../rest/args/schema.js';

const TEXT: ValueSchema = { type: 'string' };
const NUMBER: ValueSchema = { type: 'integer' };

/** How an entry of this site is embedded elsewhere. */
export const OEMBED: ValueSchema = {
  type: 'object',
  properties: {
    version: TEXT,
    provider_name: TEXT,
    provider_url: TEXT,
    author_name: TEXT,
    author_url: TEXT,
    title: TEXT,
    type: { type: 'string', enum: ['rich', 'video'] },
    width: NUMBER,
    height: NUMBER,
    html: TEXT,
    thumbnail_url: TEXT,
    thumbnail_width: NUMBER,
    thumbnail_height: NUMBER,
  },
  required: ['version', 'provider_name', 'provider_url', 'title', 'type'],
  additionalProperties: true,
};

/** What a provider says about a page; members other than these depend on the provider. */
export const PROVIDED: ValueSchema = {
  type: 'object',
  properties: { type: TEXT, html: TEXT, title: TEXT },
  additionalProperties: true,
};
