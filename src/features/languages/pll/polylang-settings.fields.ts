import { field, readOnly, ResourceFields } from '../../../rest/fields/index.js';
import { type Site } from '../../../site/index.js';
import { type Profile } from '../../../variant/profile.js';
import { SLUG_PATTERN } from './languages.fields.js';

/** Settings by name, as JSON. */
export type PolylangSettings = Readonly<Record<string, unknown>>;

const setting = (name: string) => (settings: PolylangSettings) => settings[name];

const DOMAINS = {
  additionalProperties: false,
  patternProperties: { [SLUG_PATTERN]: { type: 'string', format: 'uri' } },
};

const MENUS = {
  additionalProperties: false,
  patternProperties: {
    '[^\\/:<>\\*\\?"\\|]+': {
      type: 'object',
      patternProperties: {
        '[\\w-]+': {
          type: 'object',
          patternProperties: { [SLUG_PATTERN]: { type: 'integer', minimum: 0 } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
};

const SYNCED = [
  'taxonomies',
  'post_meta',
  'comment_status',
  'ping_status',
  'sticky_posts',
  'post_date',
  'post_format',
  'post_parent',
  '_wp_page_template',
  'menu_order',
  '_thumbnail_id',
];

/** Without defaults: a request changes what it names. */
const withDefault = <M extends object>(value: unknown, more?: M) => ({
  ...more,
  default: value,
  arg: { default: undefined },
});

const TEXTS = { items: { type: 'string' } } as const;

class SettingsFields extends ResourceFields<PolylangSettings, undefined> {
  override schema(profile: Profile, site: Site): Record<string, unknown> {
    return { ...super.schema(profile, site), description: 'Settings of Polylang.', additionalProperties: false };
  }
}

const FIELDS = {
  force_lang: field(
    'integer',
    'How addresses name languages: 1 by a folder, 2 by a subdomain, 3 by a domain.',
    undefined,
    setting('force_lang'),
    {
      default: 1,
      siteSchema: () => ({ enum: [1, 2, 3] }),
      arg: { default: undefined, items: undefined, enum: [1, 2, 3] as never },
    },
  ),
  domains: field('object', 'Addresses by language.', undefined, setting('domains'), {
    default: [],
    siteSchema: () => DOMAINS,
    arg: { default: undefined, siteSchema: () => DOMAINS },
  }),
  hide_default: field(
    'boolean',
    'Whether addresses of the default language do not name it.',
    undefined,
    setting('hide_default'),
    withDefault(true),
  ),
  rewrite: field(
    'boolean',
    'Whether the folders of languages are not below /language/.',
    undefined,
    setting('rewrite'),
    withDefault(true),
  ),
  redirect_lang: field(
    'boolean',
    'Whether front pages have the address of their language.',
    undefined,
    setting('redirect_lang'),
    withDefault(false),
  ),
  browser: field(
    'boolean',
    'Whether visitors are redirected to the language of their browser.',
    undefined,
    setting('browser'),
    withDefault(false),
  ),
  media_support: field(
    'boolean',
    'Whether media have languages.',
    undefined,
    setting('media_support'),
    withDefault(false),
  ),
  post_types: field(
    'array',
    'Further types whose entries have languages.',
    undefined,
    setting('post_types'),
    withDefault([], TEXTS),
  ),
  taxonomies: field(
    'array',
    'Further taxonomies whose terms have languages.',
    undefined,
    setting('taxonomies'),
    withDefault([], TEXTS),
  ),
  sync: field(
    'array',
    'What translations have in common.',
    undefined,
    setting('sync'),
    withDefault([], { items: { type: 'string', enum: SYNCED } } as const),
  ),
  default_lang: field(
    'string',
    'Code of the default language.',
    undefined,
    setting('default_lang'),
    withDefault('', { pattern: SLUG_PATTERN }),
  ),
  nav_menus: field('object', 'Menus by theme, location and language.', undefined, setting('nav_menus'), {
    default: [],
    siteSchema: () => MENUS,
    arg: { default: undefined, siteSchema: () => MENUS },
  }),
  first_activation: readOnly('integer', 'When the plugin was first active.', undefined, setting('first_activation'), {
    default: 0,
    minimum: 0,
    siteSchema: () => ({ maximum: 2 ** 63 }),
  }),
  previous_version: readOnly('string', 'The version before an update.', undefined, setting('previous_version'), {
    default: '',
  }),
  version: readOnly('string', 'The version of the plugin.', undefined, setting('version'), { default: '' }),
};

export const SETTINGS_FIELDS = new SettingsFields('polylang', FIELDS);

/** Settings that requests may change. */
export const SETTING_NAMES = Object.keys(FIELDS).filter(
  (name) => !(FIELDS as Readonly<Record<string, { readonly?: boolean }>>)[name]!.readonly,
);
