import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { serialize } from '../../../../src/text/php/index.js';
import { OUTBOUND_OPTIONS, type OutboundOptions } from '../../../../src/platform/outbound/outbound-options.js';
import { TransferModule } from '../../../../src/features/transfer/transfer.module.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { picture } from '../../../support/files.js';
import { importInto } from '../../../support/transfer/transfer.js';

let target: TestApp;
let place: string;
/** Files may be read from this folder only; its sibling must stay out of reach. */
let folder: string;
let image: Buffer;
let host: Server;
let port: number;

beforeAll(async () => {
  target = await startTestApp({}, 'sqlite', { modules: [TransferModule] });
  place = mkdtempSync(join(tmpdir(), 'nestpress-files-'));
  folder = join(place, 'uploads');
  image = await picture(600, 400);
  host = createServer(
    (incoming, outgoing) => void outgoing.writeHead(incoming.url?.endsWith('.png') ? 200 : 404).end(image),
  );
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  ({ port } = host.address() as AddressInfo);
});
afterAll(async () => {
  await target?.close();
  await new Promise((done) => host.close(done));
  rmSync(place, { recursive: true, force: true });
});

const put = (path: string, bytes: Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
};

interface Attached {
  id: number;
  path: string;
  sizes?: string[];
}

function wxr(site: string, attached: readonly Attached[], content: string): string {
  const items = attached.map(({ id, path, sizes = [] }) => {
    const details = serialize({
      file: path,
      width: 600,
      height: 400,
      sizes: Object.fromEntries(sizes.map((name, i) => [`s${i}`, { file: name, width: 1, height: 1 }])),
    });
    const meta = [
      ['_wp_attached_file', path],
      ['_wp_attachment_metadata', details],
    ].map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    );
    return item(id, 'attachment', 'inherit', '').replace(
      '</item>',
      `<wp:attachment_url>${site}/wp-content/uploads/${path}</wp:attachment_url>${meta.join('')}</item>`,
    );
  });
  return `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>${items.join('')}${item(9000, 'post', 'publish', content)}</channel></rss>`;

  function item(id: number, type: string, status: string, text: string): string {
    return (
      `<item><title>${type} ${id}</title><guid>${site}/?p=${id}</guid><dc:creator>admin</dc:creator><content:encoded><![CDATA[${text}]]></content:encoded><wp:post_id>${id}</wp:post_id>` +
      `<wp:post_date>2020-05-01 00:00:00</wp:post_date><wp:post_date_gmt>2020-05-01 00:00:00</wp:post_date_gmt><wp:post_name>${type}-${id}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type></item>`
    );
  }
}

const contentOf = async (slug: string) => {
  const db = target.app.get(Database);
  const [row] = await db.query<{ content: string }>(
    `SELECT post_content AS content FROM ${db.tables.posts} WHERE post_name = ?`,
    [slug],
  );
  return row?.content;
};

test('files come from a folder with their sizes; texts name them here; nothing outside of the folder is taken', async () => {
  put('2019/01/a.png', image);
  put('2019/01/a-300x200.png', image);
  put('2019/01/script.php', Buffer.from('<?php'));
  put('../outside.png', image);
  symlinkSync(join(place, 'outside.png'), join(folder, 'link.png'));
  const notes: string[] = [];
  const old = 'http://old.test/wp-content/uploads/2019/01';
  const file = wxr(
    'http://old.test',
    [
      { id: 8000, path: '2019/01/a.png', sizes: ['a-300x200.png'] },
      { id: 8001, path: '2019/01/script.php' },
      { id: 8002, path: '../outside.png' },
      { id: 8003, path: 'link.png' },
    ],
    `<img src="${old}/a-300x200.png"> ${old}/a.png?x=1 ${old}/b.png ${old}/script.php`,
  );
  expect(await importInto(target, file, { files: { folder, fetch: false } }, notes)).toMatchObject({
    filesBrought: 1,
    filesMissing: 3,
    textsRewritten: 1,
  });
  expect(notes).toHaveLength(3);
  const here = 'http://site.test/wp-content/uploads/2019/01';
  expect(await contentOf('post-9000')).toBe(
    `<img src="${here}/a-300x200.png"> ${here}/a.png?x=1 ${old}/b.png ${old}/script.php`,
  );
  for (const name of ['a.png', 'a-300x200.png'])
    expect((await request(target.server).get(`/wp-content/uploads/2019/01/${name}`).expect(200)).body).toEqual(image);
  await request(target.server).get('/wp-content/uploads/2019/01/script.php').expect(404);
});

test('a second import with a folder brings the files that the first one left out', async () => {
  put('2018/07/late.png', image);
  const site = 'http://late.test';
  const text = `<img src="${site}/wp-content/uploads/2018/07/late.png">`;
  const file = wxr(site, [{ id: 8200, path: '2018/07/late.png' }], text).replaceAll('9000', '9200');
  expect(await importInto(target, file)).toMatchObject({ imported: 2, filesBrought: 0, filesMissing: 1 });
  const again = await importInto(target, file, { files: { folder, fetch: false } });
  expect(again).toMatchObject({ imported: 0, alreadyHere: 2, filesBrought: 1, filesMissing: 0, textsRewritten: 1 });
  expect(await contentOf('post-9200')).toBe('<img src="http://site.test/wp-content/uploads/2018/07/late.png">');
  await request(target.server).get('/wp-content/uploads/2018/07/late.png').expect(200);
  expect(await importInto(target, file, { files: { folder, fetch: false } })).toMatchObject({
    alreadyHere: 2,
    filesBrought: 0,
    filesMissing: 0,
  });
});

test('files are fetched, but only from where the guarded client may go; one of the same name here is another', async () => {
  const site = `http://127.0.0.1:${port}`;
  const files = { fetch: true };
  expect(await importInto(target, wxr(site, [{ id: 8100, path: '2019/01/a.png' }], ''), { files })).toMatchObject({
    filesBrought: 0,
    filesMissing: 1,
  });
  const options = target.app.select(TransferModule).get<OutboundOptions>(OUTBOUND_OPTIONS, { strict: true });
  Object.assign(options, { mayConnect: () => true, ports: new Set([port]) });
  const further = wxr(
    site,
    [
      { id: 8101, path: '2019/01/a.png' },
      { id: 8102, path: '2019/01/none.pdf' },
    ],
    '',
  );
  expect(await importInto(target, further, { files })).toMatchObject({ filesBrought: 1, filesMissing: 1 });
  const db = target.app.get(Database);
  const [stored] = await db.query<{ file: string }>(
    `SELECT m.meta_value AS file FROM ${db.tables.postmeta} m JOIN ${db.tables.posts} p ON p.ID = m.post_id WHERE p.post_title = 'attachment 8101' AND m.meta_key = '_wp_attached_file'`,
  );
  expect(stored?.file).toBe('2020/05/a.png');
  expect((await request(target.server).get(`/wp-content/uploads/${stored!.file}`).expect(200)).body).toEqual(image);
});
