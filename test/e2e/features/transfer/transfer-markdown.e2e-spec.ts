import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { TransferModule } from '../../../../src/features/transfer/transfer.module.js';
import { ADMIN, anyEngine } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';
import { type LiveSite, startLiveSite } from '../../../support/live-site.js';
import { exportOf } from '../../../support/transfer/transfer.js';
import { withPackage } from '../../../support/unlisted-package.js';

const run = promisify(execFile);
const SWITCHES = ['wizard=false', 'post-folders=true', 'prefix-date=false', 'include-other-types=true'];
const BLOCKS =
  '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Part &amp; parcel</h3>\n<!-- /wp:heading -->\n\n' +
  '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>A <strong>point</strong></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->';

withPackage('wordpress-export-to-markdown', 'index.js', (program) => {
  anyEngine((engine) => {
    let site: LiveSite;
    let folder: string;
    let output: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'nestpress-markdown-'));
      site = await startLiveSite({ VARIANT: 'C' }, engine, { modules: [TransferModule] });
      const admin = clientOf(() => site, 'admin');
      const { body: category } = await admin.post('/categories', { name: 'River & Sea' }).expect(201);
      const { body: tag } = await admin.post('/tags', { name: 'Boats' }).expect(201);
      const { body: media } = await request(site.server)
        .post('/wp-json/wp/v2/media')
        .auth(ADMIN.user, ADMIN.password)
        .set('Content-Disposition', 'attachment; filename="boat.png"')
        .set('Content-Type', 'image/png')
        .send(await picture(40, 30))
        .expect(201);
      const post = { status: 'publish', categories: [category.id], tags: [tag.id], date: '2024-05-06T07:08:09' };
      await admin
        .post('/posts', { ...post, title: 'By “boat”', slug: 'boat', content: BLOCKS, featured_media: media.id })
        .expect(201);
      await admin.post('/posts', { title: 'Unfinished', slug: 'unfinished' }).expect(201);
      await admin
        .post('/pages', { status: 'publish', title: 'Harbour', slug: 'harbour', content: '<p>Text.</p>' })
        .expect(201);
      const input = join(folder, 'site.xml');
      writeFileSync(input, await exportOf(site));
      const args = [...SWITCHES, `input=${input}`, `output=${join(folder, 'out')}`].map((one) => `--${one}`);
      ({ stdout: output } = await run(process.execPath, [program, ...args], { timeout: 60_000 }));
    });
    afterAll(async () => {
      await site?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('writes every published entry of an export, with its terms and its picture', () => {
      expect(output).toContain('All done!');
      expect(output).not.toContain('[FAILED]');
      const out = join(folder, 'out');
      expect(readdirSync(join(out, 'post'))).toEqual(expect.arrayContaining(['boat']));
      expect(readdirSync(join(out, 'post'))).not.toContain('unfinished');
      const boat = readFileSync(join(out, 'post/boat/index.md'), 'utf8');
      expect(boat).toContain('title: "By “boat”"\ndate: "2024-05-06"');
      expect(boat).toContain('categories: \n  - "river-sea"\ntags: \n  - "boats"\ncoverImage: "boat.png"');
      expect(boat).toContain('### Part & parcel');
      expect(boat).toContain('A **point**');
      expect(readdirSync(join(out, 'post/boat/images'))).toEqual(['boat.png']);
      expect(readFileSync(join(out, 'page/harbour/index.md'), 'utf8')).toContain('Text.');
    });
  });
});
