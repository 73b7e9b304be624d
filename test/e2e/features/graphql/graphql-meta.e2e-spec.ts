import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { defineContentType, defineMeta, layouts, media, relation, rows } from '../../../../src/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';
import { fewestStatements } from '../../../support/query-counts.js';

const venue = defineContentType({ name: 'venue', label: 'Venues', labels: { singular_name: 'Venue' } });
const show = defineContentType({
  name: 'show',
  label: 'Shows',
  labels: { singular_name: 'Show' },
  restBase: 'shows',
  supports: ['title', 'editor', 'custom-fields', 'revisions'],
  graphql: { singleName: 'exhibition', pluralName: 'exhibitions' },
  meta: {
    ticket_price: { type: 'number', graphql: true },
    seats: { type: 'integer', graphql: 'numberOfSeats' },
    is_free: { type: 'boolean', graphql: true },
    days: { type: 'string', single: false, graphql: true },
    venue: { ...relation({ to: 'venue' }), graphql: true },
    halls: { ...relation({ to: 'venue', many: true }), graphql: true },
    topic: { ...relation({ to: 'category' }), graphql: true },
    curator: { ...relation({ to: 'user' }), graphql: true },
    poster: { ...media({ images: true }), graphql: true },
    program: {
      ...rows({ start_time: { type: 'string' }, room: relation({ to: 'venue' }) }),
      graphql: true,
    },
    parts: {
      ...layouts({
        text: { label: 'Text', fields: { body: { type: 'string' } } },
        room: { label: 'Room', fields: { venue: relation({ to: 'venue' }), size: { type: 'integer' } } },
      }),
      graphql: true,
    },
    facts: { type: 'object', additionalProperties: true, graphql: true },
    draft_note: { type: 'string', revisions: true, graphql: true },
    budget: { type: 'integer', read: 'edit_others_posts', graphql: true },
    hidden: { type: 'string' },
    title: { type: 'string', graphql: true },
  },
});
const own = [
  defineMeta({ object: 'term', subtype: 'category', key: 'colour', type: 'string', graphql: true }),
  defineMeta({ object: 'user', key: 'motto', type: 'string', graphql: true }),
  defineMeta({ object: 'comment', key: 'rating', type: 'integer', graphql: true }),
];

interface Answer {
  data: Record<string, unknown>;
  errors?: { message: string }[];
}

