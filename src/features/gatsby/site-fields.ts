import { createHash } from 'node:crypto';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { GraphError } from '../graphql/model/graph-error.js';
import { type ContentTypeNode, type TaxonomyNode } from '../graphql/nodes/type-nodes.js';
import { type SchemaText } from '../graphql/schema/schema-text.js';
import { isInRange } from './version-range.js';

/** Releases of the plugins whose fields are offered. */
const RELEASES = { wpGQL: '2.20.0', wpGatsby: '2.3.3' };

interface CompatibilityArgs {
  readonly wpGQLVersionRange: string;
  readonly wpGatsbyVersionRange: string;
}

/** What gatsby-source-wordpress checks before it reads anything. */
export function siteFields(text: SchemaText): void {
  text.define(
    `type WPGatsby { arePrettyPermalinksEnabled: Boolean }
     type WPGatsbyCompatibility { satisfies: WPGatsbySatisfies }
     type WPGatsbySatisfies { wpGQL: Boolean wpGatsby: Boolean }`,
  );
  text.field('RootQuery', 'isWpGatsby: Boolean', () => true);
  text.field('RootQuery', 'schemaMd5: String', (_source, _args, _ctx, { schema }) => schemaHash(schema));
  text.field('RootQuery', 'wpGatsby: WPGatsby', (_source, _args, { site }) => ({
    arePrettyPermalinksEnabled: site.option('permalink_structure') !== '',
  }));
  text.field(
    'RootQuery',
    'wpGatsbyCompatibility(wpGQLVersionRange: String!, wpGatsbyVersionRange: String!): WPGatsbyCompatibility',
    (_source, { wpGQLVersionRange, wpGatsbyVersionRange }: CompatibilityArgs) => ({
      satisfies: {
        wpGQL: satisfies(RELEASES.wpGQL, wpGQLVersionRange),
        wpGatsby: satisfies(RELEASES.wpGatsby, wpGatsbyVersionRange),
      },
    }),
  );
  text.field('ContentType', 'archivePath: String', (node: ContentTypeNode) => node.uri());
  text.field('Taxonomy', 'archivePath: String', ({ taxonomy, ctx }: TaxonomyNode) => {
    const { base, option } = taxonomy.definition.addresses;
    const path = (option && ctx.site.option(option)) || base;
    return path ? `/${path}/` : null;
  });
}

function satisfies(release: string, range: string): boolean {
  const isIn = isInRange(release, range);
  if (isIn === undefined)
    throw new GraphError(`"${range.slice(0, 100)}" is not a range of versions. Expected >=1.1.2 <3.0.0.`);
  return isIn;
}

const hashes = new WeakMap<GraphQLSchema, string>();

/** The same for the same schema, also after a restart. */
function schemaHash(schema: GraphQLSchema): string {
  let hash = hashes.get(schema);
  if (hash === undefined) {
    const printed = printSchema(lexicographicSortSchema(schema));
    hashes.set(schema, (hash = createHash('md5').update(printed).digest('hex')));
  }
  return hash;
}
