import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { PostMeta } from '../../src/database/entities/index.js';
import { checkWordPress } from '../../src/features/wordpress-bridge/wordpress-check.js';
import { missingOptional } from '../support/missing.js';
import { type ImportedService, type Pair, startImportedService, startPair } from '../support/wordpress-pair.js';
import { withWordPress, wordpressRelease } from '../support/wordpress.js';
import { clientAt, restRoot } from '../support/wordpress-client.js';

const PLUGIN = `<?php
add_action('init', function () {
  register_setting('shop', 'shop_currency', array('type' => 'string', 'default' => 'EUR',
    'show_in_rest' => array('schema' => array('enum' => array('EUR', 'CHF')))));
  register_setting('shop', 'shop_limit', array('type' => 'integer', 'show_in_rest' => true));
  register_setting('shop', 'shop_open', array('type' => 'boolean', 'show_in_rest' => true, 'default' => true));
  register_setting('shop', 'shop_rate', array('type' => 'number', 'show_in_rest' => true));
  register_setting('shop', 'shop_hours', array('type' => 'array', 'default' => array(),
    'show_in_rest' => array('schema' => array('items' => array('type' => 'number')))));
  register_setting('shop', 'shop_address', array('type' => 'object', 'show_in_rest' => array('schema' => array(
    'properties' => array('city' => array('type' => 'string'), 'floor' => array('type' => 'integer'))))));
});
add_action('rest_api_init', function () {
  $marked = function ($item, $name) {
    return array('of' => $item['id'], 'name' => $name, 'reader' => get_current_user_id(), 'votes' => count(get_post_meta($item['id'], 'vote')));
  };
  register_rest_field('post', 'shelf', array('schema' => array('type' => 'object'), 'get_callback' => $marked));
  register_rest_field('post', 'unlisted-shelf', array('get_callback' => $marked));
  register_rest_field('user', 'badge', array('schema' => array('type' => 'object'), 'get_callback' => $marked));
  register_rest_field(array('category', 'comment', 'attachment'), 'mark', array('schema' => array('type' => 'object'), 'get_callback' => $marked));
  register_rest_field('post', 'secret', array('schema' => array('type' => 'string', 'context' => array('edit')), 'get_callback' => '__return_empty_string'));
});
`;

interface Template extends Record<string, unknown> {
  id: string;
  wp_id: number;
}

