import { type ValueSchema } from '../../rest/args/schema.js';

const TEXT: ValueSchema = { type: 'string' };
const ANY: ValueSchema = { type: 'object', additionalProperties: true };

const SUMMARY = {
  id: { type: ['integer', 'null'] },
  slug: { type: ['string', 'null'] },
  title: TEXT,
  locale: TEXT,
} as const;

const TEXT_OR_NULL: ValueSchema = { type: ['string', 'null'] };
/** Stored values of mails differ between versions of the plugin that wrote them. */
const PROPERTIES: ValueSchema = {
  type: 'object',
  properties: {
    form: TEXT,
    mail: ANY,
    mail_2: ANY,
    messages: { type: ['object', 'array'], additionalProperties: TEXT },
    additional_settings: TEXT_OR_NULL,
  },
  required: ['form', 'mail', 'mail_2', 'messages', 'additional_settings'],
};

/** Problems of the configuration by section; an empty list without any. */
const CONFIG_ERRORS: ValueSchema = {
  type: ['object', 'array'],
  additionalProperties: {
    type: 'array',
    items: { type: 'object', properties: { message: TEXT, link: TEXT }, required: ['message', 'link'] },
  },
};

/** The forms of a list. */
export const FORM_LIST: ValueSchema = {
  type: 'array',
  items: { type: 'object', properties: SUMMARY, required: ['id', 'slug', 'title', 'locale'] },
};

export const FORM: ValueSchema = {
  type: 'object',
  properties: { ...SUMMARY, properties: PROPERTIES },
  required: ['id', 'title', 'locale', 'properties'],
};

export const CHECKED_FORM: ValueSchema = {
  type: 'object',
  properties: { ...SUMMARY, properties: PROPERTIES, config_errors: CONFIG_ERRORS },
  required: ['id', 'title', 'locale', 'properties', 'config_errors'],
};

export const DELETED_FORM: ValueSchema = {
  type: 'object',
  properties: { deleted: { type: 'boolean' } },
  required: ['deleted'],
};

/** New captchas and quizzes, by the names of their fields. */
const CHALLENGES = { captcha: ANY, quiz: ANY } as const;

const INVALID_FIELDS: ValueSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      into: TEXT,
      message: TEXT,
      idref: { type: ['string', 'null'] },
      field: TEXT,
      error_id: TEXT,
    },
    required: ['into', 'message', 'idref'],
  },
};

export const FEEDBACK: ValueSchema = {
  type: 'object',
  properties: {
    contact_form_id: { type: 'integer' },
    into: TEXT,
    status: TEXT,
    message: TEXT,
    // The former name of invalid_fields. Generators would give the types of their items the same name.
    invalidFields: { type: 'array' },
    invalid_fields: INVALID_FIELDS,
    posted_data_hash: TEXT,
    demo_mode: { type: 'boolean' },
    ...CHALLENGES,
  },
  required: ['into', 'status', 'message'],
};

/** An empty list if there is nothing to refill. */
export const REFILL: ValueSchema = { type: ['object', 'array'], properties: { ...CHALLENGES, token: TEXT } };
