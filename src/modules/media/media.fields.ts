import { type Entry } from '../entries/entry.js';
import { type EntryView } from '../entries/present/entry-view.js';
import { siteSizes } from './images/image-sizes.js';
import { type JsonType } from '../../rest/args/schema.js';
import { type Profile } from '../../variant/profile.js';
import { mediaDetails } from './media-details.js';
import { cleanTextField } from '../../text/clean.js';
import { type ContentModel, CORE_MODEL } from '../../site/model/content-model.js';
import { toText } from '../../rest/args/php-values.js';
import { termsFields } from '../entries/assigned-terms.fields.js';
import {
  addressing,
  AUTHOR,
  DISCUSSION,
  editing,
  type EntryField,
  type EntryFieldMap,
  everywhere,
  FEATURED_MEDIA,
  IDENTITY,
  lenient,
  LINK,
  metaOf,
  visible,
  SLUG,
  STATUS,
  TEMPLATE,
  TITLE,
  TYPE,
} from '../entries/entry.fields.js';
import { perModel } from '../../site/model/per-model.js';
import { type EntryResource, entryResource } from '../entries/entry-resource.js';

const ATTACHMENT = CORE_MODEL.types.get('attachment')!;

const QUALITY = 82;
const WEBP_QUALITY = 86;
const QUALITY_SCHEMA = { type: 'integer', minimum: 1, maximum: 100 } as const;

export const exposesFileDetails = (profile: Profile) => profile.media.exposesFileDetails;

/** A member that only images have, for editors. */
function ofImages(
  type: JsonType,
  description: string,
  value: (entry: Entry, view: EntryView) => unknown,
  rest: Partial<EntryField> = {},
): EntryField {
  return {
    description,
    type,
    optional: true,
    context: editing,
    readonly: true,
    present: exposesFileDetails,
    value: (entry, view) => (entry.mimeType.startsWith('image/') ? value(entry, view) : undefined),
    ...rest,
  };
}

export const MEDIA_FIELDS: EntryFieldMap = {
  ...IDENTITY,
  slug: SLUG,
  status: STATUS,
  type: TYPE,
  link: LINK,
  title: TITLE,
  author: AUTHOR,
  featured_media: { ...FEATURED_MEDIA, present: exposesFileDetails },
  ...DISCUSSION,
  template: TEMPLATE,
  meta: metaOf('attachment'),
  ...addressing(ATTACHMENT),
  description: {
    description: 'Description of the file.',
    type: 'object',
    undivided: true,
    context: visible,
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
        context: visible,
        readonly: true,
        value: (entry, view) => view.content(entry),
      },
    },
    arg: lenient,
  },
  caption: {
    description: 'Caption of the file.',
    type: 'object',
    undivided: true,
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
    description: 'Alternative text of the image.',
    type: 'string',
    context: everywhere,
    value: (entry, view) => view.altText(entry),
    arg: { sanitize: (value) => cleanTextField(toText(value)) },
  },
  media_type: {
    description: 'Whether the attachment is an image or another file.',
    type: 'string',
    enum: ['image', 'file'],
    context: everywhere,
    readonly: true,
    value: (entry) => (entry.mimeType.startsWith('image/') ? 'image' : 'file'),
  },
  mime_type: {
    description: 'MIME type of the file.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (entry) => entry.mimeType,
  },
  media_details: {
    description: 'Details of the file, depending on its type.',
    type: 'object',
    undivided: true,
    context: everywhere,
    readonly: true,
    value: (entry, view) => mediaDetails(view.fileDetails(entry), view.fileUrl(entry), entry.mimeType),
  },
  post: {
    description: 'ID of the entry the file is attached to.',
    type: 'integer',
    nullable: true,
    context: visible,
    value: (entry) => entry.parent || null,
  },
  source_url: {
    description: 'URL of the original file.',
    type: 'string',
    format: 'uri',
    context: everywhere,
    readonly: true,
    value: (entry, view) => view.fileUrl(entry),
  },
  missing_image_sizes: {
    description: 'Registered image sizes that have not been generated.',
    type: 'array',
    items: { type: 'string' },
    context: editing,
    readonly: true,
    present: exposesFileDetails,
    value: (entry, view) => view.files?.missingSizes(entry),
  },
  filename: {
    description: 'Name of the uploaded file.',
    type: 'string',
    nullable: true,
    context: visible,
    readonly: true,
    present: exposesFileDetails,
    value: (entry, view) => view.files?.name(entry),
  },
  filesize: {
    description: 'Size of the file in bytes.',
    type: 'integer',
    variation: () => ({ type: ['integer', 'null'] }),
    nullable: true,
    context: visible,
    readonly: true,
    present: exposesFileDetails,
    value: (entry, view) => view.files?.size(entry),
  },
  exif_orientation: ofImages('integer', 'EXIF orientation of the image; 1 is upright.', (entry, view) =>
    view.files?.orientation(entry),
  ),
  image_output_format: ofImages('string', 'MIME type the image is converted to.', () => null, {
    variation: () => ({ type: ['string', 'null'] }),
    nullable: true,
  }),
  image_save_progressive: ofImages('boolean', 'Whether the image is stored progressively.', () => false),
  image_quality: ofImages(
    'object',
    'Quality of scaled images, and of the sizes that differ from it.',
    (entry) => ({ default: entry.mimeType === 'image/webp' ? WEBP_QUALITY : QUALITY, sizes: [] }),
    {
      undivided: true,
      properties: (site, { media }) => ({
        default: QUALITY_SCHEMA,
        sizes: {
          type: 'object',
          properties: Object.fromEntries(siteSizes(site, media).map(({ name }) => [name, QUALITY_SCHEMA])),
        },
      }),
    },
  ),
};

const attachmentsOf = perModel((model, name) => {
  const type = model.types.get(name)!;
  const own = { ...addressing(type), ...termsFields(model.taxonomiesOf(type)) };
  return entryResource(model, type, { ...MEDIA_FIELDS, ...own });
});

/** Attachments as a REST resource, with the taxonomies that the site declares for them. */
export function mediaResource(model: ContentModel): EntryResource {
  return attachmentsOf(model, 'attachment');
}