withWordPress(() => {
  if (Number(wordpressRelease()) < 7.1) return missingOptional('WordPress is older than 7.1');
  let pair: Pair;
  let service: ImportedService;

  beforeAll(async () => {
    pair = await startPair({ VARIANT: 'C' });
    const plugins = join(dirname(pair.wordpress.uploads), 'mu-plugins');
    mkdirSync(plugins, { recursive: true });
    writeFileSync(join(plugins, 'shop.php'), PLUGIN);
    await pair.theirs('POST', '/wp/v2/templates/twentytwentyfive//page', { content: 'changed before' });
    service = await startImportedService(pair);
  });
  afterAll(async () => {
    await service?.close();
    await pair?.close();
  });

  /** What both answer, with the addresses of neither. */
  async function both(path: string): Promise<[ours: unknown, theirs: unknown]> {
    const answers = await Promise.all([service.ours, pair.theirs].map((client) => client('GET', path)));
    return answers.map(({ status, body }) => ({ status, body })) as [unknown, unknown];
  }

  const ROUTES = [
    '/wp/v2/templates',
    '/wp/v2/templates?context=edit',
    '/wp/v2/templates?post_type=page',
    '/wp/v2/templates?post_type=post',
    '/wp/v2/templates/twentytwentyfive//home',
    '/wp/v2/templates/twentytwentyfive//home?context=embed',
    '/wp/v2/templates/twentytwentyfive//page',
    '/wp/v2/templates/twentytwentyfive//page?source=theme&context=edit',
    '/wp/v2/templates/lookup?slug=single-post-hello',
    '/wp/v2/templates/lookup?slug=front-page',
    '/wp/v2/template-parts?context=edit',
    '/wp/v2/template-parts?area=header',
    '/wp/v2/template-parts/twentytwentyfive//footer',
    '/wp/v2/block-patterns/patterns',
    '/wp/v2/block-patterns/categories',
    '/wp/v2/global-styles/themes/twentytwentyfive',
    '/wp/v2/global-styles/themes/twentytwentyfive/variations',
    '/wp/v2/plugins',
    '/wp/v2/themes?status=active',
    '/wp/v2/settings',
  ];

  test.each(ROUTES)('both answer %s alike', async (path) => {
    const [ours, theirs] = await both(path);
    expect(ours).toEqual(theirs);
  });

  test.each(['ours', 'theirs'] as const)('a file that is changed and reset at %s is so at the other', async (place) => {
    const writer = place === 'ours' ? service.ours : pair.theirs;
    const path = '/wp/v2/templates/twentytwentyfive//single';
    const changed = await writer<Template>('POST', path, { title: 'Mine', content: '<!-- wp:post-title /-->' });
    expect(changed.body).toMatchObject({ source: 'custom', origin: 'theme', has_theme_file: true });
    for (const route of [
      path,
      '/wp/v2/templates',
      `${path}/revisions`,
      `/wp/v2/templates?wp_id=${changed.body.wp_id}`,
    ]) {
      const [ours, theirs] = await both(route);
      expect(ours).toEqual(theirs);
    }
    const reset = await writer<Template>('POST', path, { source: 'theme' });
    expect(reset.body).toMatchObject({ source: 'theme', wp_id: 0 });
    const [ours, theirs] = await both(path);
    expect(ours).toEqual(theirs);
  });

  test('both refuse to delete a file and to show its versions', async () => {
    const path = '/wp/v2/templates/twentytwentyfive//index';
    const code = async (method: string, route: string) =>
      Promise.all(
        [service.ours, pair.theirs].map(async (client) => {
          const { status, body } = await client<{ code: string }>(method, route);
          return [status, body.code];
        }),
      );
    for (const [method, route] of [
      ['DELETE', path],
      ['GET', `${path}/revisions`],
      ['GET', `${path}/autosaves`],
    ] as const) {
      const [ours, theirs] = await code(method, route);
      expect([method, route, ours]).toEqual([method, route, theirs]);
    }
  });

  test('doctor names the members that only editors get, and no others', async () => {
    const database = pair.service.app.get(Database);
    const findings = await checkWordPress({ config: service.config, database });
    expect(findings.filter(({ state }) => state !== 'ok').map(({ message }) => message)).toEqual([
      '/wp/v2/posts: members of plugins that visitors do not get are missing: secret.',
    ]);
  });

  test('fields that plugins add have the values that visitors get, and follow writes of either', async () => {
    const visitor = { ours: clientAt(service.root), theirs: clientAt(restRoot(pair.wordpress)) };
    const { body: post } = await pair.theirs<{ id: number }>('POST', '/wp/v2/posts', {
      title: 'Marked',
      status: 'publish',
    });
    await pair.theirs('POST', '/wp/v2/comments', { post: post.id, content: 'Seen.' });
    const fields = '_fields=id,shelf,unlisted-shelf,badge,mark,secret';
    const same = async () => {
      for (const path of ['posts', 'users', 'categories', 'comments']) {
        const [ours, theirs] = await Promise.all(
          [visitor.ours, visitor.theirs].map((client) => client('GET', `/wp/v2/${path}?${fields}`)),
        );
        expect([path, ours!.status, ours!.body]).toEqual([path, 200, theirs!.body]);
      }
    };
    await same();
    const path = `/wp/v2/posts/${post.id}`;
    const shelf = { of: post.id, name: 'shelf', reader: 0, votes: 0 };
    expect((await service.ours('GET', `${path}?context=edit`)).body).toMatchObject({ shelf });
    await service.ours('POST', path, { title: 'Marked again' });
    await same();
    await pair.service.app
      .get(Database)
      .transaction((tx) => tx.insert(PostMeta, { owner: post.id, key: 'vote', value: 'yes' }));
    expect((await service.ours('GET', path)).body).toMatchObject({ shelf: { ...shelf, votes: 1 } });
    await service.ours('POST', path, { status: 'draft' });
    expect((await service.ours<object>('GET', `${path}?context=edit`)).body).not.toHaveProperty('shelf');
  });

  test.each(['ours', 'theirs'] as const)(
    'settings of plugins that are written at %s are the same at the other',
    async (place) => {
      const writer = place === 'ours' ? service.ours : pair.theirs;
      const values = {
        shop_currency: 'CHF',
        shop_limit: place === 'ours' ? 7 : 8,
        // A value that does not change is answered as PHP stores it.
        shop_open: place !== 'ours',
        shop_rate: 2,
        shop_hours: [9.5, 18],
        shop_address: { city: 'Bern', floor: 3 },
      };
      const { status, body } = await writer<object>('POST', '/wp/v2/settings', values);
      expect([status, body]).toEqual([200, expect.objectContaining(values)]);
      const [ours, theirs] = await both('/wp/v2/settings');
      expect(ours).toEqual(theirs);
      for (const wrong of [{ shop_currency: 'USD' }, { shop_address: { street: 'x' } }, { shop_hours: ['x'] }]) {
        const answers = await Promise.all(
          [service.ours, pair.theirs].map((one) => one('POST', '/wp/v2/settings', wrong)),
        );
        expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      }
      await writer('POST', '/wp/v2/settings', { shop_currency: null, shop_hours: null });
      const [after, there] = await both('/wp/v2/settings');
      expect(after).toEqual(there);
    },
  );
});
