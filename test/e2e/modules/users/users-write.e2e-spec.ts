import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { loginCookieName, writeLoginCookie } from '../../../../src/access/authentication/login-cookie.js';
import { createNonce } from '../../../../src/access/authentication/nonce.js';
import { serialize } from '../../../../src/text/php/index.js';
import { eachEngine } from '../../../support/app.js';
import { PASSWORD } from '../../../support/clients.js';
import { USERS, withUsersSite } from '../../../support/users-site.js';

const KEYS = { loggedInKey: 'k1', loggedInSalt: 's1', nonceKey: 'k2', nonceSalt: 's2' };

eachEngine((engine) => {
  const uploads = mkdtempSync(join(tmpdir(), 'nestpress-uploads-'));
  const { site, ids, as, guest, admin, create, post } = withUsersSite(engine, {
    LOGGED_IN_KEY: KEYS.loggedInKey,
    LOGGED_IN_SALT: KEYS.loggedInSalt,
    NONCE_KEY: KEYS.nonceKey,
    NONCE_SALT: KEYS.nonceSalt,
    UPLOADS_DIR: uploads,
  });
  afterAll(() => rmSync(uploads, { recursive: true, force: true }));

  describe('creating', () => {
    test('needs the right, and gives defaults', async () => {
      const values = { username: 'fresh', email: 'fresh@x.test', password: PASSWORD };
      expect((await guest.post(USERS, values).expect(401)).body.code).toBe('rest_cannot_create_user');
      expect((await as('chief').post(USERS, values).expect(403)).body.code).toBe('rest_cannot_create_user');
      const { body, headers } = await admin
        .post(USERS, { ...values, first_name: 'F <b>r</b>', last_name: 'Esh & Co' })
        .expect(201);
      expect(headers.location).toBe(`http://site.test${USERS}/${body.id}`);
      expect(body).toMatchObject({
        name: 'F r Esh &amp; Co',
        nickname: 'fresh',
        slug: 'fresh',
        roles: ['subscriber'],
        locale: 'en_US',
      });
      expect(body.registered_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
      expect(JSON.stringify(body)).not.toContain(PASSWORD);
    });

    test('changed profile values stay in their rows', async () => {
      const { body } = await admin
        .post(USERS, { username: 'steady', email: 'steady@x.test', password: PASSWORD, first_name: 'One' })
        .expect(201);
      const rows = () =>
        site.db.query<{ id: number; value: string }>(
          `SELECT umeta_id AS id, meta_value AS value FROM ${site.db.tables.usermeta} WHERE user_id = ? AND meta_key = 'first_name'`,
          [body.id],
        );
      const [before] = await rows();
      await admin.put(`${USERS}/${body.id}`, { first_name: 'Two' }).expect(200);
      expect(await rows()).toEqual([{ id: before!.id, value: 'Two' }]);
    });

    test('never assigns a name twice, even to concurrent requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, number) =>
          admin.post(USERS, { username: 'twin', email: `twin${number}@x.test`, password: PASSWORD }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 500, 500, 500, 500, 500]);
      expect(responses.find(({ status }) => status === 500)?.body).toMatchObject({
        code: 'existing_user_login',
        data: null,
      });
      const slugs = await Promise.all(
        Array.from({ length: 4 }, (_, number) =>
          admin.post(USERS, {
            username: `same${number}`,
            slug: 'same',
            email: `same${number}@x.test`,
            password: PASSWORD,
          }),
        ),
      );
      expect(slugs.map(({ body }) => body.slug).sort()).toEqual(['same', 'same-2', 'same-3', 'same-4']);
    });

    test('refuses what it cannot keep', async () => {
      for (const [values, status, code] of [
        [{ id: 5 }, 400, 'rest_user_exists'],
        [{ roles: ['nobody'] }, 400, 'rest_user_invalid_role'],
        [{ email: 'mail.of.chief@secret-chief.test' }, 500, 'existing_user_email'],
        [{ username: 'u'.repeat(61) }, 500, 'user_login_too_long'],
        [{ slug: 's'.repeat(51) }, 500, 'user_nicename_too_long'],
        [{ url: `http://x.test/${'y'.repeat(200)}` }, 400, 'user_url_too_long'],
        [{ name: 'n'.repeat(300) }, 400, 'user_name_too_long'],
        [{ username: ['x'] }, 400, 'rest_invalid_param'],
        [{ locale: 'xx_YY' }, 400, 'rest_invalid_param'],
      ] as const) {
        const { status: got, body } = await admin.post(USERS, {
          username: 'odd',
          email: 'odd@x.test',
          password: PASSWORD,
          ...values,
        });
        expect([values, got, body.code]).toEqual([values, status, code]);
      }
      expect((await admin.get(USERS, { search: 'odd' })).body).toEqual([]);
    });
  });

  describe('changing', () => {
    test('oneself is allowed, others and roles are not', async () => {
      await as('writer').post(`${USERS}/me`, { description: 'About <i>me</i><script>x</script>' }).expect(200);
      expect((await guest.get(`${USERS}/${ids.writer}`)).body.description).toBe('About <i>me</i>x');
      expect((await as('writer').post(`${USERS}/${ids.reader}`, { name: 'x' }).expect(403)).body.code).toBe(
        'rest_cannot_edit',
      );
      expect(
        (
          await as('writer')
            .post(`${USERS}/me`, { roles: ['administrator'] })
            .expect(403)
        ).body.code,
      ).toBe('rest_cannot_edit_roles');
      // The number in the body is the one that counts, for permission and deed alike.
      expect(
        (await as('writer').post(`${USERS}/${ids.writer}`, { id: ids.reader, name: 'x' }).expect(403)).body.code,
      ).toBe('rest_cannot_edit');
      expect((await guest.post(`${USERS}/me`, { name: 'x' }).expect(404)).body.code).toBe('rest_user_invalid_id');
    });

    test('roles are replaced, and users cannot remove their own rights', async () => {
      const { body } = await admin.post(`${USERS}/${ids.chief}`, { roles: 'author,contributor' }).expect(200);
      expect(body).toMatchObject({
        roles: ['author', 'contributor'],
        extra_capabilities: { author: true, contributor: true },
      });
      await admin.post(`${USERS}/${ids.chief}`, { roles: ['editor'] }).expect(200);
      expect((await admin.post(`${USERS}/me`, { roles: ['editor'] }).expect(403)).body.code).toBe(
        'rest_user_invalid_role',
      );
    });

    test('names of others are not free', async () => {
      for (const [values, code] of [
        [{ email: 'mail.of.writer@secret-writer.test' }, 'rest_user_invalid_email'],
        [{ username: 'other' }, 'rest_user_invalid_argument'],
        [{ slug: 'Writer' }, 'rest_user_invalid_slug'],
      ] as const) {
        expect((await as('reader').post(`${USERS}/me`, values).expect(400)).body.code).toBe(code);
      }
      await as('reader')
        .post(`${USERS}/me`, { username: 'reader', slug: 'reader', email: 'mail.of.reader@secret-reader.test' })
        .expect(200);
    });

    test('a new password counts at once and ends the sessions', async () => {
      const id = await create({ username: 'changer' });
      await site.db.transaction(async (tx) => {
        await tx.execute(
          `INSERT INTO ${site.db.tables.usermeta} (user_id, meta_key, meta_value) VALUES (?, 'session_tokens', 'a:1:{s:1:"x";i:9999999999;}')`,
          [id],
        );
        await tx.execute(`UPDATE ${site.db.tables.users} SET user_activation_key = 'key' WHERE ID = ?`, [id]);
      });
      await as('changer').get(`${USERS}/me`).expect(200);
      await admin.post(`${USERS}/${id}`, { password: 'something else' }).expect(200);
      await as('changer').get(`${USERS}/me`).expect(401);
      await request(site.service.server).get(`${USERS}/me`).auth('changer', 'something else').expect(200);
      expect(
        await site.db.query(
          `SELECT umeta_id FROM ${site.db.tables.usermeta} WHERE user_id = ? AND meta_key = 'session_tokens'`,
          [id],
        ),
      ).toEqual([]);
      expect(
        await site.db.query(`SELECT user_activation_key AS activation FROM ${site.db.tables.users} WHERE ID = ?`, [id]),
      ).toEqual([{ activation: '' }]);
    });
  });

  test('users who change their own password stay logged in in that session only', async () => {
    const id = await create({ username: 'roamer' });
    const expiration = Math.floor(Date.now() / 1000) + 3600;
    const hash = async () =>
      (
        await site.db.query<{ hash: string }>(`SELECT user_pass AS hash FROM ${site.db.tables.users} WHERE ID = ?`, [
          id,
        ])
      )[0]!.hash;
    const sessions = Object.fromEntries(
      ['here', 'there'].map((token) => [createHash('sha256').update(token).digest('hex'), { expiration }]),
    );
    await site.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${site.db.tables.usermeta} (user_id, meta_key, meta_value) VALUES (?, 'session_tokens', ?)`,
        [id, serialize(sessions)],
      ),
    );
    const cookieOf = async (token: string) =>
      `${loginCookieName('http://site.test')}=${writeLoginCookie({ login: 'roamer', expiration: String(expiration), token }, await hash(), KEYS)}`;
    const me = (method: 'get' | 'post', cookie: string, token: string) => {
      const nonce = createNonce({ id, sessionToken: token }, KEYS, Math.floor(Date.now() / 1000));
      return request(site.service.server)[method](`${USERS}/me`).set('Cookie', cookie).set('X-WP-Nonce', nonce);
    };
    const before = await cookieOf('here');
    await me('get', await cookieOf('there'), 'there').expect(200);

    const { headers } = await me('post', before, 'here').send({ password: 'another one' }).expect(200);
    expect(String(headers['set-cookie'])).toMatch(/^wordpress_logged_in_[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    const renewed = String(headers['set-cookie']).split(';')[0]!;
    await me('get', renewed, 'here').expect(200);
    await me('get', before, 'here').expect(403);
    await me('get', await cookieOf('there'), 'there').expect(403);
  });

  describe('deleting', () => {
    const rowsOf = (id: number) =>
      site.db.query(
        `SELECT ID FROM ${site.db.tables.users} WHERE ID = ? UNION ALL SELECT umeta_id FROM ${site.db.tables.usermeta} WHERE user_id = ?`,
        [id, id],
      );
    const authorOf = async (id: number) =>
      (
        await site.db.query<{ author: number }>(
          `SELECT post_author AS author FROM ${site.db.tables.posts} WHERE ID = ?`,
          [id],
        )
      )[0]?.author;

    test('is refused without reassign, force or permission', async () => {
      const id = await create({ username: 'safe' });
      for (const [requester, query, status, code] of [
        [admin, {}, 400, 'rest_missing_callback_param'],
        [admin, { reassign: 'abc', force: true }, 400, 'rest_invalid_param'],
        [admin, { reassign: 1 }, 501, 'rest_trash_not_supported'],
        [admin, { reassign: id, force: true }, 400, 'rest_user_invalid_reassign'],
        [admin, { reassign: 99999, force: true }, 400, 'rest_user_invalid_reassign'],
        [as('chief'), { reassign: 1, force: true }, 403, 'rest_user_cannot_delete'],
        [guest, { reassign: 1, force: true }, 401, 'rest_user_cannot_delete'],
      ] as const) {
        const { status: got, body } = await requester.delete(`${USERS}/${id}`, query);
        expect([query, got, body.code]).toEqual([query, status, code]);
      }
      await admin.get(`${USERS}/${id}`).expect(200);
    });

    test('reassigns posts to the given user', async () => {
      const id = await create({ username: 'leaver', roles: ['author'] });
      const posts = [await post(id, 'publish'), await post(id, 'draft')];
      const { body } = await admin.delete(`${USERS}/${id}`, { force: true, reassign: ids.writer }).expect(200);
      expect(body).toMatchObject({ deleted: true, previous: { id, email: 'leaver@x.test' } });
      expect(body.previous._links).toBeUndefined();
      for (const entry of posts) expect(await authorOf(entry)).toBe(ids.writer);
      expect(await rowsOf(id)).toEqual([]);
      expect((await admin.get(`${USERS}/${id}`).expect(404)).body.code).toBe('rest_user_invalid_id');
    });

    test('without reassign, posts go to the trash, and from there for good', async () => {
      const id = await create({ username: 'doomed', roles: ['author'] });
      const posts = [await post(id, 'publish'), await post(id, 'draft'), await post(id, 'trash')];
      await admin.delete(`${USERS}/${id}`, { force: true, reassign: false }).expect(200);
      const rows = await site.db.query(
        `SELECT ID AS id, post_status AS status, post_author AS author FROM ${site.db.tables.posts} WHERE ID IN (?, ?, ?) ORDER BY ID`,
        posts,
      );
      expect(rows).toEqual(posts.slice(0, 2).map((entry) => ({ id: entry, status: 'trash', author: id })));
      expect(await rowsOf(id)).toEqual([]);
    });

    test('without reassign, uploads and their files are deleted', async () => {
      const id = await create({ username: 'uploader', roles: ['author'] });
      const attachment = await post(id, 'inherit', 'attachment');
      const setMeta = (entry: number, key: string, value: string) =>
        site.db.transaction((tx) =>
          tx.execute(`INSERT INTO ${site.db.tables.postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`, [
            entry,
            key,
            value,
          ]),
        );
      await setMeta(attachment, '_wp_attached_file', 'picture.png');
      await setMeta(await post(ids.writer!, 'publish'), '_thumbnail_id', String(attachment));
      writeFileSync(join(uploads, 'picture.png'), 'x');
      await admin.delete(`${USERS}/${id}`, { force: true, reassign: '' }).expect(200);
      expect(existsSync(join(uploads, 'picture.png'))).toBe(false);
      expect(await authorOf(attachment)).toBeUndefined();
      expect(
        await site.db.query(
          `SELECT meta_id FROM ${site.db.tables.postmeta} WHERE post_id = ? OR (meta_key = '_thumbnail_id' AND meta_value = ?)`,
          [attachment, String(attachment)],
        ),
      ).toEqual([]);
    });
  });
});
