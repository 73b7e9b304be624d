import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { type Database } from '../../../../src/database/database.js';
import { type GroupRow, rule, storeGroups, storeOptionsPage } from '../../../support/acf-site.js';
import { eachEngine, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

const ROW = {
  fields: [
    { name: 'label', type: 'text' },
    { name: 'count', type: 'number' },
  ],
};
const GROUPS: readonly GroupRow[] = [
  {
    title: 'Facts of posts',
    location: [[rule('post_type', 'post')]],
    fields: [
      { name: 'title_line', type: 'text', settings: { default_value: 'none yet', graphql_field_name: 'headline' } },
      { name: 'amount', type: 'number', settings: { default_value: '' } },
      { name: 'secret', type: 'password' },
      { name: 'hidden', type: 'text', settings: { show_in_graphql: 0 } },
      { name: 'day', type: 'date_picker', settings: { return_format: 'd.m.Y' } },
      { name: 'rich', type: 'wysiwyg' },
      { name: 'kind', type: 'select', settings: { choices: { a: 'An A', b: 'A B' }, return_format: 'array' } },
      { name: 'related', type: 'relationship', settings: { return_format: 'object', post_type: ['post'] } },
      { name: 'writer', type: 'user' },
      { name: 'topics', type: 'taxonomy', settings: { taxonomy: 'category', field_type: 'checkbox', load_terms: 1 } },
      { name: 'rows', type: 'repeater', ...ROW },
      { name: 'box', type: 'group', ...ROW },
      {
        name: 'parts',
        type: 'flexible_content',
        settings: { layouts: [{ key: 'layout_1', name: 'quote', label: 'Quote' }] },
        fields: [{ name: 'words', type: 'text', settings: { parent_layout: 'layout_1' } }],
      },
      { name: 'again', type: 'clone', settings: { clone: ['group_shared'], display: 'group', prefix_name: 1 } },
      {
        name: 'circle',
        type: 'clone',
        settings: { clone: ['group_facts of posts'], display: 'group', prefix_name: 1 },
      },
    ],
  },
  { title: 'Shared', location: [[rule('post_type', 'page')]], fields: [{ name: 'note', type: 'text' }] },
  {
    title: 'For staff',
    location: [[rule('post_type', 'post'), rule('current_user', 'logged_in')]],
    fields: [{ name: 'staff', type: 'text' }],
  },
  { title: 'Terms', location: [[rule('taxonomy', 'all')]], fields: [{ name: 'colour', type: 'color_picker' }] },
  { title: 'Users', location: [[rule('user_form', 'all')]], fields: [{ name: 'motto', type: 'text' }] },
  { title: 'Post', location: [[rule('post_type', 'post')]], fields: [{ name: 'taken', type: 'text' }] },
  { title: 'Title', location: [[rule('post_type', 'post')]], fields: [{ name: 'taken', type: 'text' }] },
  {
    title: 'Office facts',
    location: [[rule('options_page', 'facts')]],
    fields: [{ name: 'founded', type: 'number' }],
  },
];

async function storeDefinitions(db: Database): Promise<void> {
  await storeGroups(db, GROUPS);
  await storeOptionsPage(db, 'Facts', { menu_slug: 'facts', post_id: 'options', capability: 'manage_options' });
}

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const ask = async (query: string, variables: object = {}, login?: string) => {
    const sent = request(service.server).post('/graphql');
    if (login !== undefined) sent.auth(login, PASSWORD);
    const { body } = await sent.send({ query, variables }).expect(200);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the document asks.
    return body as { data?: any; errors?: { message: string }[] };
  };
  const create = async (acf: object = {}, values: object = {}) => {
    const sent = { title: 'With fields', status: 'publish', ...values, acf };
    return (await admin.post('/posts', sent).expect(201)).body.id as number;
  };

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      'advanced-custom-fields-pro/acf.php',
      {},
      { env: { GRAPHQL: 'on', CONSOLE: 'api' }, fill: storeDefinitions },
    );
    await createUsers(admin);
  });
  afterAll(() => service?.close());

  const FIELDS = `factsOfPosts {
    __typename fieldGroupName headline amount day rich kind
    related { nodes { ... on Post { databaseId } } pageInfo { hasNextPage } }
    writer { nodes { name } }
    topics { nodes { name } }
    rows { label count }
    box { label count }
    parts { __typename fieldGroupName ... on FactsOfPostsPartsQuoteLayout { words } }
    again { ... on Shared_Fields { note } }
  }`;

  test('groups have the names and values of WPGraphQL for ACF', async () => {
    const other = await create();
    const id = await create({
      title_line: 'A <b>line</b>',
      amount: 7,
      day: '20240229',
      rich: 'Text\n\nmore',
      kind: 'b',
      related: [other],
      writer: 1,
      rows: [{ label: 'one', count: 1 }, { label: 'two' }],
      box: { label: 'inside' },
      parts: [{ acf_fc_layout: 'quote', words: 'said' }],
      again: { again_note: 'cloned' },
    });
    const document = `query Q($id: ID!, $other: ID!) {
      post(id: $id, idType: DATABASE_ID) { ${FIELDS} }
      other: post(id: $other, idType: DATABASE_ID) { ${FIELDS} }
    }`;
    const { data, errors } = await ask(document, { id: String(id), other: String(other) });
    expect(errors).toBeUndefined();
    expect(data.post.factsOfPosts).toEqual({
      __typename: 'FactsOfPosts',
      fieldGroupName: 'FactsOfPosts',
      headline: 'A <b>line</b>',
      amount: 7,
      day: '2024-02-29T00:00:00+00:00',
      rich: '<p>Text</p>\n<p>more</p>\n',
      kind: ['b', 'A B'],
      related: { nodes: [{ databaseId: other }], pageInfo: { hasNextPage: false } },
      writer: { nodes: [{ name: 'admin' }] },
      topics: { nodes: [{ name: 'Uncategorized' }] },
      rows: [
        { label: 'one', count: 1 },
        { label: 'two', count: null },
      ],
      box: { label: 'inside', count: null },
      parts: [
        { __typename: 'FactsOfPostsPartsQuoteLayout', fieldGroupName: 'FactsOfPostsPartsQuoteLayout', words: 'said' },
      ],
      again: { note: 'cloned' },
    });
    expect(data.other.factsOfPosts).toMatchObject({
      headline: 'none yet',
      amount: null,
      day: null,
      related: null,
      rows: null,
      box: { label: null },
      parts: null,
      again: { note: null },
    });
  });

  test('terms, users and options pages have their groups', async () => {
    await admin.post('/categories/1', { acf: { colour: '#123456' } }).expect(200);
    await admin.post('/users/1', { acf: { motto: 'Onwards' } }).expect(200);
    const options = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
    await options.post('/options-pages/facts', { acf: { founded: 1901 } }).expect(200);
    const { data, errors } = await ask(`{
      category(id: 1, idType: DATABASE_ID) { terms { colour } }
      user(id: 1, idType: DATABASE_ID) { users { motto } }
      facts { pageTitle officeFacts { founded } }
    }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      category: { terms: { colour: '#123456' } },
      user: { users: { motto: 'Onwards' } },
      facts: { pageTitle: 'Facts', officeFacts: { founded: 1901 } },
    });
  });

  test('what is hidden, depends on the requester or has a name that is taken is not in the schema', async () => {
    for (const field of ['factsOfPosts { hidden }', 'forStaff { staff }', 'post { taken }', 'title { taken }'])
      expect((await ask(`{ posts { nodes { ${field} } } }`)).errors).toHaveLength(1);
    const id = String(await create({ secret: 'hush' }));
    const document =
      'query Q($id: ID!) { post(id: $id, idType: DATABASE_ID) { title factsOfPosts { secret headline } } }';
    expect((await ask(document, { id })).data.post.factsOfPosts.secret).toBeNull();
    expect((await ask(document, { id }, 'chief')).data.post.factsOfPosts.secret).toBe('hush');
    const draft = String(await create({ title_line: 'Secret' }, { status: 'draft' }));
    expect((await ask(document, { id: draft }, 'writer')).data.post).toMatchObject({ factsOfPosts: null });
    expect((await ask(document, { id: draft }, 'chief')).data.post.factsOfPosts.headline).toBe('Secret');
  });

  test('the number of statements does not depend on the number of nodes', async () => {
    const other = await create();
    for (let number = 0; number < 8; number++)
      await create({ related: [other], writer: 1, rich: `Text ${number}`, rows: [{ label: 'x' }] });
    const list = (first: number) =>
      ask(`query Q($first: Int) { posts(first: $first) { nodes { ${FIELDS} } } }`, { first });
    // A related entry that is in the list is not read again.
    expect(await fewestStatements(() => list(8))).toBeLessThanOrEqual(await fewestStatements(() => list(2)));
  });
});
