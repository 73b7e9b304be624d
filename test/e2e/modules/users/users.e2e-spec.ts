import { describe, expect, test } from '@jest/globals';
import { eachEngine } from '../../../support/app.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { USERS, withUsersSite } from '../../../support/users-site.js';

eachEngine((engine) => {
  const { ids, as, guest, admin, create, post } = withUsersSite(engine);

  const namesOf = (body: { slug: string }[]) => body.map((user) => user.slug).sort();

  describe('who is seen', () => {
    test('anonymous requests and subscribers see only users who published, whatever the query', async () => {
      for (const requester of [guest, as('reader')]) {
        expect(namesOf((await requester.get(USERS).expect(200)).body)).toEqual(['admin', 'writer']);
        for (const query of [
          { include: ids.quiet },
          { slug: 'quiet' },
          { search: 'quiet' },
          { include: [ids.quiet, ids.chief] },
        ]) {
          expect((await requester.get(USERS, query).expect(200)).body).toEqual([]);
        }
        const { status, body } = await requester.get(`${USERS}/${ids.quiet}`);
        expect([status, body.code]).toEqual([requester === guest ? 401 : 403, 'rest_user_cannot_view']);
      }
      expect(namesOf((await admin.get(USERS)).body)).toEqual(['admin', 'chief', 'quiet', 'reader', 'writer']);
    });

    test('another spelling of the address changes nothing', async () => {
      for (const path of ['/wp-json/wp/v2/%75sers', '/?rest_route=/wp/v2/users', '/wp-json/WP/V2/Users', `${USERS}/`]) {
        expect(namesOf((await guest.get(path).expect(200)).body)).toEqual(['admin', 'writer']);
      }
    });

    test('private values stay private: no filter and no order reveals them', async () => {
      for (const [query, code] of [
        [{ context: 'edit' }, 'rest_forbidden_context'],
        [{ roles: 'author' }, 'rest_user_cannot_view'],
        [{ orderby: 'email' }, 'rest_forbidden_orderby'],
        [{ orderby: 'registered_date' }, 'rest_forbidden_orderby'],
        [{ who: 'authors' }, 'rest_forbidden_who'],
      ] as const) {
        expect((await guest.get(USERS, query).expect(401)).body.code).toBe(code);
        expect((await as('reader').get(USERS, query).expect(403)).body.code).toBe(code);
      }
      const { body } = await guest.get(`${USERS}/${ids.writer}`).expect(200);
      expect(Object.keys(body)).toEqual([
        'id',
        'name',
        'url',
        'description',
        'link',
        'slug',
        'avatar_urls',
        'meta',
        '_links',
      ]);
    });

    test('guests learn nothing about addresses of mail by searching', async () => {
      const nothing = (await guest.get(USERS, { search: 'kq7zx' }).expect(200)).body;
      for (const login of ['writer', 'quiet']) {
        const address = `mail.of.${login}@secret-${login}.test`;
        for (const end of Array.from(address, (_, index) => index + 1)) {
          // Shorter pieces may be part of a name.
          const pieces = [address.slice(0, end), address.slice(-end)].filter(
            (piece) => piece.length > 3 && !`${login} admin`.includes(piece),
          );
          for (const search of pieces)
            expect({ search, body: (await guest.get(USERS, { search })).body }).toEqual({ search, body: nothing });
        }
      }
      expect(namesOf((await admin.get(USERS, { search: 'mail.of.quiet@' })).body)).toEqual(['quiet']);
    });

    test('oneself is always seen, in every context', async () => {
      const { body } = await as('quiet').get(`${USERS}/me`, { context: 'edit' }).expect(200);
      expect(body).toMatchObject({
        id: ids.quiet,
        email: 'mail.of.quiet@secret-quiet.test',
        roles: ['author'],
        capabilities: { edit_posts: true },
      });
      expect((await as('quiet').get(`${USERS}/${ids.quiet}`, { context: 'edit' }).expect(200)).body).toEqual(body);
      expect((await guest.get(`${USERS}/me`).expect(401)).body.code).toBe('rest_not_logged_in');
    });
  });

  test('a list costs the same whatever its length', async () => {
    for (let number = 0; number < 15; number++) await create({ username: `many${number}` });
    const cost = (query: object) => fewestStatements(() => admin.get(USERS, query).expect(200));
    await cost({});
    const short = await cost({ per_page: 1, context: 'edit' });
    expect(await cost({ per_page: 100, context: 'edit' })).toBe(short);
    expect(await cost({ per_page: 100, context: 'edit', _embed: 1 })).toBe(short);
  });

  test('embedded authors are shown as they would be by themselves', async () => {
    const author = async (id: number) =>
      (await guest.get(`/wp-json/wp/v2/posts/${id}`, { _embed: 1 }).expect(200)).body._embedded.author[0];
    const { meta: _meta, ...shown } = (await guest.get(`${USERS}/${ids.writer}`)).body;
    expect(await author(await post(ids.writer!, 'publish'))).toEqual(shown);
    expect(await author(await post(99_999, 'publish'))).toMatchObject({
      code: 'rest_user_invalid_id',
      data: { status: 404 },
    });
  });

  test('hostile input is refused or finds no user, and never fails with 500', async () => {
    for (const query of [
      { search: "' OR 1=1 -- %_!" },
      { slug: ["' OR 1=1 --"] },
      { include: '1e300,-5' },
      { offset: '1e300' },
      { page: '999999999999999999' },
      { search: '\ud800' },
      { roles: '%,"' },
    ]) {
      expect((await admin.get(USERS, query)).status).toBeLessThan(500);
    }
    for (const id of ['0', '99999999999999999999', '1e5']) expect((await admin.get(`${USERS}/${id}`)).status).toBe(404);
  });
});
