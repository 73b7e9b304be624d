import { withTerm } from '../stores/entry-filters.store.js';
import { ownedEntryConnection } from '../connections/entry-connection.js';
import { ConnectionPage, listConnection, type PageArgs, readPaging } from '../model/paging.js';
import { childTermsConnection, termConnection } from '../connections/term-connection.js';
import { termById } from '../nodes/find-nodes.js';
import { termByArgs } from '../nodes/look-up.js';
import { type TermNode } from '../nodes/term-node.js';
import { TaxonomyNode } from '../nodes/type-nodes.js';
import { type GraphContext } from '../context/graph-context.js';
import { edgeTo } from './entry-types.part.js';
import { type GraphContent, type NamedTaxonomy } from '../model/names.js';
import { type SchemaText } from './schema-text.js';
import { ASSET_WHERE, contentNodesWhere, entryWhere, TERM_NODES_WHERE, TERM_WHERE } from './where-inputs.js';

const NONE = { hasMore: false, hasAfter: false, hasBefore: false };
const noAssets = (_source: unknown, args: PageArgs) => new ConnectionPage([], readPaging(args), NONE, () => 0);

/** Terms of every taxonomy: their fields and connections, and how they are found. */
export function termTypes(text: SchemaText, content: GraphContent): void {
  text.connection({
    from: 'TermNode',
    field: 'enqueuedScripts',
    to: 'EnqueuedScript',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  text.connection({
    from: 'TermNode',
    field: 'enqueuedStylesheets',
    to: 'EnqueuedStylesheet',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  const names = content.taxonomies.map(({ definition }) => definition.name);
  for (const taxonomy of content.taxonomies) termType(text, content, taxonomy);
  text.connection({
    from: 'RootQuery',
    field: 'terms',
    to: 'TermNode',
    where: TERM_NODES_WHERE,
    resolve: (_source, args, ctx) => termConnection(ctx, args, names),
  });
  text.field(
    'RootQuery',
    'termNode(id: ID!, idType: TermNodeIdTypeEnum, taxonomy: TaxonomyEnum): TermNode',
    (_source, args, ctx) => {
      const named = args.taxonomy ? content.taxonomyOf(args.taxonomy)?.definition.name : undefined;
      return termByArgs(ctx, args, named === undefined ? names : [named]);
    },
  );
}

function termType(text: SchemaText, content: GraphContent, taxonomy: NamedTaxonomy): void {
  const { definition, type: name } = taxonomy;
  const types = content.typesOf(taxonomy);
  const interfaces = [
    ...['Node', 'TermNode', 'DatabaseIdentifier', 'UniformResourceIdentifiable'],
    ...(definition.viewable ? ['MenuItemLinkable'] : []),
    ...(definition.hierarchical ? ['HierarchicalNode', 'HierarchicalTermNode'] : []),
  ];
  text.define(
    `type ${name} implements ${interfaces.join(' & ')} { id: ID! }
     enum ${name}IdType { ID DATABASE_ID NAME SLUG URI }`,
  );
  text.field(
    name,
    `${taxonomy.field}Id: Int @deprecated(reason: "Use databaseId.")`,
    (node: TermNode) => node.databaseId,
  );
  text.connection({
    from: 'RootQuery',
    field: taxonomy.fields,
    to: name,
    where: TERM_WHERE,
    isCounted: true,
    resolve: (_source, args, ctx) => termConnection(ctx, args, [definition.name]),
  });
  text.field('RootQuery', `${taxonomy.field}(id: ID!, idType: ${name}IdType): ${name}`, (_source, args, ctx) =>
    termByArgs(ctx, args, [definition.name]),
  );
  text.oneToOne({
    from: name,
    field: 'taxonomy',
    to: 'Taxonomy',
    resolve: (_node: TermNode, _args, ctx) => edgeTo(new TaxonomyNode(ctx, taxonomy)),
  });
  if (definition.hierarchical) hierarchy(text, taxonomy);
  if (types.length === 0) return;
  for (const { definition: type, type: typeName, fields } of types) {
    const where = entryWhere({
      hasAuthors: type.supports.includes('author'),
      taxonomies: content.taxonomies
        .filter((taxonomy) => taxonomy.definition.types.includes(type.name))
        .map((taxonomy) => taxonomy.definition.name),
    });
    text.connection({
      from: name,
      field: fields,
      to: typeName,
      where,
      resolve: (node: TermNode, args, ctx) => entriesOf(ctx, node, args, fields, [type.name]),
    });
  }
  const typesEnum = `ContentTypesOf${name}Enum`;
  text.enumOf(
    typesEnum,
    types.map((type) => content.valueOfType(type)),
  );
  text.connection({
    from: name,
    field: 'contentNodes',
    to: 'ContentNode',
    where: contentNodesWhere(typesEnum),
    resolve: (node: TermNode, args, ctx) =>
      entriesOf(
        ctx,
        node,
        args,
        'contentNodes',
        types.map((type) => type.definition.name),
      ),
  });
}

/** Without those of the terms below it. */
function entriesOf(ctx: GraphContext, node: TermNode, args: PageArgs, field: string, types: readonly string[]) {
  const { tables } = ctx.services.database;
  const { taxonomy } = node.term;
  return ownedEntryConnection(ctx, node.databaseId, args, {
    field: `${taxonomy} ${field}`,
    types,
    of: (owner) => withTerm(tables, taxonomy, owner),
  });
}

function hierarchy(text: SchemaText, { definition, type: name }: NamedTaxonomy): void {
  text.connection({
    from: name,
    field: 'children',
    to: name,
    where: TERM_WHERE,
    resolve: (node: TermNode, args, ctx) => childTermsConnection(ctx, node.databaseId, args, definition.name),
  });
  text.connection({
    from: name,
    field: 'ancestors',
    to: name,
    name: `Ancestors${name}`,
    resolve: async (node: TermNode, args, ctx) => {
      const above = await node.ancestorNodes();
      if (above.length === 0) return null;
      const nodes = await Promise.all(above.map(({ id }) => termById(ctx, id)));
      return listConnection(
        nodes.filter((term) => term !== undefined),
        args,
        ({ databaseId }) => databaseId,
      );
    },
  });
  text.oneToOne({
    from: name,
    field: 'parent',
    to: name,
    name: `Parent${name}`,
    resolve: async (node: TermNode, _args, ctx) => edgeTo(await termById(ctx, node.term.parent)),
  });
}
