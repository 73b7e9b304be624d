import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { type Client, clientOf, createUsers } from '../../../support/clients.js';

/** Values at the edge of what a column or the calendar holds: stored alike on both engines, as the reference stores them. */
eachEngine((engine) => {
  let service: TestApp;
  let admin: Client;

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    admin = clientOf(() => service, 'admin');
    await createUsers(admin);
  });
  afterAll(() => service?.close());

  async function create<T>(path: string, values: object): Promise<T & { id: number }> {
    return (await admin.post(path, values).expect(201)).body as T & { id: number };
  }

  test.each([
    [2147483648, 2147483647],
    [1e20, 2147483647],
    [-2147483649, -2147483648],
    [7, 7],
  ])('menu_order %d is stored as %d', async (sent, stored) => {
    const page = await create<object>('/pages', { title: 'Page', menu_order: sent });
    expect(page).toMatchObject({ menu_order: stored });
    expect((await admin.get(`/pages/${page.id}`, { context: 'edit' })).body).toMatchObject({ menu_order: stored });
  });

  test('null is stored as 0 or false where the column holds a number, and leaves other values as they are', async () => {
    const parent = await create<object>('/pages', { title: 'Parent' });
    const created = await create<object>('/pages', { title: 'Page', menu_order: null, parent: null });
    expect(created).toMatchObject({ menu_order: 0, parent: 0 });
    const page = await create<object>('/pages', { title: 'Page', menu_order: 7, parent: parent.id });
    const nulls = { menu_order: null, parent: null, featured_media: null, title: null, status: null, date: null };
    const { body } = await admin.post(`/pages/${page.id}`, nulls).expect(200);
    expect(body).toMatchObject({ menu_order: 0, parent: 0, title: { raw: 'Page' }, status: 'draft' });
    const post = await create<object>('/posts', { title: 'Post', sticky: true, status: 'publish' });
    expect((await admin.post(`/posts/${post.id}`, { sticky: null }).expect(200)).body).toMatchObject({ sticky: false });
    expect((await admin.post('/settings', { posts_per_page: null }).expect(200)).body).toMatchObject({
      posts_per_page: 10,
    });
  });

  test('a password with NUL opens the post and its comments', async () => {
    const values = { title: 'Locked', content: 'Inside', status: 'publish', password: 'g\0h' };
    const { id } = await create<object>('/posts', values);
    const comment = await create<object>('/comments', { post: id, content: 'Seen' });
    const visitor = clientOf(() => service);
    const { body } = await visitor.get(`/posts/${id}`, { password: 'g\0h' });
    expect(body).toMatchObject({ content: { rendered: expect.stringContaining('Inside') } });
    const listed = await visitor.get('/comments', { post: id, password: 'g\0h', status: 'approve' });
    expect(listed.body).toMatchObject([{ id: comment.id }]);
    expect((await visitor.get(`/posts/${id}`, { password: 'gh' })).body).toMatchObject({
      code: 'rest_post_incorrect_password',
    });
  });

  test('NUL characters of texts are kept where the engine stores them, those of names and filtered HTML are removed', async () => {
    const nul = engine === 'mysql' ? '\0' : '\ufffd';
    const texts = { title: 'a\0b', content: 'c\0d', excerpt: 'e\0f', password: 'g\0h' };
    const { id } = await create<object>('/posts', texts);
    const { body } = await admin.get(`/posts/${id}`, { context: 'edit' });
    expect(body).toMatchObject({
      title: { raw: `a${nul}b`, rendered: `a${nul}b` },
      content: { raw: `c${nul}d` },
      excerpt: { raw: `e${nul}f` },
      password: 'g\ufffdh',
    });
    const writer = clientOf(() => service, 'writer');
    expect((await writer.post('/posts', texts).expect(201)).body).toMatchObject({ title: { raw: 'ab' } });
    const names = { name: 'n\0m', first_name: 'f\0g', last_name: 'l\0k', nickname: 'i\0j', description: 'd\0e' };
    expect(await create('/users', { username: 'nul', email: 'nul@x.test', password: 'p', ...names })).toMatchObject({
      ...{ name: 'nm', first_name: 'fg', last_name: 'lk', nickname: 'ij', description: 'de' },
    });
  });

  test.each(['0000-01-01T00:00:00', '0000-00-00T00:00:00', '0000-12-31T23:59:59'])(
    'the date %s is not in the calendar',
    async (date) => {
      const refused = await admin.post('/posts', { title: 'Old', date, status: 'publish' }).expect(400);
      expect(refused.body).toMatchObject({ code: 'invalid_date', data: { status: 400 } });
      const { id } = await create<object>('/posts', { title: 'Old' });
      expect((await admin.post(`/posts/${id}`, { date }).expect(400)).body).toMatchObject({ code: 'invalid_date' });
    },
  );

  describe.each(['categories', 'tags'] as const)('%s', (taxonomy) => {
    test('unknown and negative ids are ignored, the id 0 is refused', async () => {
      const { id } = await create<object>(`/${taxonomy}`, { name: `Term of ${taxonomy}` });
      const assigned = async (ids: unknown) =>
        (await create<Record<string, number[]>>('/posts', { title: 'Post', [taxonomy]: ids }))[taxonomy];
      expect(await assigned([id, 999_999])).toEqual([id]);
      expect(await assigned([999_999])).toEqual([]);
      expect(await assigned([-id])).toEqual([]);
      expect(await assigned(`${id},${id}`)).toEqual([id]);
      const zero = await admin.post('/posts', { title: 'Post', [taxonomy]: [id, 0] }).expect(403);
      expect(zero.body).toMatchObject({ code: 'rest_cannot_assign_term' });
      const mixed = await admin.post('/posts', { title: 'Post', [taxonomy]: [id, 'abc'] }).expect(400);
      expect(mixed.body).toMatchObject({ code: 'rest_invalid_param' });
    });

    test('names lose their tags and are stored encoded', async () => {
      const named = async (name: string) => (await create<{ name: string }>(`/${taxonomy}`, { name })).name;
      expect(await named('<b>Bold</b> x')).toBe('Bold x');
      expect(await named('a <script>x</script>b')).toBe('a b');
      expect(await named('a & b')).toBe('a &amp; b');
      expect(await named('a < c')).toBe('a &lt; c');
      const { body } = await admin.post(`/${taxonomy}`, { name: '<i>' }).expect(500);
      expect(body).toMatchObject({ code: 'empty_term_name' });
    });
  });

  test('content and title "0" alone are no text', async () => {
    for (const values of [{ content: '0' }, { title: '0' }, { excerpt: '0' }])
      expect((await admin.post('/posts', values).expect(400)).body).toMatchObject({ code: 'empty_content' });
  });

  test('a name of "0", or none after cleaning, is no name', async () => {
    const nameless = { name: '', first_name: '', nickname: 'zero' };
    for (const name of ['0', '<i>0</i>', '<b></b>']) {
      const values = { name, first_name: name, last_name: name, nickname: name };
      const login = { username: 'zero', email: 'zero@x.test', password: 'p' };
      const user = await create<object>('/users', { ...login, ...values });
      expect(user).toMatchObject({ ...nameless, name: 'zero', last_name: '' });
      const { body } = await admin.post(`/users/${user.id}`, values).expect(200);
      expect(body).toMatchObject({ ...nameless, name: 'zero', last_name: '' });
      await admin.delete(`/users/${user.id}`, { force: true, reassign: 1 }).expect(200);
    }
    const comment = { post: 1, content: 'By zero', author_name: '0', author_email: 'a@b.cc' };
    const { body } = await admin.post('/comments', comment).expect(400);
    expect(body).toMatchObject({ code: 'rest_comment_author_data_required' });
  });

  test('e-mail addresses keep their case and are unique without it', async () => {
    const user = { username: 'case', email: 'CaSe@ExAmple.TEST', password: 'p' };
    expect(await create<object>('/users', user)).toMatchObject({ email: 'CaSe@ExAmple.TEST' });
    const { body } = await admin.post('/users', { ...user, username: 'other-case', email: 'case@example.test' });
    expect(body).toMatchObject({ code: 'existing_user_email' });
  });

  test('the title of the site is stored encoded', async () => {
    const { body } = await admin.post('/settings', { title: '<b>x</b> & "q"' }).expect(200);
    expect(body).toMatchObject({ title: '&lt;b&gt;x&lt;/b&gt; &amp; &quot;q&quot;' });
  });
});
