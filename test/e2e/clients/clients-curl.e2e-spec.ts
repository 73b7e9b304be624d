import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ADMIN } from '../../support/app.js';
import { picture } from '../../support/files.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';
import { giveApplicationPassword } from '../../support/logins.js';
import { withProgram } from '../../support/programs.js';

const run = promisify(execFile);
/** More than curl sends without asking `Expect: 100-continue` first. */
const LARGE = 3_000_000;

withProgram(['curl'], (curlPath) => {
  let site: LiveSite;
  let user: string;
  let folder: string;

  beforeAll(async () => {
    site = await startLiveSite();
    user = `${ADMIN.user}:${await giveApplicationPassword(site)}`;
    folder = mkdtempSync(join(tmpdir(), 'nestpress-curl-'));
    writeFileSync(join(folder, 'photo.png'), await picture(400, 300));
    writeFileSync(join(folder, 'large.bin'), randomBytes(LARGE));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  });

  /** Runs curl as a person would; gives the status and the parsed body. */
  async function curl(
    path: string,
    ...args: string[]
  ): Promise<{ status: number; body: Record<string, unknown> & { id: number } }> {
    const { stdout } = await run(curlPath, ['-sS', '-w', '\n%{http_code}', ...args, `${site.root}wp/v2${path}`], {
      cwd: folder,
    });
    const end = stdout.lastIndexOf('\n');
    const text = stdout.slice(0, end);
    return { status: Number(stdout.slice(end + 1)), body: text === '' ? undefined : JSON.parse(text) };
  }
  const asAdmin = (path: string, ...args: string[]) => curl(path, '-u', user, ...args);
  const JSON_TYPE = ['-H', 'Content-Type: application/json'];

  test('creates, reads, updates and deletes with an application password', async () => {
    const made = await asAdmin(
      '/posts',
      ...JSON_TYPE,
      '-d',
      '{"title":"By hand","content":"Typed","status":"publish"}',
    );
    expect(made).toMatchObject({ status: 201, body: { title: { raw: 'By hand' }, status: 'publish' } });
    const path = `/posts/${made.body.id}`;
    expect(await curl(path)).toMatchObject({ status: 200, body: { content: { rendered: '<p>Typed</p>\n' } } });
    expect(await asAdmin(path, '-X', 'PUT', ...JSON_TYPE, '-d', '{"title":"By hand again"}')).toMatchObject({
      status: 200,
      body: { title: { raw: 'By hand again' } },
    });
    expect(await asAdmin(path, '-X', 'DELETE')).toMatchObject({ status: 200, body: { status: 'trash' } });
    expect(await asAdmin(`${path}?force=true`, '-X', 'DELETE')).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await curl(path)).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } });
  });

  test('sends plain form fields, lists among them', async () => {
    const tag = await asAdmin('/tags', '-d', 'name=hand made');
    expect(tag).toMatchObject({ status: 201, body: { slug: 'hand-made' } });
    const fields = ['title=A form', 'content=Typed & sent', `tags[]=${tag.body.id}`, 'sticky=true', 'status=publish'];
    const made = await asAdmin('/posts', ...fields.flatMap((field) => ['--data-urlencode', field]));
    expect(made).toMatchObject({
      status: 201,
      body: { tags: [tag.body.id], sticky: true, content: { raw: 'Typed & sent' } },
    });
    const changed = await asAdmin(`/posts/${made.body.id}`, '-X', 'PATCH', '-d', 'excerpt=Short');
    expect(changed).toMatchObject({ status: 200, body: { excerpt: { raw: 'Short' }, title: { raw: 'A form' } } });
  });

  test('uploads with --data-binary', async () => {
    const headers = ['-H', 'Content-Disposition: attachment; filename="photo.png"', '-H', 'Content-Type: image/png'];
    expect(await asAdmin('/media', ...headers, '--data-binary', '@photo.png')).toMatchObject({
      status: 201,
      body: {
        media_type: 'image',
        source_url: expect.stringMatching(/\/photo\.png$/),
        media_details: { width: 400, height: 300 },
      },
    });
    expect(await curl('/media', ...headers, '--data-binary', '@photo.png')).toMatchObject({
      status: 401,
      body: { code: 'rest_cannot_create' },
    });
  });

  test('uploads with -F, and fields next to the file', async () => {
    const made = await asAdmin(
      '/media',
      '-F',
      'file=@photo.png;filename=renamed.png',
      '-F',
      'title=Form title',
      '-F',
      'alt_text=A photo',
    );
    expect(made).toMatchObject({
      status: 201,
      body: { title: { raw: 'Form title' }, alt_text: 'A photo', source_url: expect.stringMatching(/\/renamed\.png$/) },
    });
  });

  test('a large file waits for 100-continue, and is refused early where it is not wanted', async () => {
    const unknownKind = [
      '-H',
      'Expect: 100-continue',
      '-F',
      'file=@large.bin;filename=large.bin;type=application/octet-stream',
    ];
    expect(await curl('/media', ...unknownKind)).toMatchObject({ status: 401, body: { code: 'rest_cannot_create' } });
    expect(await asAdmin('/media', ...unknownKind)).toMatchObject({
      status: 500,
      body: { code: 'rest_upload_unknown_error' },
    });
    writeFileSync(join(folder, 'large.txt'), 'words '.repeat(LARGE / 6));
    expect(await asAdmin('/media', '-F', 'file=@large.txt')).toMatchObject({
      status: 201,
      body: { mime_type: 'text/plain' },
    });
  });

  test('shows headers with -I and follows them', async () => {
    const { stdout } = await run(curlPath, ['-sSI', `${site.root}wp/v2/posts?per_page=2`]);
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(stdout).toMatch(/^x-wp-total: \d+\r$/im);
    const next = /<([^>]+)>; rel="next"/.exec(stdout)?.[1];
    const second = await run(curlPath, ['-sS', next!]);
    expect(JSON.parse(second.stdout)).toHaveLength(2);
  });

  test('a wrong password is refused with a reason', async () => {
    expect(await curl('/posts', '-u', 'admin:wrong')).toMatchObject({
      status: 401,
      body: { code: 'incorrect_password' },
    });
  });
});
