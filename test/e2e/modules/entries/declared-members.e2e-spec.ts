import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { enrichSite, type RichSite } from '../../../support/rich-site.js';

// Clients that parse responses into fixed types reject a response with a member that is missing or of another type than its schema says.

type Context = 'view' | 'edit' | 'embed';
interface Schema {
  type?: string | string[];
  context?: Context[];
  properties?: Record<string, Schema>;
}

const CONTEXTS: readonly Context[] = ['view', 'edit', 'embed'];
const LISTS = ['posts', 'pages', 'media', 'categories', 'tags', 'comments', 'users', 'types', 'taxonomies', 'statuses'];
/** As in WordPress, though their schemas do not say so. */
const NULL_IF_UNSET = /\.(?:site_logo|meta\._wp_note_status)$/;
const ajv = new Ajv({ strict: false, validateFormats: false });

anyEngine((engine) => {
  describe.each(['A', 'B', 'C'])('variant %s', (variant) => {
    let service: TestApp;
    let site: RichSite;
    const admin = clientOf(() => service, 'admin');

    beforeAll(async () => {
      service = await startTestApp({ VARIANT: variant }, engine);
      site = await enrichSite(service);
      await admin.post(`/pages/${site.page}`, { content: 'Changed' }).expect(200);
    });
    afterAll(() => service?.close());

    const schemaOf = async (path: string) => (await admin.options(path).expect(200)).body.schema as Schema;

    test.each(LISTS)('%s have the members of their schema, in each context', async (name) => {
      const schema = await schemaOf(`/${name}`);
      for (const context of CONTEXTS) {
        const { body } = await admin.get(`/${name}`, { context }).expect(200);
        const items = Object.entries(body as object);
        expect(items.length).toBeGreaterThan(0);
        const problems = items.flatMap(([key, item]) => problemsOf(schema, item, context, key));
        expect([context, problems]).toEqual([context, []]);
      }
    });

    test('drafts, trashed and deleted entries have them too', async () => {
      const schema = await schemaOf('/posts');
      const { body: draft } = await admin.post('/posts', { title: 'Bare' }).expect(201);
      const { body: trashed } = await admin.delete(`/posts/${draft.id}`).expect(200);
      const { body: gone } = await admin.delete(`/posts/${draft.id}`, { force: true }).expect(200);
      for (const entry of [draft, trashed, gone.previous]) expect(problemsOf(schema, entry, 'edit')).toEqual([]);
      expect(gone.deleted).toBe(true);
    });

    test('settings, the own account and revisions have them', async () => {
      const { body: settings } = await admin.get('/settings').expect(200);
      expect(problemsOf(await schemaOf('/settings'), settings)).toEqual([]);
      const { body: me } = await admin.get('/users/me', { context: 'edit' }).expect(200);
      expect(problemsOf(await schemaOf('/users/me'), me, 'edit')).toEqual([]);
      const path = `/pages/${site.page}/revisions`;
      for (const context of CONTEXTS) {
        const { body } = await admin.get(path, { context }).expect(200);
        expect(body.length).toBeGreaterThan(0);
        const problems = problemsOf(await schemaOf(path), body[0], context);
        // Declared with the fields of entries, as in WordPress, but not sent.
        expect(problems.filter((problem) => !/\.(?:protected|block_version) is missing$/.test(problem))).toEqual([]);
      }
    });
  });
});

/** Members of a value that are missing, undeclared or of another type than declared, such as `0.title.raw`; without a context, all are expected. */
function problemsOf(schema: Schema, value: unknown, context?: Context, path = ''): string[] {
  // As PHP sends an object without members.
  if (schema.type === 'object' && Array.isArray(value) && value.length === 0) return [];
  if (schema.type !== undefined && !ajv.validate({ type: schema.type }, value))
    return value === null && NULL_IF_UNSET.test(path) ? [] : [`${path} is not ${String(schema.type)}`];
  if (!schema.properties || typeof value !== 'object' || value === null) return [];
  const declared = Object.entries(schema.properties).filter(
    ([, { context: contexts }]) => !context || !contexts || contexts.includes(context),
  );
  const undeclared = Object.keys(value).filter((name) => name !== '_links' && !(name in schema.properties!));
  return [
    ...undeclared.map((name) => `${path}.${name} is not declared`),
    ...declared.flatMap(([name, property]) =>
      name in value
        ? problemsOf(property, (value as Record<string, unknown>)[name], context, `${path}.${name}`)
        : [`${path}.${name} is missing`],
    ),
  ];
}
