import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { placeholders } from '../database/engine/parameters.js';
import { isTruthy, maybeUnserialize, PhpArray, type PhpValue, toInteger, toText } from '../text/php/index.js';

/** Options of a network that the service follows. */
const NAMES = [
  'siteurl',
  'site_admins',
  'add_new_users',
  'menu_items',
  'upload_filetypes',
  'upload_space_check_disabled',
  'blog_upload_space',
  'fileupload_maxk',
  'illegal_names',
  'banned_email_domains',
  'limited_email_domains',
  'active_sitewide_plugins',
];
const FRESH_MS = 1000;
const DEFAULT_FILE_KB = 1500;
const DEFAULT_SPACE_MB = 100;

/** The rules of a network (multisite) that its sites follow. */
export interface NetworkRules {
  readonly siteUrl: string;
  /** Logins of the accounts that may do everything on all sites. */
  readonly superAdmins: ReadonlySet<string>;
  /** Administrators of sites may create accounts. */
  readonly addsUsers: boolean;
  /** Administrators of sites may activate plugins. */
  readonly activatesPlugins: boolean;
  /** Extensions of the files that may be uploaded, in lower case. */
  readonly uploadExtensions: ReadonlySet<string>;
  /** In bytes; undefined where neither the size of a file nor the space of a site is limited. */
  readonly uploadLimits?: { readonly file: number; readonly space: number };
  readonly illegalNames: ReadonlySet<string>;
  readonly bannedDomains: readonly string[];
  /** Empty: all. */
  readonly limitedDomains: readonly string[];
  /** Files of the plugins that are active on all sites, with their extension. */
  readonly plugins: readonly string[];
}

/** The network that the site belongs to, if it belongs to one. */
@Injectable()
export class NetworkStore {
  private read?: { until: number; rules: Promise<NetworkRules> };

  constructor(private readonly database: Database) {}

  /** Undefined on a single site; otherwise read at most once a second. */
  async rules(): Promise<NetworkRules | undefined> {
    if (!this.database.network) return undefined;
    if (!this.read || this.read.until <= performance.now()) {
      const rules = this.load();
      this.read = { until: performance.now() + FRESH_MS, rules };
      rules.catch(() => (this.read = undefined));
    }
    return this.read.rules;
  }

  private async load(): Promise<NetworkRules> {
    const { prefix, id } = this.database.network!;
    const rows = await this.database.query<{ name: string; value: string | null }>(
      `SELECT meta_key AS name, meta_value AS value FROM \`${prefix}sitemeta\` WHERE site_id = ? AND meta_key IN (${placeholders(NAMES.length)}) ORDER BY meta_id DESC`,
      [id, ...NAMES],
    );
    return rulesOf(new Map(rows.map(({ name, value }) => [name, maybeUnserialize(value ?? '')])));
  }
}

function rulesOf(stored: ReadonlyMap<string, PhpValue>): NetworkRules {
  const text = (name: string) => toText(stored.get(name) ?? '');
  const number = (name: string, standard: number) => (stored.has(name) ? toInteger(stored.get(name)) : standard);
  const list = (name: string) => textsOf(stored.get(name)).filter((value) => value !== '');
  const plugins = stored.get('active_sitewide_plugins');
  const menus = stored.get('menu_items');
  return {
    siteUrl: text('siteurl'),
    superAdmins: new Set(stored.has('site_admins') ? list('site_admins') : ['admin']),
    addsUsers: isTruthy(stored.get('add_new_users')),
    activatesPlugins: menus instanceof PhpArray && isTruthy(menus.get('plugins')),
    uploadExtensions: new Set(text('upload_filetypes').toLowerCase().split(/\s+/).filter(Boolean)),
    ...(!isTruthy(stored.get('upload_space_check_disabled')) && {
      uploadLimits: {
        file: number('fileupload_maxk', DEFAULT_FILE_KB) * 1024,
        space: number('blog_upload_space', DEFAULT_SPACE_MB) * 1024 * 1024,
      },
    }),
    illegalNames: new Set(list('illegal_names').map((name) => name.toLowerCase())),
    bannedDomains: list('banned_email_domains').map((domain) => domain.toLowerCase()),
    limitedDomains: list('limited_email_domains').map((domain) => domain.toLowerCase()),
    plugins: plugins instanceof PhpArray ? [...plugins.keys()].map(String) : [],
  };
}

/** A list, or a text with blanks or line breaks between its members. */
function textsOf(value: PhpValue | undefined): string[] {
  if (value instanceof PhpArray) return [...value.values()].map((member) => toText(member));
  return toText(value ?? '').split(/\s+/);
}
