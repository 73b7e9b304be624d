import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { ContentService } from '../../../../src/modules/content/index.js';
import { type BeforeEntryWrite, BeforeWrite, defineContentType, defineFilter, rows } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const play = defineContentType({
  name: 'play',
  label: 'Plays',
  restBase: 'plays',
  supports: ['title', 'custom-fields'],
  meta: {
    lead: { type: 'string', minLength: 3, maxLength: 10, pattern: '^[A-Z]' },
    cast: rows({ role: { type: 'string', required: true }, salary: { type: 'integer' } }, { maxItems: 2 }),
    colour: { type: 'string', format: 'hex-color' },
  },
});
const season = defineFilter({
  on: ['play'],
  name: 'season',
  schema: { type: 'string', pattern: '^\\d{4}$' },
  where: (value, q) => q.column('slug').in([value]),
});

@Injectable()
class Shorten {
  @BeforeWrite('entry', { types: ['play'] })
  shorten(change: BeforeEntryWrite<typeof play>): void {
    if (change.next.title === 'Hooked') change.set({ meta: { lead: 'Far too long for it' } });
  }
}

@Module({ providers: [Shorten] })
class ShortenModule {}

for (const VARIANT of ['A', 'B', 'C'])
  anyEngine((engine) => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    beforeAll(async () => {
      service = await startTestApp({ ...WEB, VARIANT }, engine, { content: [play, season], modules: [ShortenModule] });
    });
    afterAll(() => service.close());

    test(`${VARIANT}: whole schemas are checked, what is missing is named by its own path, and nothing is stored`, async () => {
      const refused = async (meta: object) =>
        Object.keys((await admin.post('/plays', { title: 'Play', meta }).expect(400)).body.data.params as object);
      expect(await refused({ lead: 'Ab' })).toEqual(['meta.lead']);
      expect(await refused({ lead: 'abcd', colour: 'red' })).toEqual(['meta.lead', 'meta.colour']);
      expect(await refused({ cast: [{ role: 'Lear' }, { salary: 1 }] })).toEqual(['meta.cast[1][role]']);
      expect(await refused({ cast: [{ role: 'a' }, { role: 'b' }, { role: 'c' }] })).toEqual(['meta.cast']);
      const plays = service.app.get(ContentService).asSystem().of(play);
      await expect(plays.create({ title: 'Play', meta: { lead: 'Far too long for it' } })).rejects.toThrow('lead');
      await admin.post('/plays', { title: 'Hooked' }).expect(500);
      expect((await admin.get('/plays', { status: 'draft,publish', context: 'edit' }).expect(200)).body).toEqual([]);
      await admin.post('/plays', { title: 'Play', meta: { lead: 'Storm', cast: [{ role: 'Lear' }] } }).expect(201);
    });

    test(`${VARIANT}: so are parameters of declared filters`, async () => {
      await admin.get('/plays', { season: '2026' }).expect(200);
      const { body } = await admin.get('/plays', { season: '26' }).expect(400);
      expect(Object.keys(body.data.params)).toEqual(['season']);
    });
  });
