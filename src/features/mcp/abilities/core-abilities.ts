import { type ContentService } from '../../../modules/content/index.js';
import { type RequestContext } from '../../../rest/http/index.js';

export const ABILITIES_NAMESPACE = 'wp-abilities/v1';

export interface Ability {
  /** With a namespace: `nestpress/list-posts`. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly category: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
}

/** An ability of WordPress itself. */
export interface CoreAbility extends Ability {
  /** Capability that it needs; absent: any account. */
  readonly needs?: string;
  run(ctx: RequestContext, content: ContentService): Promise<Readonly<Record<string, unknown>>>;
}

/** The release of WordPress whose REST API is implemented. */
const RELEASE = '7.1';

const READS = { isReadOnly: true, isDestructive: false, isIdempotent: true };
const text = (title: string, description: string) => ({ type: 'string', title, description });

/** The schemas of an ability that returns all of its fields, or those that the input names. */
function schemas(properties: Record<string, object>) {
  const fields = {
    type: 'array',
    items: { type: 'string', enum: Object.keys(properties) },
    description: 'Names of the fields to return; all of them by default.',
  };
  return {
    inputSchema: { type: 'object', properties: { fields }, additionalProperties: false, default: {} },
    outputSchema: { type: 'object', properties, additionalProperties: false },
  };
}

const SITE_INFO: CoreAbility = {
  name: 'core/get-site-info',
  label: 'Get Site Information',
  description: 'Returns what the settings say about the site.',
  category: 'site',
  needs: 'manage_options',
  ...READS,
  ...schemas({
    name: text('Site Title', 'Title of the site.'),
    description: text('Tagline', 'Tagline of the site.'),
    url: text('Site Address (URL)', 'Where visitors find the site.'),
    wpurl: text('WordPress Address (URL)', 'Where the files of WordPress are served.'),
    admin_email: text('Administration Email Address', 'E-mail address of the administrator.'),
    charset: text('Site Charset', 'Character encoding of the site.'),
    language: text('Site Language', 'Language of the site, such as en-US.'),
    version: text('WordPress Version', 'Release of WordPress whose interface is served.'),
  }),
  run: ({ site }) =>
    Promise.resolve({
      name: site.option('blogname'),
      description: site.option('blogdescription'),
      url: site.home,
      wpurl: site.siteUrl,
      admin_email: site.option('admin_email'),
      charset: site.option('blog_charset') || 'UTF-8',
      language: (site.option('WPLANG') || 'en_US').replaceAll('_', '-'),
      version: RELEASE,
    }),
};

interface Profile {
  id: number;
  username: string;
  name: string;
  slug: string;
  roles: string[];
  locale: string;
  first_name: string;
  last_name: string;
  nickname: string;
  description: string;
  url: string;
}

const USER_INFO: CoreAbility = {
  name: 'core/get-user-info',
  label: 'Get User Information',
  description: 'Returns the profile of the user who asks.',
  category: 'user',
  ...READS,
  ...schemas({
    id: { type: 'integer', title: 'User ID', description: 'ID of the user.' },
    display_name: text('Display Name', 'Public name of the user.'),
    user_nicename: text('User Nicename', 'Name of the user in URLs.'),
    user_login: text('Username', 'Name with which the user signs in.'),
    roles: { type: 'array', title: 'Roles', description: 'Roles of the user.', items: { type: 'string' } },
    locale: text('Language', 'Language of the user, such as en_US.'),
    first_name: text('First Name', 'Given name.'),
    last_name: text('Last Name', 'Family name.'),
    nickname: text('Nickname', 'Informal name.'),
    description: text('Biographical Info', 'What users write about themselves.'),
    user_url: text('Website', 'Website of the user.'),
  }),
  async run({ principal }, content) {
    const call = { method: 'GET', route: '/wp/v2/users/me', query: { context: 'edit' } } as const;
    const user = (await content.request(principal, call)).body as Profile;
    return {
      id: user.id,
      display_name: user.name,
      user_nicename: user.slug,
      user_login: user.username,
      roles: user.roles,
      locale: user.locale,
      first_name: user.first_name,
      last_name: user.last_name,
      nickname: user.nickname,
      description: user.description,
      user_url: user.url,
    };
  },
};

/** Abilities of WordPress, without those that describe its PHP. */
export const CORE_ABILITIES: readonly CoreAbility[] = [SITE_INFO, USER_INFO];

export interface AbilityCategory {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

export const ABILITY_CATEGORIES: readonly AbilityCategory[] = [
  { slug: 'site', label: 'Site', description: 'Information and settings of the site.' },
  { slug: 'user', label: 'User', description: 'Information and settings of users.' },
  { slug: 'content', label: 'Content', description: 'Entries, terms, files and comments.' },
];
