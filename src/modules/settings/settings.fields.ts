import { type Field } from '../../rest/fields/resource-fields.js';
import { type Site } from '../../site/site.js';
import { cleanEmail, isEmail } from '../../text/email.js';
import { escapeHtml } from '../../text/escape.js';
import { stripTags } from '../../text/strip-tags.js';
import { type Profile } from '../../variant/profile.js';

type SettingField = Pick<Field, 'type' | 'title' | 'description' | 'format' | 'default' | 'present' | 'listed'> & {
  enum?: readonly string[];
};

/** A setting of the site and the option that stores it. */
function setting(type: Field['type'], description: string, rest: Partial<SettingField> = {}): SettingField {
  return { type, title: '', description, default: null, ...rest };
}

/** Settings of WordPress 7: the front page, the logo and the icon. */
const current = { present: (profile: Profile) => profile.rest.describesSite };

/** Settings that only the network has for its sites. */
const ofSingleSites = { listed: ({ network }: Site) => network === undefined };

const OPEN_OR_CLOSED = ['open', 'closed'] as const;

export const SETTINGS_FIELDS = {
  title: setting('string', 'Title of the site.', { title: 'Title' }),
  description: setting('string', 'Tagline of the site.', { title: 'Tagline' }),
  url: setting('string', 'URL of the site.', { format: 'uri', ...ofSingleSites }),
  email: setting('string', 'Email address of the site’s administrator.', { format: 'email', ...ofSingleSites }),
  timezone: setting('string', 'Time zone of the site, as the name of a city in it.'),
  date_format: setting('string', 'Date format.'),
  time_format: setting('string', 'Time format.'),
  start_of_week: setting('integer', 'First day of the week; 0 is Sunday.'),
  language: setting('string', 'Locale of the site.', { default: 'en_US' }),
  use_smilies: setting('boolean', 'Whether emoticons are displayed as images.', { default: true }),
  default_category: setting('integer', 'Default category of posts.'),
  default_post_format: setting('string', 'Default post format.'),
  posts_per_page: setting('integer', 'Number of posts per page of the site.', {
    title: 'Maximum posts per page',
    default: 10,
  }),
  show_on_front: setting('string', 'Whether the front page shows posts or a page.', {
    title: 'Show on front',
    ...current,
  }),
  page_on_front: setting('integer', 'ID of the page shown as the front page.', { title: 'Page on front', ...current }),
  page_for_posts: setting('integer', 'ID of the page that lists the posts.', current),
  default_ping_status: setting('string', 'Whether pingbacks and trackbacks are open on new posts.', {
    enum: OPEN_OR_CLOSED,
  }),
  default_comment_status: setting('string', 'Whether comments are open on new posts.', {
    title: 'Allow comments on new posts',
    enum: OPEN_OR_CLOSED,
  }),
  site_logo: setting('integer', 'ID of the site logo image.', { title: 'Logo', ...current }),
  site_icon: setting('integer', 'ID of the site icon image.', { title: 'Icon', ...current }),
} as const satisfies Record<string, SettingField>;

export type SettingName = keyof typeof SETTINGS_FIELDS;
export type SettingValue = string | number | boolean | null;
export type Settings = Record<SettingName, SettingValue>;

/** The settings of the profile's release, in the order of the REST API. */
export function settingNames(profile: Profile, site: Pick<Site, 'network'>): SettingName[] {
  const fields: Readonly<Record<SettingName, SettingField>> = SETTINGS_FIELDS;
  return (Object.keys(fields) as SettingName[])
    .filter((name) => fields[name].present?.(profile) ?? true)
    .filter((name) => fields[name].listed?.(site as Site) ?? true);
}

/** The option of each setting. */
export const OPTION_OF: Readonly<Record<SettingName, string>> = {
  title: 'blogname',
  description: 'blogdescription',
  url: 'siteurl',
  email: 'admin_email',
  timezone: 'timezone_string',
  date_format: 'date_format',
  time_format: 'time_format',
  start_of_week: 'start_of_week',
  language: 'WPLANG',
  use_smilies: 'use_smilies',
  default_category: 'default_category',
  default_post_format: 'default_post_format',
  posts_per_page: 'posts_per_page',
  default_ping_status: 'default_ping_status',
  default_comment_status: 'default_comment_status',
  show_on_front: 'show_on_front',
  page_on_front: 'page_on_front',
  page_for_posts: 'page_for_posts',
  site_logo: 'site_logo',
  site_icon: 'site_icon',
};

/** Returned for a value that is silently ignored. */
export const UNCHANGED = Symbol('unchanged');

const CONTINENT = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/;

/** A city as time zone, or nothing; offsets and abbreviations are not accepted. */
function isTimeZone(name: string): boolean {
  if (name === '' || name === 'UTC') return true;
  if (!CONTINENT.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const minLength = 6;

/** A setting's value as it will be stored, by the rules of its option. */
export function cleanSetting(
  name: SettingName,
  value: SettingValue,
  { languages }: Pick<Site, 'languages'>,
): SettingValue | typeof UNCHANGED {
  const text = String(value);
  switch (name) {
    case 'title':
    case 'description':
      return escapeHtml(text);
    case 'email': {
      const email = cleanEmail(text, { minLength });
      return isEmail(email, { minLength }) ? email : UNCHANGED;
    }
    case 'url':
      return /^https?:\/\/./i.test(text) ? text : UNCHANGED;
    case 'timezone':
      return isTimeZone(text) ? text : UNCHANGED;
    case 'language':
      // Empty means English, which has no translation.
      return text === '' || languages.slice(1).includes(text) ? text : UNCHANGED;
    case 'date_format':
    case 'time_format':
      return stripTags(text);
    case 'start_of_week':
    case 'default_category':
      return Math.abs(Number(value));
    case 'posts_per_page':
      return Number(value) === 0 ? 1 : Number(value) < -1 ? Math.abs(Number(value)) : Number(value);
    default:
      return value;
  }
}
