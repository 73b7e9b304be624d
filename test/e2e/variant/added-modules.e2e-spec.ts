import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';

const OF_VARIANT_A = ['forms/v1', 'cache/v1', 'popups/v1'];

eachEngine((engine) => {
  describe.each(['A', 'B', 'C'])('variant %s with the optional modules', (variant) => {
    let service: TestApp;
    const root = clientOf(() => service, 'admin', '/wp-json');

    beforeAll(async () => {
      service = await startTestApp({ ...WEB, VARIANT: variant, MODULES: 'popups,forms,cache' }, engine);
    });
    afterAll(() => service.close());

    test('the index lists their namespaces, and the console their sections', async () => {
      const { namespaces } = (await root.get('/').expect(200)).body as { namespaces: string[] };
      expect(namespaces.slice(0, 5)).toEqual(['oembed/1.0', ...OF_VARIANT_A, 'wp/v2']);
      const { body } = await request(service.server).get('/console/session').expect(200);
      expect((body as { features: object }).features).toMatchObject({ forms: true, popups: true, cache: true });
    });

    test('a form is made, shown in a page and listed in nestpress/v1', async () => {
      const form = '[text* your-name] [submit "Send it"]';
      const { body } = await root
        .post('/forms/v1/contact-forms', { context: 'save', title: 'Contact', form })
        .expect(200);
      const { id } = body as { id: number };
      const content = `[contact-form-7 id="${id}" title="Contact"]`;
      const page = await root.post('/wp/v2/pages', { title: 'Write to us', content, status: 'publish' }).expect(201);
      expect((page.body as { content: { rendered: string } }).content.rendered).toContain('name="your-name"');
      await root.get('/nestpress/v1/submissions').expect(200);
      await root.get('/nestpress/v1/popups').expect(200);
    });
  });

  test.each([
    ['A', 200],
    ['B', 404],
    ['C', 404],
  ])('without MODULES variant %s has what it had', async (variant, status) => {
    const service = await startTestApp({ ...WEB, VARIANT: variant }, engine);
    try {
      const root = clientOf(() => service, 'admin', '/wp-json');
      const { namespaces } = (await root.get('/').expect(200)).body as { namespaces: string[] };
      expect(namespaces.filter((name) => OF_VARIANT_A.includes(name))).toEqual(variant === 'A' ? OF_VARIANT_A : []);
      await root.get('/forms/v1/contact-forms').expect(status);
      await root.get('/nestpress/v1/popups').expect(status);
    } finally {
      await service.close();
    }
  });
});
