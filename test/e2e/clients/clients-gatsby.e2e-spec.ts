import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';

/** The last release that reads the REST API; the next one reads WPGraphQL. */
const PLUGIN = 'gatsby-source-wordpress@3.11.0';
const POSTS = 23;

interface Node {
  id: string;
  internal: { type: string };
  wordpress_id: number | string;
  [member: string]: unknown;
}

interface Normalizer {
  name: string;
}

interface Plugin {
  sourceNodes(gatsby: object, options: object): Promise<void>;
}

// Installs the plugin, without Gatsby, from the registry; not with every commit (tools/test/sequencer.mjs).
describe(PLUGIN, () => {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-gatsby-'));
  let plugin: Plugin;

  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--legacy-peer-deps'];
    await promisify(execFile)('npm', ['install', ...quiet, PLUGIN], { cwd: folder });
    plugin = createRequire(join(folder, 'x.js'))('gatsby-source-wordpress/gatsby-node.js') as Plugin;
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  anyEngine((engine) => {
    describe.each(['A', 'B', 'C'])('variant %s', (variant) => {
      let site: LiveSite;
      let nodes: Node[];
      let output: string[];
      const ids: Record<'author' | 'category' | 'tag' | 'media' | 'parent', number> = {
        ...{ author: 1, category: 0, tag: 0, media: 0, parent: 0 },
      };
      const typed = (type: string) => nodes.filter(({ internal }) => internal.type === type);
      const idOf = (type: string, id: number | string) =>
        typed(type).find(({ wordpress_id }) => wordpress_id === id)?.id;

      beforeAll(async () => {
        site = await startLiveSite({ VARIANT: variant }, engine);
        const admin = clientOf(() => site, 'admin');
        const create = async (path: string, values: object) =>
          ((await admin.post(path, values).expect(201)).body as { id: number }).id;
        ids.category = await create('/categories', { name: 'Harbour' });
        ids.tag = await create('/tags', { name: 'Boats' });
        const { body: media } = await request(site.server)
          .post('/wp-json/wp/v2/media')
          .auth(ADMIN.user, ADMIN.password)
          .set('Content-Disposition', 'attachment; filename="boat.png"')
          .set('Content-Type', 'image/png')
          .send(await picture(40, 30))
          .expect(201);
        ids.media = media.id;
        const more = { status: 'publish', categories: [ids.category], tags: [ids.tag], featured_media: ids.media };
        for (let number = 1; number <= POSTS; number++) await create('/posts', { title: `Post ${number}`, ...more });
        ids.parent = await create('/pages', { title: 'Above', status: 'publish' });
        await create('/pages', { title: 'Below', status: 'publish', parent: ids.parent });
        await create('/posts', { title: 'Draft' });

        const lines = jest.spyOn(console, 'log').mockImplementation(() => undefined);
        try {
          nodes = await crawled();
        } finally {
          output = lines.mock.calls.map(([line]) => String(line));
          lines.mockRestore();
        }
      });
      afterAll(() => site?.close());

      /** The nodes that a site with default options gets, in small pages and without the files of media. */
      async function crawled(): Promise<Node[]> {
        const created: Node[] = [];
        const gatsby = {
          actions: { createNode: (node: Node) => void created.push(node), touchNode: () => undefined },
          createNodeId: (text: string) => `node ${text}`,
          createContentDigest: () => 'digest',
          reporter: {},
        };
        await plugin.sourceNodes(gatsby, {
          baseUrl: new URL(site.url).host,
          protocol: 'http',
          useACF: false,
          perPage: 10,
          normalizers: (all: Normalizer[]) => all.filter(({ name }) => name !== 'downloadMediaFiles'),
        });
        return created;
      }

      test('every public item becomes a node, through all pages', async () => {
        const guest = clientOf(() => site);
        const collections = Object.entries({
          ...{ wordpress__POST: 'posts', wordpress__PAGE: 'pages', wordpress__CATEGORY: 'categories' },
          ...{ wordpress__TAG: 'tags', wordpress__wp_media: 'media', wordpress__wp_users: 'users' },
          wordpress__wp_comments: 'comments',
        });
        expect(typed('wordpress__POST').length).toBeGreaterThanOrEqual(POSTS);
        for (const [type, path] of collections) {
          const { body } = await guest.get(`/${path}?per_page=100`).expect(200);
          const expected = (body as { id: number }[]).map(({ id }) => id);
          expect([path, typed(type).map(({ wordpress_id }) => wordpress_id)]).toEqual([path, expected]);
        }
        expect(typed('wordpress__POST').map(({ title }) => title)).not.toContain('Draft');
        expect(typed('wordpress__wp_types').map(({ slug }) => slug)).toEqual(
          expect.arrayContaining(['post', 'page', 'attachment']),
        );
        expect(typed('wordpress__site_metadata')).toMatchObject([{ url: site.url }]);
      });

      test('nodes refer to those of their author, terms, picture and parent', () => {
        const post = typed('wordpress__POST').find(({ title }) => title === 'Post 7');
        expect(post).toMatchObject({
          author___NODE: idOf('wordpress__wp_users', ids.author),
          categories___NODE: [idOf('wordpress__CATEGORY', ids.category)],
          tags___NODE: [idOf('wordpress__TAG', ids.tag)],
          featured_media___NODE: idOf('wordpress__wp_media', ids.media),
          path: expect.stringMatching(/^\/.+post-7\/$/),
        });
        expect(typed('wordpress__PAGE').find(({ title }) => title === 'Below')).toMatchObject({
          parent_element___NODE: idOf('wordpress__PAGE', ids.parent),
        });
        expect(typed('wordpress__TAG')[0]).toMatchObject({
          taxonomy___NODE: idOf('wordpress__wp_taxonomies', 'post_tag'),
        });
      });

      test('it asks every route that the index lists, and none fails otherwise than by a refusal', () => {
        const statuses = output.flatMap((line) => /The server response was "(\d+)/.exec(line)?.[1] ?? []);
        expect(statuses).toContain('401');
        expect(statuses.filter((status) => !/^4/.test(status))).toEqual([]);
        expect(output.filter((line) => line.includes('failed with'))).toEqual([]);
      });
    });
  });
});
