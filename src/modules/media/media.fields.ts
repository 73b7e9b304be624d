import { editOnly, viewAndEdit, everywhere, field, readOnly } from '../../rest/fields/resource-fields.js';
import { type Entry } from '../entries/model/entry.js';
import { type EntryView } from '../entries/read/entry-view.js';
import { siteSizes } from '../../rendering/media/image-sizes.js';
import { type JsonType, type ValueSchema } from '../../rest/args/schema.js';
import { type Profile } from '../../variant/profile.js';
import { mediaDetails } from './media-details.js';
import { cleanTextField } from '../../text/clean.js';
import { type ContentModel, CORE_MODEL } from '../../content-model/content-model.js';
import { toText } from '../../text/php/php-values.js';
import { termsFields } from '../entries/api/assigned-terms.fields.js';
import {
  addressing,
  AUTHOR,
  DISCUSSION,
  type EntryField,
  type EntryFieldMap,
  FEATURED_MEDIA,
  SSO,
  lenient,
  LINK,
  metaOf,
  SLUG,
  STATUS,
  TEMPLATE,
  TITLE,
  TYPE,
} from '../entries/api/entry.fields.js';
import { perModel } from '../../content-model/per-model.js';
import { type EntryResource, entryResource } from '../entries/api/entry-resource.js';

const ATTACHMENT = CORE_MODEL.types.get('attachment')!;

const NUMBER: ValueSchema = { type: 'integer' };
const TEXT: ValueSchema = { type: 'string' };
const MEASURES = { file: TEXT, width: NUMBER, height: NUMBER, filesize: NUMBER };
const MEDIA_DETAILS: ValueSchema = {
  type: 'object',
  properties: {
    ...MEASURES,
    sizes: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['source_url'],
        properties: { ...MEASURES, mime_type: TEXT, source_url: TEXT },
        additionalProperties: true,
      },
    },
    image_meta: { type: 'object' },
    length: NUMBER,
    length_formatted: TEXT,
  },
  additionalProperties: true,
};

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
    context: editOnly,
    readonly: true,
    present: exposesFileDetails,
    value: (entry, view) => (entry.mimeType.startsWith('image/') ? value(entry, view) : undefined),
    ...rest,
  };
}

export const MEDIA_FIELDS: EntryFieldMap = {
  ...SSO,
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
    context: viewAndEdit,
    properties: {
      raw: field('string', 'The description as stored.', editOnly, (entry) => entry.content ?? ''),
      rendered: readOnly('string', 'The file and its description as HTML.', viewAndEdit, (entry, view) =>
        view.content(entry),
      ),
    },
    arg: lenient,
  },
  caption: {
    description: 'Caption of the file.',
    type: 'object',
    undivided: true,
    context: everywhere,
    properties: {
      raw: field('string', 'The caption as stored.', editOnly, (entry) => entry.excerpt),
      rendered: readOnly('string', 'The caption as HTML.', everywhere, (entry, view) => view.excerpt(entry)),
    },
    arg: lenient,
  },
  alt_text: field('string', 'Alternative text of the image.', everywhere, (entry, view) => view.altText(entry), {
    arg: { sanitize: (value) => cleanTextField(toText(value)) },
  }),
  media_type: {
    description: 'Whether the attachment is an image or another file.',
    type: 'string',
    enum: ['image', 'file'],
    context: everywhere,
    readonly: true,
    value: (entry) => (entry.mimeType.startsWith('image/') ? 'image' : 'file'),
  },
  mime_type: readOnly('string', 'MIME type of the file.', everywhere, (entry) => entry.mimeType),
  media_details: {
    description: 'Details of the file, depending on its type.',
    type: 'object',
    responds: MEDIA_DETAILS,
    undivided: true,
    context: everywhere,
    readonly: true,
    value: (entry, view) => mediaDetails(view.fileDetails(entry), view.fileUrl(entry), entry.mimeType),
  },
  post: field('integer', 'ID of the entry the file is attached to.', viewAndEdit, (entry) => entry.parent || null, {
    nullable: true,
  }),
  source_url: readOnly('uri', 'URL of the original file.', everywhere, (entry, view) => view.fileUrl(entry)),
  missing_image_sizes: {
    description: 'Registered image sizes that have not been generated.',
    type: 'array',
    items: { type: 'string' },
    context: editOnly,
    readonly: true,
    present: exposesFileDetails,
    value: (entry, view) => view.files?.missingSizes(entry),
  },
  filename: readOnly('string', 'Name of the uploaded file.', viewAndEdit, (entry, view) => view.files?.name(entry), {
    nullable: true,
    present: exposesFileDetails,
  }),
  filesize: readOnly('integer', 'Size of the file in bytes.', viewAndEdit, (entry, view) => view.files?.size(entry), {
    variation: () => ({ type: ['integer', 'null'] }),
    nullable: true,
    present: exposesFileDetails,
  }),
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
