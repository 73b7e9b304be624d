// What can be replayed: responses of WordPress itself (../shared/corpus) and of WordPress with plugins (../shared/headless/recordings).
import { createHash } from 'node:crypto';
import { join } from 'node:path';

const CORPUS = '../shared/corpus';
const PLUGINS = '../shared/headless/recordings';
const ENGINES = ['mysql', 'sqlite'];

/**
 * `name`: of its cases and answers; `variant`: of the service; `address`: at which it was recorded; `rows`: whether the recording has
 * the rows that each write changed; `prepare`: SQL after the dump, or a function of the connection; `siteUrl`: whether the address is configured instead of read from
 * the database, which recorded writes to the settings change.
 */
const RECORDINGS = [
  wordpress('A', '127.0.0.1:8049', { siteUrl: true }),
  wordpress('B', '127.0.0.1:8047', { siteUrl: true }),
  wordpress('C', '127.0.0.1:8071', {
    env: {
      // The templates of the recorded theme.
      THEME_TEMPLATES: 'page:page-no-title',
      // Types, taxonomies and meta that the recorded site registered.
      CONTENT_TYPES: join(import.meta.dirname, 'content-types-c.json'),
      MENU_LOCATIONS: 'primary=Primary place,footer=Footer place',
    },
  }),
  plugins('SCF', 'scf', { rows: true }),
  plugins('ACF', 'acf', { rows: true }),
  plugins('PLL', 'pll', { rows: true }),
  plugins('PLLV', 'pll', {
    prepare: `UPDATE wp_options SET option_value = '' WHERE option_name IN ('permalink_structure', 'rewrite_rules')`,
  }),
  plugins('YOAST', 'yoast', {
    rows: true,
    address: 'quay-site.test',
    // The names of persons in heads depend on them.
    keys: {
      AUTH_KEY: 'reference-AUTH_KEY-0123456789abcdef0123456789abcdef',
      AUTH_SALT: 'reference-AUTH_SALT-0123456789abcdef0123456789abcdef',
    },
    prepare: hashPermalinks,
  }),
  wpgraphql('GQL', '^(?!root2|mutation2)', { rows: true }),
  wpgraphql('GQL2', '^(root2|mutation2)\\.', { rows: true }),
  wpgraphql('GQLV_FRONT', '^variant-front\\.', {
    of: 'gqlv',
    prepare:
      `UPDATE wp_options SET option_value = 'posts' WHERE option_name = 'show_on_front'; ` +
      `SET @front = (SELECT MIN(ID) FROM wp_posts WHERE post_type = 'page'); ` +
      `SET @posts = (SELECT MIN(ID) FROM wp_posts WHERE post_type = 'page' AND ID > @front); ` +
      `UPDATE wp_options SET option_value = @front WHERE option_name = 'page_on_front'; ` +
      `UPDATE wp_options SET option_value = @posts WHERE option_name = 'page_for_posts'`,
  }),
  wpgraphql('GQLV_PLAIN', '^variant-plain\\.', {
    of: 'gqlv',
    prepare: `UPDATE wp_options SET option_value = '' WHERE option_name IN ('permalink_structure', 'rewrite_rules')`,
  }),
  wpgraphql('GQLB', '.', { of: 'gqlb', dump: 'gqlb', keys: true }),
];

/** Hashed here: MySQL 9.6 removed MD5(). */
async function hashPermalinks(connection) {
  const [rows] = await connection.query('SELECT id, permalink FROM wp_yoast_indexable WHERE permalink IS NOT NULL');
  for (const { id, permalink } of rows) {
    const hash = `${Buffer.byteLength(permalink)}:${createHash('md5').update(permalink).digest('hex')}`;
    await connection.query('UPDATE wp_yoast_indexable SET permalink_hash = ? WHERE id = ?', [hash, id]);
  }
}

/** WPGraphQL with CPT UI and SCF, or with content blocks; `only`: the ids of the part. Recorded on MariaDB, whose collation sorts the lists. */
function wpgraphql(name, only, { of = 'gql', dump = 'gql', keys, ...options } = {}) {
  const { env, ...recording } = plugins(name, dump, options);
  return {
    ...recording,
    env: { ...env, GRAPHQL: 'on', ...(keys && { GRAPHQL_KEYS: 'on' }) },
    engines: ['mysql'],
    graphql: { name: of, only },
  };
}

function wordpress(name, address, options) {
  const base = name.toLowerCase();
  const env = { THEME_TEMPLATES: 'none' };
  return { name, variant: name, folder: CORPUS, dump: base, uploads: `${base}-uploads.tgz`, address, env, ...options };
}

function plugins(name, dump, { keys, ...options }) {
  return {
    name,
    variant: 'C',
    folder: PLUGINS,
    dump,
    uploads: 'uploads.tgz',
    address: '127.0.0.1:4671',
    env: {
      THEME_TEMPLATES: 'page:page-no-title',
      MENU_LOCATIONS: 'primary=Primary place,footer=Footer place,social=Social place',
      ...keys,
    },
    ...options,
  };
}

/** Recordings by the engines they are replayed on. */
export const RUNS = RECORDINGS.flatMap((recording) =>
  (recording.engines ?? ENGINES).map((engine) => ({ recording, engine })),
);
