import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { createMysqlDatabase } from './databases.js';
import { findProgram } from './programs.js';
import { freeAddress, installWordPress, startWordPress } from './wordpress.js';
import { OWNER, startServiceOn } from './wordpress-pair.js';
import { type Answer, basic } from './wordpress-client.js';

export type Addressing = 'folder' | 'domain';

/** One site of a network, as WordPress and the service serve it. */
export interface ServedSite {
  readonly name: 'main' | 'second';
  /** A client of either for a login; undefined for visitors. */
  theirs(login?: string): SiteClient;
  ours(login?: string): SiteClient;
}

export interface SiteRequest {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent instead, under this name. */
  readonly file?: { readonly name: string; readonly content: Buffer };
}

export type SiteClient = (request: SiteRequest) => Promise<Answer<Record<string, unknown>>>;

export interface WordPressNetwork {
  readonly sites: readonly ServedSite[];
  /** Ids of the accounts: of `owner`, the super admin, and of those that `members` names. */
  readonly ids: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** Roles on the second site, by login; accounts without a role are members of the main site only. */
export const MEMBERS = { keeper: 'administrator', chief: 'editor', writer: 'author', stranger: '' } as const;

/** What WordPress's own screen "Create a Network of WordPress Sites" does. */
const MAKE_NETWORK = `
require ABSPATH . 'wp-admin/includes/upgrade.php';
require ABSPATH . 'wp-admin/includes/network.php';
foreach (array('siteurl', 'home') as $name) update_option($name, 'http://' . $_SERVER['HTTP_HOST']);
foreach ($wpdb->tables('ms_global') as $name => $table) $wpdb->$name = $table;
install_network();
populate_network(1, $_SERVER['HTTP_HOST'], 'admin@site.test', 'Net', '/', getenv('NET_KIND') === 'domain');
`;

/** A second site, accounts with their roles on it, application passwords, and rules for uploads. */
const FILL_NETWORK = `
$host = $_SERVER['HTTP_HOST'];
$isDomain = is_subdomain_install();
$domain = $isDomain ? "second.$host" : $host;
$path = $isDomain ? '/' : '/second/';
$second = wpmu_create_blog($domain, $path, 'Second', 1, array('public' => 1), 1);
if (is_wp_error($second)) throw new Exception($second->get_error_message());
// WordPress drops the colon before a port.
$wpdb->update($wpdb->blogs, array('domain' => $domain), array('blog_id' => $second));
foreach (array('siteurl', 'home') as $name) update_blog_option($second, $name, untrailingslashit("http://$domain$path"));
$made = array('owner' => array(1, ''));
foreach (json_decode(getenv('NET_MEMBERS')) as $login => $role) {
  $id = wpmu_create_user($login, 'correct horse', "$login@site.test");
  add_user_to_blog(1, $id, 'author');
  if ($role !== '') add_user_to_blog($second, $id, $role);
  $made[$login] = array($id, '');
}
foreach ($made as $login => $one) $made[$login][1] = WP_Application_Passwords::create_new_application_password($one[0], array('name' => 'Test'))[0];
update_site_option('upload_filetypes', 'png txt');
update_site_option('fileupload_maxk', 20);
update_site_option('blog_upload_space', 1);
update_site_option('upload_space_check_disabled', 0);
echo json_encode($made);
`;

/** A network that WordPress made, and a service for each of its two sites on the same database. */
export async function startWordPressNetwork(addressing: Addressing): Promise<WordPressNetwork> {
  const steps: Array<() => Promise<void>> = [];
  const close = async () => {
    for (const undo of steps.reverse()) await undo();
  };
  try {
    const { url: databaseUrl, drop } = await createMysqlDatabase();
    steps.push(drop);
    const address = await freeAddress();
    const wordpress = await startWordPress(databaseUrl, address);
    steps.push(wordpress.stop);
    await installWordPress(wordpress, OWNER.login, OWNER.password);
    // Requests go to the address of the process; WordPress knows the site by the header.
    const host = `net.test:${new URL(address).port}`;
    const root = dirname(dirname(wordpress.uploads));
    const run = (code: string) => runPhp(root, host, addressing, code);
    run(MAKE_NETWORK);
    define(root, {
      MULTISITE: true,
      SUBDOMAIN_INSTALL: addressing === 'domain',
      DOMAIN_CURRENT_SITE: host,
      PATH_CURRENT_SITE: '/',
      SITE_ID_CURRENT_SITE: 1,
      BLOG_ID_CURRENT_SITE: 1,
    });
    const accounts = JSON.parse(run(FILL_NETWORK)) as Record<string, [id: number, password: string]>;
    const authorize = (login?: string) => (login === undefined ? {} : basic(login, accounts[login]![1]));
    const second = addressing === 'domain' ? `second.${host}` : host;
    const serve = async (name: ServedSite['name'], siteUrl: string, env: Record<string, string>) => {
      const uploads = join(wordpress.uploads, name === 'main' ? '.' : 'sites/2');
      const started = await startServiceOn(databaseUrl, { url: siteUrl, uploads }, { VARIANT: 'C', ...env });
      steps.push(started.service.close);
      const { pathname } = new URL(siteUrl);
      const at = (root: string) => (login?: string) =>
        clientOf(root, { ...authorize(login), host: new URL(siteUrl).host });
      return { name, ours: at(started.root), theirs: at(`${address}${pathname.replace(/\/?$/, '/')}?rest_route=`) };
    };
    const sites = [
      await serve('main', `http://${host}`, {}),
      await serve('second', `http://${second}${addressing === 'folder' ? '/second' : ''}`, { TABLE_PREFIX: 'wp_2_' }),
    ];
    return { sites, ids: Object.fromEntries(Object.entries(accounts).map(([login, [id]]) => [login, id])), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The host of a site leads nowhere, so requests go to the address of the process; `fetch` cannot send another `Host`. */
function clientOf(root: string, headers: Readonly<Record<string, string>>): SiteClient {
  const { origin, pathname, search } = new URL(root);
  return async ({ method, path, body, file }) => {
    const [route = '', query] = path.split('?');
    const address = search === '' ? pathname + route : pathname + search + route;
    const target = address + (query ? (search === '' ? '?' : '&') + query : '');
    const sent = request(origin)[method.toLowerCase() as 'get'](target).set(headers);
    if (file)
      void sent.set('content-disposition', `attachment; filename="${file.name}"`).type('application/octet-stream');
    const { status, headers: received, body: answer } = await sent.send(file?.content ?? body);
    return {
      status,
      headers: new Headers(received as Record<string, string>),
      body: answer as Record<string, unknown>,
    };
  };
}

/** Runs PHP within the WordPress of a folder. */
function runPhp(root: string, host: string, addressing: Addressing, code: string): string {
  const start = `$_SERVER['HTTP_HOST'] = '${host}'; $_SERVER['REQUEST_URI'] = '/'; $_SERVER['REMOTE_ADDR'] = '127.0.0.1'; require '${root}/wp-load.php';`;
  const env = { ...process.env, NET_KIND: addressing, NET_MEMBERS: JSON.stringify(MEMBERS) };
  return execFileSync(findProgram(['php'])!, ['-d', 'display_errors=stderr', '-r', `${start} global $wpdb; ${code}`], {
    env,
  }).toString();
}

function define(root: string, constants: Readonly<Record<string, string | number | boolean>>): void {
  const file = join(root, 'wp-config.php');
  const lines = Object.entries(constants).map(([name, value]) => `define('${name}', ${JSON.stringify(value)});`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('$table_prefix', () => `${lines.join('\n')}\n$table_prefix`),
  );
}
