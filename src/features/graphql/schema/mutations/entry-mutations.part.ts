import { type PostType } from '../../../../content-model/index.js';
import { Post } from '../../../../database/entities/index.js';
import { MetaWriter } from '../../../../modules/meta/index.js';
import { type GraphContext } from '../../context/graph-context.js';
import { GraphError } from '../../model/graph-error.js';
import { entryNode } from '../../nodes/find-nodes.js';
import { type EntryNode } from '../../nodes/entry-node.js';
import { databaseIdOf, globalId } from '../../model/global-id.js';
import { capitalize, type GraphContent, type NamedTaxonomy, type NamedType } from '../../model/names.js';
import { type SchemaText } from '../schema-text.js';
import { dateValue, forbidden, idOf, type MutationInput, payload, valuesOf, write } from './write.js';

const NAMES = {
  title: 'title',
  content: 'content',
  excerpt: 'excerpt',
  slug: 'slug',
  password: 'password',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
};
const FORMAT_PREFIX = 'post-format-';

interface TermsInput {
  readonly append?: boolean | null;
  readonly nodes?:
    | readonly ({
        readonly id?: string | null;
        readonly slug?: string | null;
        readonly name?: string | null;
        readonly description?: string | null;
      } | null)[]
    | null;
}

/** Create, update and delete entries of every type but files, through their routes. */
export function entryMutations(text: SchemaText, content: GraphContent): void {
  for (const type of content.types) if (type.definition.name !== 'attachment') entryMutationsOf(text, content, type);
}

function inputFields(content: GraphContent, type: NamedType): string {
  const has = (feature: string) => type.definition.supports.includes(feature as never);
  const taxonomies = content.taxonomiesOf(type);
  return [
    'clientMutationId: String date: String menuOrder: Int password: String slug: String status: PostStatusEnum',
    ...(has('title') ? ['title: String'] : []),
    ...(has('editor') ? ['content: String'] : []),
    ...(has('excerpt') ? ['excerpt: String'] : []),
    ...(has('author') ? ['authorId: ID'] : []),
    ...(has('comments') ? ['commentStatus: String'] : []),
    ...(has('trackbacks') ? ['pingStatus: String pinged: [String] toPing: [String]'] : []),
    ...(type.definition.hierarchical ? ['parentId: ID'] : []),
    ...taxonomies.map((taxonomy) => `${taxonomy.fields}: ${inputName(type, taxonomy)}Input`),
  ].join(' ');
}

const inputName = (type: NamedType, taxonomy: NamedTaxonomy) => `${type.type}${capitalize(taxonomy.fields)}`;

