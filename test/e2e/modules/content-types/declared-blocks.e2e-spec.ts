import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defineBlock } from '../../../../src/index.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

let calls = 0;
const latest = defineBlock({
  name: 'museum/latest',
  title: 'Latest',
  icon: 'calendar',
  attributes: {
    count: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
    look: { type: 'string', enum: ['plain', 'bold'], default: 'plain' },
  },
  reads: ['posts'],
  async render(blocks, { entries }) {
    calls++;
    const { items } = await entries('post').find({ _fields: 'title,content', per_page: 3 });
    const titles = items.map(({ title }) => (title as { rendered: string }).rendered);
    return blocks.map(
      ({ attributes: { count, look } }) =>
        `<p class="${String(look)}">${titles.slice(0, Number(count)).join(', ')}</p>`,
    );
  },
});
const here = defineBlock({
  name: 'museum/here',
  title: 'Here',
  usesEntry: true,
  render: (blocks) => blocks.map(({ entry }) => `<b>${entry}</b>`),
});

interface Item {
  id: number;
  content: { rendered: string };
  blocks?: { name: string; attributes: object; rendered: string }[];
}

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const visitor = clientOf(() => service);
  const create = async (title: string, content: string) =>
    (await admin.post('/posts', { title, content, status: 'publish' }).expect(201)).body as Item;
  const htmlOf = async (id: number) => ((await visitor.get(`/posts/${id}`).expect(200)).body as Item).content.rendered;

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: [latest, here] });
  });
  afterAll(() => service.close());

  test('blocks of modules are rendered in contents, and again when what they read has changed', async () => {
    const { id } = await create('Page', '<!-- wp:museum/latest /--><p>and</p><!-- wp:museum/here /-->');
    expect((await htmlOf(id)).replace(/\s+/g, '')).toBe(`<pclass="plain">Page</p><p>and</p><b>${id}</b>`);
    await create('Newer', 'Text');
    expect(await htmlOf(id)).toContain('<p class="plain">Newer</p>');
    const [first] = (await visitor.get('/posts?_fields=id,content').expect(200)).body as Item[];
    expect(first!.content.rendered).toContain('Text');
  });

  test('values that do not fit their schema are replaced by the default', async () => {
    const { id } = await create('Odd', '<!-- wp:museum/latest {"count":99,"look":"loud","other":1} /-->');
    expect(await htmlOf(id)).toContain('<p class="plain">Odd</p>');
    const bold = await create('Bold', '<!-- wp:museum/latest {"count":2,"look":"bold"} /-->');
    expect(await htmlOf(bold.id)).toContain('<p class="bold">Bold, Odd</p>');
  });

  test('all blocks of a list are rendered by one call, and one inside of itself shows nothing', async () => {
    calls = 0;
    await admin.get('/posts?per_page=10').expect(200);
    expect(calls).toBe(1);
  });

  test('editors know the block, and the service renders it for them', async () => {
    const { body } = await admin.get('/block-types/museum/latest').expect(200);
    expect(body).toMatchObject({
      name: 'museum/latest',
      title: 'Latest',
      is_dynamic: true,
      attributes: { count: { type: 'integer', minimum: 1, maximum: 3, default: 1 } },
    });
    const render = (query: string) => admin.get(`/block-renderer/museum/latest?context=edit&${query}`);
    expect((await render('attributes[count]=2').expect(200)).body).toMatchObject({
      rendered: expect.stringMatching(/<p class="plain">.+, .+<\/p>/),
    });
    await render('attributes[count]=9').expect(400);
    await visitor.get('/block-renderer/museum/latest?context=edit').expect(401);
    const data = (await visitor.get('/posts?blocks=rendered&search=Bold&_fields=blocks').expect(200)).body as Item[];
    expect(data[0]!.blocks![0]).toMatchObject({ name: 'museum/latest', rendered: expect.stringContaining('bold') });
  });

  test.each([
    ['core/latest', {}, 'needs a name such as museum/openings'],
    ['museum/x', { attributes: { list: { type: 'array' } } }, 'attribute "list"'],
    ['museum/x', { reads: ['nothing'] }, 'which does not exist'],
    ['museum/x', { titel: 'X' }, 'titel is not known'],
  ])('the service does not start with a wrong declaration: %s %j', async (name, more, problem) => {
    const block = defineBlock({ name, title: 'X', render: () => [], ...more } as never);
    await expect(startTestApp({ ...WEB, VARIANT: 'C' }, engine, { content: [block] })).rejects.toThrow(problem);
  });
});
