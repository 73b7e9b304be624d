import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { defineContentType, relation } from '../../../../src/index.js';
import { anyEngine, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const folder = mkdtempSync(join(tmpdir(), 'nestpress-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name));
};
const TEMPLATE = `<section class="show">
<h1>{{title}}</h1><p>{{meta.starts}} {{meta.note}}[{{meta.secret}}]</p>
{{#relations.venue}}<a href="{{url}}">{{title}}</a>{{/relations.venue}}
{{#meta.program}}<i>{{time}} {{title}}</i>{{/meta.program}}
<div>{{content}}</div></section>`;

const venue = defineContentType({
  name: 'venue',
  label: 'Venues',
  restBase: 'venues',
  supports: ['title', 'custom-fields'],
});
const showWith = (pageTemplate: URL) =>
  defineContentType({
    name: 'show',
    label: 'Shows',
    restBase: 'shows',
    pageTemplate,
    supports: ['title', 'editor', 'custom-fields'],
    meta: {
      venue: relation({ to: 'venue' }),
      starts: { type: 'string', format: 'date' },
      note: { type: 'string' },
      secret: { type: 'string', read: 'edit_others_posts', write: 'edit_posts' },
      program: {
        type: 'array',
        items: { type: 'object', properties: { time: { type: 'string' }, title: { type: 'string' } } },
      },
    },
  });

interface Item {
  id: number;
  link: string;
}

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine, { content: [venue, showWith(write('show.html', TEMPLATE))] });
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin');
  const save = async (path: string, body: object) =>
    (await admin.post(path, { status: 'publish', ...body })).body as Item;
  const pageOf = async ({ link }: Item) => (await request(service.server).get(new URL(link).pathname).expect(200)).text;

  test('pages of a type are rendered by the template of its module, with what visitors may read', async () => {
    const hall = await save('/venues', { title: 'Hall <em>1</em>' });
    const meta = {
      venue: hall.id,
      starts: '2026-05-01',
      note: '<script>alert(1)</script>',
      secret: 'Not yet public',
      program: [
        { time: '18:00', title: 'Opening' },
        { time: '19:00', title: 'Talk & tea' },
      ],
    };
    const html = await pageOf(await save('/shows', { title: 'Maps', content: '<p>Old <b>maps</b></p>', meta }));
    expect(html).toContain('<section class="show">\n<h1>Maps</h1>');
    expect(html).toContain('<p>2026-05-01 &lt;script&gt;alert(1)&lt;/script&gt;[]</p>');
    expect(html).toContain(`<a href="${hall.link}">Hall <em>1</em></a>`);
    expect(html).toContain('<i>18:00 Opening</i><i>19:00 Talk &amp; tea</i>');
    expect(html).toContain('<p>Old <b>maps</b></p>');
    expect(html).not.toContain('Not yet public');
    // The head is that of the theme, and so are the pages of types without a template.
    expect(html).toMatch(/<title>Maps\b/);
    expect(await pageOf(hall)).not.toContain('class="show"');
  });

  test('a page follows its values, and the entries that its relations lead to', async () => {
    const hall = await save('/venues', { title: 'Later', status: 'draft' });
    const show = await save('/shows', { title: 'Coins', meta: { venue: hall.id, starts: '2026-01-01' } });
    // Twice: the second page may come from a cache.
    for (let round = 0; round < 2; round++) expect(await pageOf(show)).not.toContain('Later');
    await save(`/venues/${hall.id}`, {});
    expect(await pageOf(show)).toContain('>Later</a>');
    await save(`/venues/${hall.id}`, { title: 'Renamed' });
    await save(`/shows/${show.id}`, { meta: { starts: '2026-02-02' } });
    const html = await pageOf(show);
    expect(html).toContain('>Renamed</a>');
    expect(html).toContain('2026-02-02');
    await save(`/venues/${hall.id}`, { status: 'draft' });
    expect(await pageOf(show)).not.toContain('Renamed');
  });

  test('values of an entry with a password are not in the page that asks for it', async () => {
    const show = await save('/shows', { title: 'Gold', password: 'key', meta: { note: 'Behind the door' } });
    const html = await pageOf(show);
    expect(html).toContain('<section class="show">');
    expect(html).toContain('name="post_password"');
    expect(html).not.toContain('Behind the door');
  });
});

anyEngine((engine) => {
  const startWith = (pageTemplate: URL, env: Record<string, string> = {}) =>
    startTestApp({ ...WEB, ...env }, engine, { content: [venue, showWith(pageTemplate)] });

  test('a template of the owner takes the place of that of the module', async () => {
    const theme = join(folder, 'theme');
    mkdirSync(theme);
    writeFileSync(join(theme, 'article-show.html'), '<h1>Ours: {{title}} {{meta.starts}}</h1>');
    const service = await startWith(write('theirs.html', TEMPLATE), { SITE_STYLE: theme });
    try {
      const admin = clientOf(() => service, 'admin');
      const { body } = await admin.post('/shows', { title: 'Maps', status: 'publish', meta: { starts: '2026-05-01' } });
      const { text } = await request(service.server)
        .get(new URL((body as Item).link).pathname)
        .expect(200);
      expect(text).toContain('<h1>Ours: Maps 2026-05-01</h1>');
      expect(text).not.toContain('class="show"');
    } finally {
      await service.close();
    }
  });

  describe('the service does not start with a template that cannot be used', () => {
    test.each([
      ['unclosed', '{{#meta.program}}{{time}}', 'cannot be used: Unclosed section "meta.program" at'],
      ['raw', '<h1>{{{title}}}</h1>', 'cannot be used: write {{name}} instead of {{{name}}}'],
      ['partial', '{{> card}}', 'cannot be used: templates of modules cannot include others, such as "card"'],
      ['itself', '{{> article-show}}', 'cannot be used: templates of modules cannot include others'],
    ])('%s', async (name, text, problem) => {
      const file = write(`${name}.html`, text);
      await expect(startWith(file)).rejects.toThrow(
        new RegExp(`^Content type "show" \\(.+\\): pageTemplate "${escaped(String(file))}" ${escaped(problem)}`),
      );
    });

    test.each([
      ['missing', pathToFileURL(join(folder, 'missing.html'))],
      ['folder', pathToFileURL(folder)],
      ['address', new URL('https://museum.example/show.html')],
      ['path', './show.html' as unknown as URL],
    ])('%s', async (_name, file) => {
      await expect(startWith(file)).rejects.toThrow(
        `pageTemplate "${String(file)}" is not the URL of a file. Expected new URL('./NAME.html', import.meta.url).`,
      );
    });
  });
});

const escaped = (text: string) => text.replace(/[{}()[\].*+?^$|\\/]/g, '\\$&');
