import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { FORMS, MAIL, TEMPLATE, withFormsSite } from '../../../support/forms-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

eachEngine((engine) => {
  const { site, send, makeForm } = withFormsSite(engine);

  describe('forms are made and changed', () => {
    test('by editors only; refusals are always 403', async () => {
      const id = await makeForm();
      for (const login of [undefined, 'reader', 'helper', 'writer']) {
        const mayList = login === 'helper' || login === 'writer';
        await send('get', '', login).expect(mayList ? 200 : 403);
        await send('post', '', login).send({ title: 'x', context: 'save' }).expect(403);
        await send('get', `/${id}`, login).expect(403);
        await send('post', `/${id}`, login).send({ title: 'x', context: 'save' }).expect(403);
        const { body } = await send('delete', `/${id}`, login).expect(403);
        expect(body).toMatchObject({ code: 'wpcf7_forbidden', data: { status: 403 } });
      }
      await send('get', `/${id}`, 'chief').expect(200);
    });

    test('only when the request says so', async () => {
      const { body: trial } = await send('post', '', 'chief').send({ title: 'Not <b>kept</b>' }).expect(200);
      expect(trial).toMatchObject({ id: null, slug: null, title: 'Not kept', config_errors: [] });
      const { body: saved } = await send('post', '', 'chief')
        .send({ title: 'Quokka', form: TEMPLATE, messages: { spam: 'No', unknown: 'x' }, context: 'save' })
        .expect(200);
      const { id } = saved as { id: number };
      expect(saved).toMatchObject({ slug: null, properties: { messages: { spam: 'No' } } });
      await send('put', `/${id}`, 'chief').send({ title: 'Trial' }).expect(200);
      await send('put', `/${id}`, 'chief')
        .send({ mail: { recipient: 'nope' }, additional_settings: 'demo_mode: on\r\n', context: 'save' })
        .expect(200);
      const { body: read } = await send('get', `/${id}`, 'chief').expect(200);
      expect(read).toMatchObject({
        slug: 'quokka',
        title: 'Quokka',
        properties: {
          form: TEMPLATE,
          mail: { active: true, subject: '', recipient: 'nope' },
          additional_settings: 'demo_mode: on',
        },
      });
      expect(Object.keys((read as { properties: { messages: object } }).properties.messages)).toHaveLength(23);
      const { body: list } = await send('get', '?search=quokka&orderby=title', 'chief').expect(200);
      expect(list).toEqual([{ id, slug: 'quokka', title: 'Quokka', locale: 'en_US' }]);
      await send('delete', `/${id}`, 'chief').expect(200, { deleted: true });
      await send('get', `/${id}`, 'chief').expect(404);
      const left = await site.database.query(`SELECT meta_id FROM ${site.database.tables.postmeta} WHERE post_id = ?`, [
        id,
      ]);
      expect(left).toEqual([]);
    });

    test('lists are sorted by the column names of WordPress, which are case-sensitive, and by date otherwise', async () => {
      const [first, second] = [await makeForm({ title: 'Sorted B' }), await makeForm({ title: 'Sorted A' })];
      await site.database.transaction((tx) =>
        tx.execute(`UPDATE ${site.database.tables.posts} SET post_date = '2001-01-01 00:00:00' WHERE ID = ?`, [second]),
      );
      const sorted = async (query: string) => {
        const { body } = await send('get', `?search=Sorted${query}`, 'chief').expect(200);
        return (body as { id: number }[]).map(({ id }) => id);
      };
      expect(await sorted('')).toEqual([first, second]);
      expect(await sorted('&orderby=ID')).toEqual([first, second]);
      expect(await sorted('&orderby=id')).toEqual([second, first]);
      expect(await sorted('&orderby=post_title')).toEqual([second, first]);
    });

    test('a new form has the title of the site as it is stored', async () => {
      await clientOf(() => site.service, 'admin')
        .post('/settings', { title: 'Salt & Pepper' })
        .expect(200);
      const { body } = await send('post', '', 'chief').send({ title: 'New' }).expect(200);
      const { mail: first, mail_2: second } = (body as { properties: Record<string, { subject: string }> }).properties;
      expect([first!.subject, second!.subject]).toEqual(Array(2).fill('Salt &amp; Pepper "[your-subject]"'));
    });

    test('and reports what is invalid', async () => {
      const { body } = await send('post', '', 'admin')
        .send({ form: '[text page] [email* your-email]', mail: { ...MAIL, sender: 'x@else.test', subject: '' } })
        .expect(200);
      expect(Object.keys((body as { config_errors: object }).config_errors)).toEqual([
        'form.body',
        'mail.subject',
        'mail.sender',
      ]);
    });

    test('and listed at a constant cost', async () => {
      const cost = () => fewestStatements(() => send('get', '', 'chief').expect(200));
      const before = await cost();
      for (let count = 0; count < 12; count++) await makeForm();
      expect(await cost()).toBe(before);
    });

    test('whatever nonsense is sent', async () => {
      const id = await makeForm();
      const nonsense = [
        { mail: 'x', messages: [1], form: { a: 1 } },
        { title: ['x'], locale: 7, mail_2: [] },
        { form: '['.repeat(10_000), additional_settings: '\0' },
      ];
      for (const body of nonsense)
        await send('post', `/${id}`, 'admin')
          .send({ ...body, context: 'save' })
          .expect(200);
      await send('get', '?per_page[]=x&offset=-9&orderby[]=1&order=up&search[]=%00', 'admin').expect(200);
      await send('get', '/99999999999999999999999', 'admin').expect(404);
    });
  });
});

test('a site without forms has no such namespace', async () => {
  const service = await startTestApp({ VARIANT: 'B' });
  try {
    await request(service.server).get(FORMS).expect(404);
  } finally {
    await service.close();
  }
});
