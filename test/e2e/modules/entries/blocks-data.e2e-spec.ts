import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { CacheExpiryRegistry } from '../../../../src/rest/cache/response-cache.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const IMAGE =
  '<!-- wp:image {"id":7} -->\n<figure class="wp-block-image"><img src="/a.jpg" alt="A cat" class="wp-image-7"/></figure>\n<!-- /wp:image -->';
const CONTENT = `Before\n\n${IMAGE}\n\n<!-- wp:latest-posts {"postsToShow":3} /-->`;
const NAMES = ['core/freeform', 'core/image', 'core/latest-posts'];

eachEngine((engine) => {
  describe.each(['A', 'B', 'C'])('variant %s', (variant) => {
    let service: TestApp;
    let post = 0;
    const admin = clientOf(() => service, 'admin');
    const visitor = clientOf(() => service);
    const namesOf = ({ blocks }: { blocks: { name: string }[] }) => blocks.map(({ name }) => name);

    beforeAll(async () => {
      service = await startTestApp({ VARIANT: variant }, engine);
      await createUsers(admin);
      const create = { title: 'Blocks', content: CONTENT, status: 'publish' };
      post = ((await admin.post('/posts', create).expect(201)).body as { id: number }).id;
    });
    afterAll(() => service.close());

    test('entries have their blocks as data for requests that ask for them', async () => {
      const { body: plain } = await visitor.get(`/posts/${post}`).expect(200);
      // Links depend on what the requester may do.
      const { _links, ...members } = plain as Record<string, unknown>;
      expect(plain).not.toHaveProperty('blocks');
      for (const client of [visitor, admin]) {
        const { body } = await client.get(`/posts/${post}`, { blocks: 1 }).expect(200);
        expect(body).toMatchObject({
          ...members,
          blocks: [
            { attributes: { content: expect.stringMatching('Before') } },
            { attributes: { id: 7, url: '/a.jpg', alt: 'A cat' } },
            { attributes: { postsToShow: 3, order: 'desc' } },
          ],
        });
        expect(namesOf(body)).toEqual(NAMES);
      }
      expect((await visitor.get(`/posts/${post}`, { blocks: 0 }).expect(200)).body).toEqual(plain);
      expect((await visitor.get(`/posts/${post}`, { blocks: 1 }).expect(200)).body._links).toEqual(_links);
      const { body: list } = await visitor.get('/posts', { include: post, blocks: 1, _embed: 1 }).expect(200);
      expect(namesOf(list[0])).toEqual(NAMES);
      expect(list[0]._embedded.author).toHaveLength(1);
      const { body: schema } = await visitor.options('/posts').expect(200);
      expect(schema.schema.properties).not.toHaveProperty('blocks');
    });

    test('each has its HTML for requests that ask for it', async () => {
      const nested =
        '<!-- wp:group -->\n<div class="wp-block-group"><!-- wp:paragraph -->\n<p>Inside</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->';
      const values = { title: 'Rendered', content: `${nested}\n\n<!-- wp:latest-posts /-->`, status: 'publish' };
      const { id } = (await admin.post('/posts', values).expect(201)).body as { id: number };
      const { blocks } = (await visitor.get(`/posts/${id}`, { blocks: 'rendered' }).expect(200)).body;
      expect(blocks[0].rendered).toMatch(/<div class="wp-block-group[^"]*">[\s\S]*<p[^>]*>Inside<\/p>[\s\S]*<\/div>/);
      expect(blocks[0].rendered).not.toContain('wp:');
      expect(blocks[0].innerBlocks[0].rendered.trim()).toMatch(/^<p[^>]*>Inside<\/p>$/);
      // What WordPress 4.9 did not have is empty, as in its contents.
      if (variant === 'C') expect(blocks[1].rendered).toContain('Rendered</a>');
      expect(JSON.stringify((await visitor.get(`/posts/${id}`, { blocks: 1 })).body.blocks)).not.toContain('rendered');
      await admin.put(`/posts/${id}`, { content: 'One\n\nTwo' }).expect(200);
      const { body } = await visitor.get(`/posts/${id}`, { blocks: 'rendered', _fields: 'blocks,content' });
      expect(body.blocks).toEqual([expect.objectContaining({ rendered: body.content.rendered })]);
      const locked = { title: 'Locked', content: 'Inside', status: 'publish', password: 'open' };
      const secret = (await admin.post('/posts', locked).expect(201)).body as { id: number };
      expect((await visitor.get(`/posts/${secret.id}`, { blocks: 'rendered' })).body.blocks).toEqual([]);
    });

    test('_fields names them, alone and besides the parameter', async () => {
      if (variant === 'B')
        return void expect((await visitor.get(`/posts/${post}`, { _fields: 'blocks' })).body).toHaveProperty('id');
      const { body: list } = await visitor.get('/posts', { include: post, _fields: 'id,blocks' }).expect(200);
      expect(Object.keys(list[0])).toEqual(['id', 'blocks']);
      const { body } = await visitor.get('/posts', { include: post, _fields: 'id', blocks: 'true' }).expect(200);
      expect(namesOf(body[0])).toEqual(NAMES);
    });

    test('a locked entry has none', async () => {
      const locked = { title: 'Locked', content: CONTENT, status: 'publish', password: 'open' };
      const { id } = (await admin.post('/posts', locked).expect(201)).body as { id: number };
      expect((await visitor.get(`/posts/${id}`, { blocks: 1 }).expect(200)).body.blocks).toEqual([]);
      expect(namesOf((await visitor.get(`/posts/${id}`, { blocks: 1, password: 'open' }).expect(200)).body)).toEqual(
        NAMES,
      );
    });

    test('a response with the time that has passed is cached for up to a minute', async () => {
      if (variant !== 'C') return;
      const expiries = service.app.get(CacheExpiryRegistry);
      const datetime = new Date(Date.now() - 50 * 3600 * 1000).toISOString();
      const content = `<!-- wp:post-date ${JSON.stringify({ format: 'human-diff', datetime })} /-->`;
      const { id } = (await admin.post('/posts', { title: 'Ago', content, status: 'publish' }).expect(201)).body;
      const begun = Date.now();
      await visitor.get(`/posts/${post}`).expect(200);
      expect(await expiries.after(begun, ['options'])).toBe(Infinity);
      expect((await visitor.get(`/posts/${id}`).expect(200)).body.content.rendered).toContain('>2 days ago</time>');
      expect(await expiries.after(begun, ['options'])).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    test('they follow the entry', async () => {
      await admin.put(`/posts/${post}`, { content: IMAGE }).expect(200);
      expect(namesOf((await visitor.get(`/posts/${post}`, { blocks: 1 }).expect(200)).body)).toEqual(['core/image']);
    });
  });
});
