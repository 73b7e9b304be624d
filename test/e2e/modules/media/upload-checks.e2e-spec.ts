import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';

anyEngine((engine) => {
  describe.each(['A', 'B', 'C'])('variant %s', (variant) => {
    let service: TestApp;
    beforeAll(async () => void (service = await startTestApp({ VARIANT: variant }, engine)));
    afterAll(() => service.close());

    test('a raw upload without headers lacks its type, one with a type its name; with a name it needs no type', async () => {
      const sent = async (body: Buffer, headers: Record<string, string>) => {
        const upload = request(service.server).post(`${API}/media`).auth(ADMIN.user, ADMIN.password);
        const response = await upload.set({ 'Content-Type': '', ...headers }).send(body);
        return [response.status, response.body.code ?? response.body.mime_type];
      };
      const file = await picture(10, 10);
      const name = { 'Content-Disposition': 'attachment; filename="a.png"' };
      const type = { 'Content-Type': 'image/png' };
      expect(await sent(Buffer.alloc(0), name)).toEqual([400, 'rest_upload_no_data']);
      expect(await sent(file, {})).toEqual([400, 'rest_upload_no_content_type']);
      expect(await sent(file, name)).toEqual([201, 'image/png']);
      expect(await sent(file, type)).toEqual([400, 'rest_upload_no_content_disposition']);
      expect(await sent(file, { ...name, ...type })).toEqual([201, 'image/png']);
    });
  });
});
