import { GraphError } from '../../model/graph-error.js';
import { type GraphContext } from '../../context/graph-context.js';
import { termById } from '../../nodes/find-nodes.js';
import { databaseIdOf, globalId } from '../../model/global-id.js';
import { type GraphContent, type NamedTaxonomy } from '../../model/names.js';
import { type SchemaText } from '../schema-text.js';
import { idOf, type MutationInput, payload, valuesOf, write } from './write.js';

const NAMES = { name: 'name', slug: 'slug', description: 'description' };

/** Create, update and delete terms, through the routes of their taxonomies. */
export function termMutations(text: SchemaText, content: GraphContent): void {
  for (const taxonomy of content.taxonomies) termMutationsOf(text, taxonomy);
}

function termMutationsOf(text: SchemaText, { definition, type: name, field }: NamedTaxonomy): void {
  const parent = definition.hierarchical ? 'parentDatabaseId: Int parentId: ID' : '';
  const fields = `aliasOf: String clientMutationId: String description: String slug: String ${parent}`;
  text.define(
    `input Create${name}Input { ${fields} name: String! }
     type Create${name}Payload { clientMutationId: String ${field}: ${name} }
     input Update${name}Input { ${fields} id: ID! name: String }
     type Update${name}Payload { clientMutationId: String ${field}: ${name} }
     input Delete${name}Input { clientMutationId: String id: ID! }
     type Delete${name}Payload { clientMutationId: String deletedId: ID ${field}: ${name} }`,
  );
  const values = (input: MutationInput) => {
    const above = input.parentDatabaseId ?? input.parentId;
    return {
      ...valuesOf(input, NAMES),
      // Empty texts are not values.
      ...(input.description === '' && { description: undefined }),
      ...(above !== undefined && above !== null && { parent: databaseIdOf(above, ['term']) }),
    };
  };
  const existing = async (ctx: GraphContext, value: unknown) => {
    const id = databaseIdOf(value, ['term']);
    // With all of its columns, also when it is deleted.
    ctx.terms.clear();
    const node = await termById(ctx, id);
    if (node?.term.taxonomy !== definition.name) throw new GraphError('There is no such term.', 'NOT_FOUND');
    return node;
  };
  /** Groups of terms have no member in the REST API. */
  const joinGroup = async (ctx: GraphContext, id: number, { aliasOf }: MutationInput) => {
    if (typeof aliasOf !== 'string' || aliasOf === '') return;
    await ctx.services.termRows.joinGroup(id, definition.name, aliasOf);
    await ctx.afterWrite();
  };
  const assertHasRoutes = () => {
    if (definition.restBase === undefined)
      throw new GraphError(`Terms of "${definition.name}" belong to the site and cannot be changed.`);
  };
  text.field(
    'RootMutation',
    `create${name}(input: Create${name}Input!): Create${name}Payload`,
    async (_source, { input }: { input: MutationInput }, ctx) => {
      assertHasRoutes();
      if (!input.name) throw new GraphError('A term needs a name.');
      const id = idOf(await write(ctx, { method: 'POST', route: definition.route, values: values(input) }));
      await joinGroup(ctx, id, input);
      return payload(input, { [field]: (await termById(ctx, id)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    `update${name}(input: Update${name}Input!): Update${name}Payload`,
    async (_source, { input }: { input: MutationInput }, ctx) => {
      assertHasRoutes();
      const { databaseId } = await existing(ctx, input.id);
      await write(ctx, { method: 'POST', route: `${definition.route}/${databaseId}`, values: values(input) });
      await joinGroup(ctx, databaseId, input);
      return payload(input, { [field]: (await termById(ctx, databaseId)) ?? null });
    },
  );
  text.field(
    'RootMutation',
    `delete${name}(input: Delete${name}Input!): Delete${name}Payload`,
    async (_source, { input }: { input: MutationInput }, ctx) => {
      assertHasRoutes();
      const node = await existing(ctx, input.id);
      await write(ctx, { method: 'DELETE', route: `${definition.route}/${node.databaseId}`, query: { force: true } });
      return payload(input, { deletedId: globalId('term', node.databaseId), [field]: node });
    },
  );
}
