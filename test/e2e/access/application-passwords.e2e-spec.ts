import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf, createUsers } from '../../support/clients.js';

const PATH = '/users/me/application-passwords';

eachEngine((engine) => {
  let service: TestApp;
  let writerId: number;
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const withPassword = (password: string, path: string) =>
    request(service.server)
      .get(API + path)
      .auth('writer', password);

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    writerId = (await createUsers(admin)).writer;
  });
  afterAll(() => service.close());

  test('users create, rename, introspect and delete their application passwords', async () => {
    const { body, headers } = await writer.post(PATH, { name: 'Phone <b>x</b>' }).expect(201);
    expect(body).toMatchObject({ app_id: '', name: 'Phone x', last_used: null, last_ip: null });
    expect(body.password).toMatch(/^(?:\w{4} ){5}\w{4}$/);
    expect(headers.location).toContain(`/users/${writerId}/application-passwords/${body.uuid}`);
    expect((await withPassword(body.password, `${PATH}/introspect`).expect(200)).body.uuid).toBe(body.uuid);
    await writer.get(`${PATH}/introspect`).expect(404);
    expect((await writer.put(`${PATH}/${body.uuid}`, { name: 'Tablet' }).expect(200)).body.name).toBe('Tablet');
    const { body: listed } = await writer.get(PATH).expect(200);
    expect(listed).toEqual([expect.objectContaining({ uuid: body.uuid, name: 'Tablet' })]);
    expect(listed[0]).not.toHaveProperty('password');
    const { body: gone } = await writer.delete(`${PATH}/${body.uuid}`).expect(200);
    expect(gone).toMatchObject({ deleted: true, previous: { uuid: body.uuid } });
    await writer.get(`${PATH}/${body.uuid}`).expect(404);
    // Wrong credentials make a request anonymous.
    expect((await withPassword(body.password, '/users/me').expect(401)).body.code).toBe('rest_not_logged_in');
    await withPassword(body.password, '/posts').expect(200);
  });

  test('only administrators manage those of other users', async () => {
    const path = `/users/${writerId}/application-passwords`;
    await admin.post(path, { name: 'One', app_id: 'b1b1b1b1-1111-4111-8111-111111111111' }).expect(201);
    await admin.post(path, { name: 'One' }).expect(201);
    expect((await admin.delete(path).expect(200)).body).toEqual({ deleted: true, count: 2 });
    expect((await writer.get('/users/1/application-passwords').expect(403)).body.code).toBe(
      'rest_cannot_list_application_passwords',
    );
    expect((await admin.get(`${path}/introspect`).expect(403)).body.code).toBe(
      'rest_cannot_introspect_app_password_for_non_authenticated_user',
    );
    await admin.get('/users/999999/application-passwords').expect(404);
  });

  test('names are not blank and app_id is a UUID', async () => {
    const { body } = await writer.post(PATH, { name: ' ', app_id: 'x' }).expect(400);
    expect(Object.keys(body.data.params)).toEqual(['app_id', 'name']);
  });
});