eachEngine((engine) => {
  let service: TestApp;
  let users: Record<'chief' | 'writer', number>;
  const admin = clientOf(() => service, 'admin');
  const ask = async (query: string, variables: object = {}, user?: 'admin'): Promise<Answer> => {
    const sent = request(service.server).post('/graphql').send({ query, variables });
    const { body } = await (user ? sent.auth(ADMIN.user, ADMIN.password) : sent).expect(200);
    return body as Answer;
  };
  const create = async (path: string, body: object) =>
    ((await admin.post(path, body).expect(201)).body as { id: number }).id;

  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', VARIANT: 'C' }, engine, { content: [venue, show, ...own] });
    users = await createUsers(admin);
  });
  afterAll(() => service?.close());

  test('declared meta has fields with its types, and relations lead to nodes', async () => {
    const hall = await create('/venue', { title: 'Hall', status: 'publish' });
    const annex = await create('/venue', { title: 'Annex', status: 'publish' });
    const closed = await create('/venue', { title: 'Closed', status: 'draft' });
    const category = await create('/categories', { name: 'Art', meta: { colour: '#ff0000' } });
    await admin.post(`/users/${users.writer}`, { meta: { motto: 'Onwards' } }).expect(200);
    await create('/posts', { title: 'Of the writer', status: 'publish', author: users.writer });
    const { body } = await request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .type('image/png')
      .set('Content-Disposition', 'attachment; filename="poster.png"')
      .send(await picture(8, 8))
      .expect(201);
    const file = body as { id: number; source_url: string };
    const id = await create('/shows', {
      title: 'The show',
      status: 'publish',
      meta: {
        ticket_price: 4.5,
        seats: 80,
        is_free: true,
        days: ['Monday', 'Friday'],
        venue: hall,
        halls: [annex, closed, hall],
        topic: category,
        curator: users.writer,
        poster: file.id,
        program: [{ start_time: '19:00', room: annex }, { start_time: '21:00' }],
        parts: [
          { layout: 'text', body: 'Words' },
          { layout: 'room', venue: hall, size: 12 },
        ],
        facts: { year: 1901 },
        budget: 9000,
        hidden: 'no',
        title: 'Another title',
      },
    });
    const document = `query Q($id: ID!) { exhibition(id: $id, idType: DATABASE_ID) {
      title ticketPrice numberOfSeats isFree days facts budget draftNote
      venue { title } halls { title } topic { name colour } curator { motto } poster { sourceUrl }
      program { startTime room { title } }
      parts { __typename ... on ExhibitionPartsTextLayout { layout body } ... on ExhibitionPartsRoomLayout { size venue { title } } }
    } }`;
    const expected = {
      title: 'The show',
      ticketPrice: 4.5,
      numberOfSeats: 80,
      isFree: true,
      days: ['Monday', 'Friday'],
      facts: '{"year":1901}',
      budget: null,
      draftNote: '',
      venue: { title: 'Hall' },
      halls: [{ title: 'Annex' }, { title: 'Hall' }],
      topic: { name: 'Art', colour: '#ff0000' },
      curator: { motto: 'Onwards' },
      poster: { sourceUrl: file.source_url },
      program: [
        { startTime: '19:00', room: { title: 'Annex' } },
        { startTime: '21:00', room: null },
      ],
      parts: [
        { __typename: 'ExhibitionPartsTextLayout', layout: 'text', body: 'Words' },
        { __typename: 'ExhibitionPartsRoomLayout', size: 12, venue: { title: 'Hall' } },
      ],
    };
    expect(await ask(document, { id: String(id) })).toEqual({ data: { exhibition: expected } });
    const asAdmin = await ask(document, { id: String(id) }, 'admin');
    expect(asAdmin.data.exhibition).toMatchObject({ budget: 9000, halls: [{}, { title: 'Closed' }, {}] });
    expect((await ask('{ exhibitions { nodes { hidden } } }')).errors).toHaveLength(1);
  });

  test('an entry that is not public shows no values, and a preview has those of its revision', async () => {
    const id = await create('/shows', { title: 'Planned', status: 'publish', meta: { seats: 1, draft_note: 'first' } });
    await admin.post(`/shows/${id}/autosaves`, { title: 'Changed', meta: { draft_note: 'second' } }).expect(200);
    const document = `query Q($id: ID!, $preview: Boolean) {
      exhibition(id: $id, idType: DATABASE_ID, asPreview: $preview) { title numberOfSeats draftNote } }`;
    const asked = (preview: boolean) => ask(document, { id: String(id), preview }, 'admin');
    expect((await asked(false)).data.exhibition).toEqual({ title: 'Planned', numberOfSeats: 1, draftNote: 'first' });
    expect((await asked(true)).data.exhibition).toEqual({ title: 'Changed', numberOfSeats: 1, draftNote: 'second' });
    const draft = await create('/shows', { title: 'Draft', status: 'draft', meta: { seats: 2 } });
    expect((await ask(document, { id: String(draft) })).data.exhibition).toBeNull();
  });

  test('comments have theirs, and lists read all values with one statement', async () => {
    const post = await create('/posts', { title: 'Rated', status: 'publish' });
    for (let number = 1; number <= 6; number++)
      await create('/comments', { post, content: `Comment ${number}`, meta: { rating: number } });
    const list = (first: number) =>
      ask('query Q($first: Int) { comments(first: $first) { nodes { rating } } }', { first });
    expect(
      ((await list(6)).data.comments as { nodes: { rating: number }[] }).nodes.map(({ rating }) => rating),
    ).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await fewestStatements(() => list(6))).toBe(await fewestStatements(() => list(2)));
  });
});