function entryMutationsOf(text: SchemaText, content: GraphContent, type: NamedType): void {
  const { type: name, field, definition } = type;
  const fields = inputFields(content, type);
  for (const taxonomy of content.taxonomiesOf(type)) {
    const input = inputName(type, taxonomy);
    text.define(
      `input ${input}Input { append: Boolean nodes: [${input}NodeInput] }
       input ${input}NodeInput { description: String id: ID name: String slug: String }`,
    );
  }
  text.define(
    `input Create${name}Input { ${fields} }
     type Create${name}Payload { clientMutationId: String ${field}: ${name} }
     input Update${name}Input { ${fields} id: ID! ignoreEditLock: Boolean }
     type Update${name}Payload { clientMutationId: String ${field}: ${name} }
     input Delete${name}Input { clientMutationId: String forceDelete: Boolean id: ID! ignoreEditLock: Boolean }
     type Delete${name}Payload { clientMutationId: String deletedId: ID ${field}: ${name} }`,
  );
  text.field(
    'RootMutation',
    `create${name}(input: Create${name}Input!): Create${name}Payload`,
    async (_source, { input }: { input: MutationInput }, ctx) => {
      assertMayCreate(ctx, definition);
      assertNotEmpty(input, definition);
      const { status = 'draft', ...values } = await entryValues(ctx, content, type, input);
      // As WPGraphQL does it: what is not a draft has the draft as its first revision.
      const id = idOf(
        await write(ctx, { method: 'POST', route: definition.route, values: { ...values, status: 'draft' } }),
      );
      if (status !== 'draft')
        await write(ctx, { method: 'POST', route: `${definition.route}/${id}`, values: { status } });
      await noteEditor(ctx, id, definition, input);
      return payload(input, { [field]: (await entryNode(ctx, id)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    `update${name}(input: Update${name}Input!): Update${name}Payload`,
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const id = await existingId(ctx, input.id, definition);
      const mayEdit = ctx.mayEdit((await ctx.entries.get(id))!);
      const values = await entryValues(ctx, content, type, input, id);
      const isTrashed = values.status === 'trash';
      if (isTrashed) delete values.status;
      if (!isTrashed || Object.keys(values).length > 0)
        await write(ctx, { method: 'POST', route: `${definition.route}/${id}`, values });
      // Moving it to the trash is refused only afterwards.
      if (!isTrashed || mayEdit) await noteEditor(ctx, id, definition, input);
      if (isTrashed)
        await write(ctx, { method: 'DELETE', route: `${definition.route}/${id}`, query: { force: false } });
      return payload(input, { [field]: (await entryNode(ctx, id)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    `delete${name}(input: Delete${name}Input!): Delete${name}Payload`,
    async (_source, { input }: { input: MutationInput }, ctx) => {
      const id = await existingId(ctx, input.id, definition);
      const isForced = input.forceDelete === true;
      const before = await nodeBeforeWrite(ctx, id);
      await write(ctx, { method: 'DELETE', route: `${definition.route}/${id}`, query: { force: isForced } });
      const node = isForced ? before : ((await entryNode(ctx, id)) ?? before);
      return payload(input, { deletedId: globalId('post', id), [field]: node ?? null });
    },
  );
}

/** What WPGraphQL stores and the REST API does not: `lastEditedBy`, and an order among types whose entries have no form for it. */
async function noteEditor(
  ctx: GraphContext,
  id: number,
  { supports }: PostType,
  { menuOrder }: MutationInput,
): Promise<void> {
  const { database } = ctx.services;
  await database.transaction(async (tx) => {
    if (typeof menuOrder === 'number' && !supports.includes('page-attributes'))
      await tx.update(Post, { id }, { menuOrder });
    await new MetaWriter(tx, 'post').setText(id, '_edit_last', String(ctx.principal.id));
  });
  await ctx.afterWrite();
}

/** The node with all that it shows, which will no longer be there. */
export async function nodeBeforeWrite(ctx: GraphContext, id: number): Promise<EntryNode | undefined> {
  const node = await entryNode(ctx, id);
  if (node) await ctx.keep(node.entry);
  return node;
}

function assertMayCreate(ctx: GraphContext, { capabilities, labels }: PostType): void {
  if (!ctx.can(capabilities.create_posts) && !ctx.can(capabilities.edit_posts))
    throw forbidden(`You may not create ${(labels.name ?? 'entries').toLowerCase()}.`);
}

function assertNotEmpty({ title, content, excerpt }: MutationInput, { supports }: PostType): void {
  if (supports.includes('title') && !title && !content && !excerpt)
    throw new GraphError('An entry needs a title, a content or an excerpt.');
}

async function existingId(ctx: GraphContext, value: unknown, { name }: PostType): Promise<number> {
  const id = databaseIdOf(value, ['post']);
  const entry = id > 0 ? await ctx.entries.get(id) : undefined;
  if (entry?.type !== name) throw new GraphError(`There is no entry of the type "${name}" with this ID.`, 'NOT_FOUND');
  return id;
}

async function entryValues(
  ctx: GraphContext,
  content: GraphContent,
  type: NamedType,
  input: MutationInput,
  id?: number,
): Promise<Record<string, unknown>> {
  const { definition } = type;
  if (nonEmpty(input.toPing) || nonEmpty(input.pinged))
    throw new GraphError('Pings are not sent: `toPing` and `pinged` cannot be set.');
  const values = valuesOf(input, NAMES);
  // Empty texts are not values, so that they do not delete what is there.
  for (const name of ['title', 'content', 'excerpt', 'slug']) if (values[name] === '') delete values[name];
  if (!definition.supports.includes('comments')) delete values.comment_status;
  const status = typeof input.status === 'string' ? input.status.toLowerCase().replaceAll('_', '-') : undefined;
  if (status !== undefined) {
    const publishes = status === 'publish' || status === 'future';
    values.status = publishes && !ctx.can(definition.capabilities.publish_posts) ? 'pending' : status;
  }
  const date = dateValue(input.date);
  if (date !== undefined) values.date = date;
  if (typeof input.menuOrder === 'number' && definition.supports.includes('page-attributes'))
    values.menu_order = input.menuOrder;
  if (input.authorId !== undefined && input.authorId !== null) values.author = databaseIdOf(input.authorId, ['user']);
  if (input.parentId !== undefined && input.parentId !== null) values.parent = databaseIdOf(input.parentId, ['post']);
  for (const taxonomy of content.taxonomiesOf(type)) {
    const terms = input[taxonomy.fields] as TermsInput | null | undefined;
    if (!terms?.nodes) continue;
    if (taxonomy.definition.name === 'post_format') {
      const slug = terms.nodes.find((node) => node?.slug ?? node?.name);
      const format = (slug?.slug ?? slug?.name ?? '').replace(FORMAT_PREFIX, '').toLowerCase();
      if (format !== '') values.format = format;
    } else if (taxonomy.definition.restBase !== undefined) {
      const ids = await termIds(ctx, taxonomy, terms);
      const assigned = id !== undefined && (terms.append ?? true) ? await assignedIds(ctx, taxonomy, id) : [];
      if (ids.length > 0 || terms.append === false)
        values[taxonomy.definition.restBase] = [...new Set([...assigned, ...ids])];
    }
  }
  return values;
}

const nonEmpty = (value: unknown) => Array.isArray(value) && value.length > 0;

/** Without the default category, which stands for none. */
async function assignedIds(ctx: GraphContext, { definition }: NamedTaxonomy, id: number): Promise<number[]> {
  const fallback = definition.name === 'category' ? ctx.site.integer('default_category') : 0;
  const assigned = (await ctx.services.terms.ofObjects([id], [definition.name])).get(id) ?? [];
  return assigned.map((term) => term.id).filter((term) => term !== fallback);
}

/** Existing terms by ID or slug; others are created by those who may. Unknown IDs are left out. */
async function termIds(ctx: GraphContext, { definition }: NamedTaxonomy, { nodes }: TermsInput): Promise<number[]> {
  const found: number[] = [];
  for (const node of nodes ?? []) {
    if (!node) continue;
    const id = node.id ? databaseIdOf(node.id, ['term']) : 0;
    const term = id > 0 ? await ctx.services.terms.byId(id, definition.name) : undefined;
    const bySlug = !term && node.slug ? await ctx.services.terms.bySlug(node.slug, definition.name) : undefined;
    const existing = term ?? bySlug;
    if (existing) found.push(existing.id);
    else if (node.name && ctx.can(definition.capabilities.edit_terms)) {
      const [named] = await ctx.services.terms.named(node.name, definition.name);
      const values = { ...valuesOf({ ...node }, { name: 'name', slug: 'slug', description: 'description' }) };
      found.push(named?.id ?? idOf(await write(ctx, { method: 'POST', route: definition.route, values })));
    }
  }
  return found;
}
