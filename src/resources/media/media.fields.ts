import { mediaDetails } from '../../content/media/media-details.js';
import { cleanTextField } from '../../text/clean.js';
import { CORE_MODEL } from '../../site/model/content-model.js';
import { toText } from '../../rest/args/php-values.js';
import {
  AUTHOR,
  DISCUSSION,
  editing,
  type EntryFieldMap,
  everywhere,
  IDENTITY,
  lenient,
  LINK,
  metaOf,
  shown,
  SLUG,
  STATUS,
  TEMPLATE,
  TITLE,
  TYPE,
} from '../entries/entry.fields.js';
import { entryResource } from '../entries/entry-resource.js';

const MEDIA_FIELDS: EntryFieldMap = {
  ...IDENTITY,
  slug: SLUG,
  status: STATUS,
  type: TYPE,
  link: LINK,
  title: TITLE,
  author: AUTHOR,
  ...DISCUSSION,
  template: TEMPLATE,
  meta: metaOf('attachment'),
  description: {
    description: 'What there is to say about the file.',
    type: 'object',
    context: shown,
    properties: {
      raw: {
        description: 'The description as stored.',
        type: 'string',
        context: editing,
        value: (entry) => entry.content ?? '',
      },
      rendered: {
        description: 'The file and its description as HTML.',
        type: 'string',
        context: shown,
        readonly: true,
        value: (entry, view) => view.content(entry),
      },
    },
    arg: lenient,
  },
  caption: {
    description: 'What stands below the file where it is shown.',
    type: 'object',
    context: everywhere,
    properties: {
      raw: { description: 'The caption as stored.', type: 'string', context: editing, value: (entry) => entry.excerpt },
      rendered: {
        description: 'The caption as HTML.',
        type: 'string',
        context: everywhere,
        readonly: true,
        value: (entry, view) => view.excerpt(entry),
      },
    },
    arg: lenient,
  },
  alt_text: {
    description: 'What is said where the file cannot be seen.',
    type: 'string',
    context: everywhere,
    value: (entry, view) => view.altText(entry),
    arg: { sanitize: (value) => cleanTextField(toText(value)) },
  },
  media_type: {
    description: 'Whether it is an image or another file.',
    type: 'string',
    enum: ['image', 'file'],
    context: everywhere,
    readonly: true,
    value: (entry) => (entry.mimeType.startsWith('image/') ? 'image' : 'file'),
  },
  mime_type: {
    description: 'Media type of the file.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (entry) => entry.mimeType,
  },
  media_details: {
    description: 'What is known about the file, depending on its type.',
    type: 'object',
    context: everywhere,
    readonly: true,
    value: (entry, view) => mediaDetails(view.fileDetails(entry), view.fileUrl(entry), entry.mimeType),
  },
  post: {
    description: 'Number of the entry it belongs to.',
    type: 'integer',
    nullable: true,
    context: shown,
    value: (entry) => entry.parent || null,
  },
  source_url: {
    description: 'Address of the original file.',
    type: 'string',
    format: 'uri',
    context: everywhere,
    readonly: true,
    value: (entry, view) => view.fileUrl(entry),
  },
};

export const MEDIA = entryResource(CORE_MODEL, CORE_MODEL.types.get('attachment')!, MEDIA_FIELDS);
