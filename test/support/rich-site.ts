import request from 'supertest';
import { Database } from '../../src/database/database.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { ADMIN, type TestApp } from './app.js';
import { API, clientOf, createUsers } from './clients.js';
import { picture } from './files.js';

/** Ids of one of each kind. */
export interface RichSite {
  post: number;
  page: number;
  media: number;
  category: number;
  tag: number;
  author: number;
  comment: number;
}

const idOf = (response: { body: unknown }) => (response.body as { id: number }).id;

/** Adds to the sample site what makes answers draw on every table they can: nested terms, galleries, authors in addresses. */
export async function enrichSite(service: TestApp): Promise<RichSite> {
  const admin = clientOf(() => service, 'admin');
  const users = await createUsers(admin);
  const database = service.app.get(Database);
  const options = service.app.get(OptionsStore);
  await database.transaction((tx) => options.set(tx, 'permalink_structure', '/%category%/%author%/%postname%/'));
  const upload = request(service.server).post(`${API}/media`).auth(ADMIN.user, ADMIN.password);
  const media = idOf(
    await upload
      .set('content-type', 'image/png')
      .set('content-disposition', 'attachment; filename="p.png"')
      .send(await picture(900, 600))
      .expect(201),
  );
  const parent = idOf(await admin.post('/categories', { name: 'Upper' }).expect(201));
  const category = idOf(await admin.post('/categories', { name: 'Lower', parent }).expect(201));
  const tag = idOf(await admin.post('/tags', { name: 'Marked' }).expect(201));
  const post = idOf(
    await admin
      .post('/posts', {
        title: 'Rich',
        content: `[gallery ids="${media}"] <img class="wp-image-${media}" src="/x.png" /> [gallery]\n\nhttps://elsewhere.test/x`,
        status: 'publish',
        author: users.writer,
        categories: [category],
        tags: [tag],
        featured_media: media,
      })
      .expect(201),
  );
  await admin.post(`/media/${media}`, { post, caption: 'A picture' }).expect(200);
  const above = idOf(await admin.post('/pages', { title: 'Above', status: 'publish' }).expect(201));
  const page = idOf(
    await admin.post('/pages', { title: 'Below', status: 'publish', parent: above, content: '[gallery]' }).expect(201),
  );
  await admin.post('/posts', { title: 'Locked', content: 'Secret', status: 'publish', password: 'opens' }).expect(201);
  await admin
    .post('/posts', {
      title: 'Later',
      status: 'future',
      date_gmt: new Date(Date.now() + 7_200_000).toISOString().slice(0, 19),
    })
    .expect(201);
  const comment = idOf(await admin.post('/comments', { post, content: 'First' }).expect(201));
  await admin.post('/comments', { post, parent: comment, content: 'Second' }).expect(201);
  return { post, page, media, category, tag, author: users.writer, comment };
}
