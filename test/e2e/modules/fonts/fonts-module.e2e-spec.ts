import { expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, WEB } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';

eachEngine((engine) => {
  test.each(['A', 'B'])(
    'with MODULES=fonts, the pages of a site of %s have the fonts of its library',
    async (VARIANT) => {
      const service = await startTestApp({ ...WEB, VARIANT, MODULES: 'fonts' }, engine);
      try {
        const admin = clientOf(() => service, 'admin');
        const settings = { name: 'Quay', slug: 'quay', fontFamily: '"Quay", serif' };
        const families = `${API}/font-families`;
        const { body: family } = await admin
          .post('/font-families', { font_family_settings: JSON.stringify(settings) })
          .expect(201);
        const { body: face } = await request(service.server)
          .post(`${families}/${(family as { id: number }).id}/font-faces`)
          .auth('admin', ADMIN.password)
          .field('font_face_settings', JSON.stringify({ fontFamily: 'Quay', fontWeight: '100 900', src: 'file' }))
          .attach('file', Buffer.from('wOF2 data'), 'quay.woff2')
          .expect(201);
        const { src } = (face as { font_face_settings: { src: string } }).font_face_settings;
        const own = clientOf(() => service, 'admin', '/wp-json');
        await own.post('/nestpress/v1/public-site', { heading_font: 'quay' }).expect(200);
        const { text } = await request(service.server).get('/').expect(200);
        expect(text).toContain(`@font-face{font-family:"Quay";src:url("${src}")`);
        expect(text).toContain('--heading-font:"Quay", serif');
      } finally {
        await service.close();
      }
    },
  );

  test('without the module, the interface of A and B has no fonts', async () => {
    const service = await startTestApp({ VARIANT: 'A' }, engine);
    try {
      const admin = clientOf(() => service, 'admin');
      await admin.get('/font-families').expect(404);
      expect((await admin.get('/types').expect(200)).body).not.toHaveProperty('wp_font_family');
    } finally {
      await service.close();
    }
  });
});
