import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anyEngine } from '../../support/app.js';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { KEYS, logIn } from '../../support/logins.js';
import { withPackage } from '../../support/unlisted-package.js';

interface Item {
  id: number;
  slug: string;
  title: { raw: string };
  [member: string]: unknown;
}

/** The part of `RequestUtils` that sends nothing but REST requests, besides signing in. */
interface RequestUtils {
  rest<T = Item[]>(options: { path: string; params?: object }): Promise<T>;
  createPost(post: object): Promise<Item>;
  createPage(page: object): Promise<Item>;
  createBlock(block: object): Promise<Item>;
  createComment(comment: object): Promise<Item>;
  createUser(user: object): Promise<Item>;
  createClassicMenu(name: string): Promise<Item>;
  createNavigationMenu(menu: object): Promise<Item>;
  createTemplate(type: string, template: object): Promise<Item>;
  getNavigationMenus(args: object): Promise<Item[]>;
  uploadMedia(file: object): Promise<Item>;
  getSiteSettings(): Promise<Record<string, unknown>>;
  updateSiteSettings(settings: object): Promise<Record<string, unknown>>;
  setPreferences(scope: string, preferences: object): Promise<void>;
  resetPreferences(): Promise<void>;
  addWidgetBlock(block: string, sidebar: string): Promise<void>;
  batchRest(requests: object[]): Promise<unknown[]>;
  [deletesAll: `deleteAll${string}`]: (type?: string) => Promise<unknown>;
}

const PARAGRAPH = '<!-- wp:paragraph -->\n<p>Text.</p>\n<!-- /wp:paragraph -->';

// Its index loads browsers and lighthouse; the helpers of the REST API need neither, and run on Node.js 20.
withPackage('@wordpress/e2e-test-utils-playwright', 'build/request-utils/index.js', (path) => {
  anyEngine((engine) => {
    let site: LiveSite;
    let utils: RequestUtils;
    let close: () => Promise<void>;

    beforeAll(async () => {
      site = await startLiveSite({ ...KEYS, VARIANT: 'C' }, engine);
      const { cookie, nonce } = await logIn(site);
      const require = createRequire(path);
      const { RequestUtils } = require(path) as { RequestUtils: new (...args: unknown[]) => RequestUtils };
      const { request } = require('@playwright/test') as {
        request: { newContext(options: object): Promise<{ dispose(): Promise<void> }> };
      };
      const context = await request.newContext({
        baseURL: site.url,
        extraHTTPHeaders: { cookie: `${cookie.name}=${cookie.value}` },
      });
      close = () => context.dispose();
      const storageState = { cookies: [], nonce, rootURL: site.root };
      utils = new RequestUtils(context, { storageState, baseURL: site.url });
      // It throws the JSON of a refusal.
      const rest = utils.rest as (options: { path: string }) => Promise<unknown>;
      Object.assign(utils, {
        rest: (options: { path: string }) =>
          rest(options).catch((refusal: unknown) => {
            throw new Error(JSON.stringify({ path: options.path, refusal }));
          }),
      });
    });
    afterAll(async () => {
      await close?.();
      await site?.close();
    });

    const of = async (route: string) => (await utils.rest({ path: `/wp/v2/${route}` })).length;

    test('entries, comments, files and users are created and deleted', async () => {
      const post = await utils.createPost({ title: 'One', status: 'publish', content: PARAGRAPH });
      expect(post.title.raw).toBe('One');
      await utils.createPage({ title: 'Page', status: 'publish' });
      await utils.createBlock({ title: 'Pattern', content: PARAGRAPH, status: 'publish' });
      await utils.createComment({ post: post.id, content: 'A comment' });
      const file = { name: 'drawing.png', mimeType: 'image/png', buffer: await picture(20, 10) };
      const media = await utils.uploadMedia(file);
      expect(media).toMatchObject({ slug: 'drawing', mime_type: 'image/png' });
      await utils.createUser({
        username: 'reader',
        email: 'reader@site.test',
        firstName: 'R',
        password: 'a password',
        roles: ['subscriber'],
      });
      for (const route of ['posts', 'pages', 'blocks', 'comments', 'media', 'users?roles=subscriber'])
        expect([route, await of(route)]).not.toEqual([route, 0]);
      for (const name of ['Posts', 'Pages', 'Blocks', 'Comments', 'Media', 'Users']) await utils[`deleteAll${name}`]!();
      for (const route of ['posts', 'pages', 'blocks', 'comments', 'media', 'users?roles=subscriber'])
        expect([route, await of(route)]).toEqual([route, 0]);
    });

    test('menus of both kinds, with batches', async () => {
      const menu = await utils.createClassicMenu('Classic');
      expect(await of(`menu-items?menus=${menu.id}`)).toBe(1);
      const navigation = await utils.createNavigationMenu({ title: 'Blocks', content: PARAGRAPH });
      expect((await utils.getNavigationMenus({ status: 'publish' })).map(({ id }) => id)).toContain(navigation.id);
      await utils.deleteAllMenus!();
      expect([await of('menus'), await of('navigation')]).toEqual([0, 0]);
    });

    test('templates, widgets, settings and preferences', async () => {
      const template = await utils.createTemplate('wp_template', {
        slug: 'special',
        title: 'Special',
        content: PARAGRAPH,
      });
      expect(template).toMatchObject({ slug: 'special', is_custom: false });
      await utils.deleteAllTemplates!('wp_template');
      expect(await of('templates')).toBe(0);
      await utils.addWidgetBlock(PARAGRAPH, 'wp_inactive_widgets');
      expect(await of('widgets')).toBe(1);
      await utils.deleteAllWidgets!();
      expect(await of('widgets')).toBe(0);
      expect(await utils.updateSiteSettings({ title: 'Renamed' })).toMatchObject({ title: 'Renamed' });
      expect(await utils.getSiteSettings()).toMatchObject({ title: 'Renamed' });
      await utils.setPreferences('core/edit-post', { welcomeGuide: false });
      const stored = async () => {
        const me = await utils.rest<{ meta: object }>({ path: '/wp/v2/users/me', params: { context: 'edit' } });
        return me.meta;
      };
      expect(await stored()).toMatchObject({ persisted_preferences: { 'core/edit-post': { welcomeGuide: false } } });
      await utils.resetPreferences();
      expect(await stored()).toMatchObject({ persisted_preferences: {} });
    });
  });
});
