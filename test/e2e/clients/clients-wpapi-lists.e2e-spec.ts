import { afterAll, beforeAll, expect, test } from '@jest/globals';
import WPAPI, { type Item, type Items } from 'wpapi';
import { ADMIN, ADMIN_AUTHORIZATION, anyEngine } from '../../support/app.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';

/** Subjects of node-wpapi's own integration tests, on content of ours that is as large: lists, their pages, trees and filters. */
const CATEGORIES = [
  'Amber',
  'basalt',
  'Chalk',
  'Dolomite',
  'emerald',
  'Flint',
  'Garnet',
  'halite',
  'Iolite',
  'Jade',
  'kyanite',
  'Larimar',
  'Marble',
];
const PAGES = 13;
const POSTS = 12;
const COMMENTS = 12;

const names = (items: Items) => items.map(({ name }) => name);
const slugs = (items: Items) => items.map(({ slug }) => slug);
const ids = (items: Items) => items.map(({ id }) => id);

anyEngine((engine) => {
  let site: LiveSite;
  let guest: WPAPI;
  let admin: WPAPI;
  let tags: Items;
  let tree: Item[];
  let talkedAbout: Item;

  beforeAll(async () => {
    site = await startLiveSite({}, engine);
    guest = new WPAPI({ endpoint: site.root });
    admin = new WPAPI({ endpoint: site.root, username: ADMIN.user, password: ADMIN.password }).auth({
      username: ADMIN.user,
      password: ADMIN.password,
    });
    const categories = await Promise.all(CATEGORIES.map((name) => admin.categories().create({ name })));
    const parent = await admin.categories().create({ name: 'Parent rock' });
    const child = await admin.categories().create({ name: 'Child rock', parent: parent.id });
    tree = [parent, child, await admin.categories().create({ name: 'Grandchild rock', parent: child.id })];
    tags = await Promise.all(['hard', 'soft', 'brittle'].map((name) => admin.tags().create({ name })));
    for (let n = 0; n < POSTS; n++) {
      const date = `2012-01-${n + 10}T10:00:00`;
      await admin.posts().create({
        title: `Stone ${n}`,
        slug: `stone-${n}`,
        status: 'publish',
        date,
        categories: [categories[n]!.id],
        tags: [tags[n % 3]!.id],
      });
    }
    for (let n = 0; n < PAGES; n++)
      await admin
        .pages()
        .create({ title: `Leaf ${n}`, slug: `leaf-${n}`, status: 'publish', date: `2011-02-${n + 10}T10:00:00` });
    talkedAbout = await admin.pages().create({ title: 'Talked about', status: 'publish', comment_status: 'open' });
    for (let n = 0; n < COMMENTS; n++)
      await admin
        .comments()
        .create({ post: talkedAbout.id, content: `Remark ${n}`, date: `2013-03-${n + 10}T10:00:00` });
  });
  afterAll(() => site?.close());

  test('every collection is walked forwards and backwards, ten at a time', async () => {
    const collections = {
      posts: guest.posts(),
      pages: guest.pages(),
      categories: guest.categories(),
      comments: guest.comments(),
    };
    for (const [base, request] of Object.entries(collections)) {
      const first = await request.get();
      const { total, totalPages, links } = first._paging!;
      expect([base, first.length, totalPages]).toEqual([base, 10, Math.ceil(total / 10)]);
      expect(first._paging).not.toHaveProperty('prev');
      expect(links.next).toBe(`${site.root}wp/v2/${base}?page=2`);
      const second = await first._paging!.next!.get();
      expect(second._paging!.links.prev).toBe(`${site.root}wp/v2/${base}?page=1`);
      expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
      expect(ids(await second._paging!.prev!.get())).toEqual(ids(first));
      const last = await (base === 'comments' ? guest.comments() : guest[base as 'posts']()).page(totalPages).get();
      expect(last._paging).not.toHaveProperty('next');
      expect(last).toHaveLength(total - 10 * (totalPages - 1));
    }
  });

  test('paging keeps credentials', async () => {
    const first = await admin.posts().context('edit').get();
    expect((await first._paging!.next!.get())[0]).toHaveProperty('content.raw');
  });

  test('terms come by name, by id, by search, by parent and by post', async () => {
    const all = await guest.categories().perPage(100).get();
    expect(names(all).filter((name) => CATEGORIES.includes(name as string))).toEqual(CATEGORIES);
    const [parent, child, grandchild] = tree;
    expect(await guest.categories().id(parent!.id).get()).toMatchObject({
      slug: 'parent-rock',
      taxonomy: 'category',
      parent: 0,
    });
    expect(slugs(await guest.categories().search('rock').get())).toEqual([
      'child-rock',
      'grandchild-rock',
      'parent-rock',
    ]);
    expect(slugs(await guest.categories().search('grandchild-rock').get())).toEqual(['grandchild-rock']);
    expect(ids(await guest.categories().parent(parent!.id).get())).toEqual([child!.id]);
    expect(ids(await guest.categories().parent(child!.id).get())).toEqual([grandchild!.id]);
    expect(await guest.categories().parent(grandchild!.id).get()).toEqual([]);
    const [post] = await guest.posts().slug('stone-3').embed().get();
    const [categories, postTags] = post!._embedded!['wp:term'] as Items[];
    expect(ids(await guest.categories().post(post!.id).get())).toEqual(ids(categories!));
    expect(ids(await guest.tags().post(post!.id).get())).toEqual(ids(postTags!));
  });

  test('posts are chosen and left out by terms', async () => {
    const stones = async (request: ReturnType<WPAPI['posts']>) =>
      slugs(await request.perPage(100).search('Stone').get());
    const of = (kind: number) =>
      Array.from({ length: POSTS }, (_, n) => POSTS - 1 - n)
        .filter((n) => n % 3 === kind)
        .map((n) => `stone-${n}`);
    const [hard, soft, brittle] = ids(tags);
    expect(await stones(guest.posts().tags(hard!))).toEqual(of(0));
    expect((await stones(guest.posts().tags([soft!, brittle!]))).sort()).toEqual([...of(1), ...of(2)].sort());
    expect(await stones(guest.posts().excludeTags([soft!, brittle!]))).toEqual(of(0));
    const [amber] = await guest.categories().slug('amber').get();
    expect(await stones(guest.posts().categories(amber!.id))).toEqual(['stone-0']);
    expect(await stones(guest.posts().excludeCategories(amber!.id))).toHaveLength(POSTS - 1);
  });

  test('comments of one page are those embedded in it', async () => {
    const remarks = await guest.comments().forPost(talkedAbout.id).get();
    expect(remarks).toHaveLength(10);
    const page = await guest.pages().id(talkedAbout.id).embed().get<Item>();
    const [replies] = page._embedded!.replies as Items[];
    expect(replies!.map(({ id, parent, author_name: name }) => ({ id, parent, name }))).toEqual(
      remarks.map(({ id, parent, author_name: name }) => ({ id, parent, name })),
    );
    const { id, post, date } = remarks[4]!;
    expect(await guest.comments().id(id).get()).toMatchObject({ id, post, date, status: 'approved' });
  });

  test('types and taxonomies come by name', async () => {
    expect(await guest.types().get()).toMatchObject({
      post: { slug: 'post' },
      page: { slug: 'page' },
      attachment: { slug: 'attachment' },
    });
    expect(await guest.types().type('page').get()).toMatchObject({
      slug: 'page',
      hierarchical: true,
      rest_base: 'pages',
    });
    expect(await guest.taxonomies().get()).toMatchObject({
      category: { slug: 'category' },
      post_tag: { slug: 'post_tag' },
    });
    expect(await guest.taxonomies().taxonomy('post_tag').get()).toMatchObject({
      slug: 'post_tag',
      hierarchical: false,
    });
  });

  test('settings are for administrators, and are stored escaped', async () => {
    await expect(guest.settings().get()).rejects.toMatchObject({ code: 'rest_forbidden', data: { status: 401 } });
    const description = "It's a site";
    await admin.settings().update({ description });
    expect(await admin.settings().get()).toMatchObject({ description: 'It&#039;s a site', posts_per_page: 10 });
  });

  test('headers of one’s own sign in, for one request or for all', async () => {
    const value = ADMIN_AUTHORIZATION;
    expect(await guest.users().me().setHeaders('Authorization', value).get()).toMatchObject({ slug: 'admin' });
    const signedIn = WPAPI.site(site.root).setHeaders('Authorization', value);
    expect((await signedIn.posts().status(['draft', 'future']).get()).map(({ status }) => status)).toEqual(['draft']);
    expect(await signedIn.users().me().get()).toMatchObject({ slug: 'admin' });
  });

  test('a transport of one’s own and callbacks work', async () => {
    const seen: string[] = [];
    const get = (request: ReturnType<WPAPI['posts']>, callback?: unknown) => {
      seen.push(request.toString());
      return WPAPI.transport.get(request, callback);
    };
    const watched = new WPAPI({ endpoint: site.root, transport: { get } });
    expect(await watched.posts().perPage(1).get()).toHaveLength(1);
    expect(seen).toEqual([`${site.root}wp/v2/posts?per_page=1`]);
    const items = await new Promise<Items>((resolve, reject) =>
      guest.posts().get((error, found) => (error ? reject(error as Error) : resolve(found))),
    );
    expect(items).toHaveLength(10);
  });
});
