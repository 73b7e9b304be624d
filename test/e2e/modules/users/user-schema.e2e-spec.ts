import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/index.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { UserMeta } from '../../../../src/database/entities/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

anyEngine((engine) => {
  describe.each(['A', 'B', 'C'])('variant %s', (variant) => {
    const folder = mkdtempSync(join(tmpdir(), 'languages-'));
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    let writer = 0;

    beforeAll(async () => {
      mkdirSync(join(folder, 'languages'));
      for (const name of ['fr_FR.mo', 'admin-pt_PT.mo', 'ckb.l10n.php', 'de_DE.po'])
        writeFileSync(join(folder, 'languages', name), '');
      const env = { VARIANT: variant, UPLOADS_DIR: join(folder, 'uploads'), LANGUAGES: 'nl_NL,fr_FR' };
      service = await startTestApp(env, engine);
      writer = (await createUsers(admin)).writer;
    });
    afterAll(async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    });

    const setOption = (name: string, value: string) =>
      service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));
    const choose = (locale: unknown) => admin.put(`/users/${writer}`, { locale });
    const schema = async (path: string) => (await admin.options(path).expect(200)).body.schema.properties;

    test('users choose languages that are installed, declared, or in use', async () => {
      for (const locale of ['fr_FR', 'ckb', 'nl_NL', 'en_US', ''])
        expect((await choose(locale).expect(200)).body.locale).toBe(locale || 'en_US');
      const choices = variant === 'C' ? ', en_US, nl_NL, fr_FR, and ckb' : ', en_US, nl_NL, fr_FR, ckb';
      for (const locale of ['pt_PT', 'de_DE', 'klingon'])
        expect((await choose(locale).expect(400)).body).toMatchObject({
          code: 'rest_invalid_param',
          data: { params: { locale: `locale is not one of ${choices}.` } },
        });
      await choose(['nl_NL']).expect(400);
      const row = { owner: 1, key: 'locale' };
      await service.app.get(Database).transaction((tx) => tx.update(UserMeta, row, { value: 'de_DE' }));
      const { body: own } = await admin.get('/users/1', { context: 'edit' }).expect(200);
      expect((await admin.put('/users/1', { locale: own.locale }).expect(200)).body.locale).toBe('de_DE');
      expect((await schema('/users')).locale.enum).toEqual(['', 'en_US', 'nl_NL', 'fr_FR', 'ckb']);
    });

    test('the site has one of them, which users can choose too', async () => {
      const change = (language: string) => admin.post('/settings', { language }).expect(200);
      expect((await change('nl_NL')).body.language).toBe('nl_NL');
      expect((await change('es_ES')).body.language).toBe('nl_NL');
      expect((await change('')).body.language).toBe('');
      await setOption('WPLANG', 'sv_SE');
      expect((await change('sv_SE')).body.language).toBe('sv_SE');
      expect((await choose('').expect(200)).body.locale).toBe('sv_SE');
      await choose('sv_SE').expect(200);
      expect((await schema('/users')).locale.enum).toContain('sv_SE');
      await setOption('WPLANG', '');
      await choose('sv_SE').expect(200);
    });

    test('avatars are part of the schema while the site shows them', async () => {
      expect(await schema('/users')).toHaveProperty('avatar_urls');
      expect(await schema('/comments')).toHaveProperty('author_avatar_urls');
      await setOption('show_avatars', '0');
      expect(await schema('/users')).not.toHaveProperty('avatar_urls');
      expect(await schema('/comments')).not.toHaveProperty('author_avatar_urls');
      expect((await admin.get('/users/1').expect(200)).body).not.toHaveProperty('avatar_urls');
      await setOption('show_avatars', '1');
      expect((await admin.get('/users/1').expect(200)).body).toHaveProperty('avatar_urls');
    });
  });
});
