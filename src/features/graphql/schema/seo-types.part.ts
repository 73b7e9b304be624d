import { type SeoPlugin, type SeoTags } from '../../../modules/entries/index.js';
import { decodeReferences, recordOf, textOf } from '../../../text/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { BatchLoader } from '../model/batch-loader.js';
import { EntryNode } from '../nodes/entry-node.js';
import { entryNode } from '../nodes/find-nodes.js';
import { TermNode } from '../nodes/term-node.js';
import { type UserNode } from '../nodes/user-node.js';
import { type SchemaText } from './schema-text.js';

/** What `seo` of a node is read from. */
interface SeoSource {
  readonly tags: SeoTags;
  readonly node: EntryNode | TermNode | UserNode;
}

/** Fields with the tags that they show. */
const TEXTS = {
  title: 'title',
  metaDesc: 'description',
  canonical: 'canonical',
  opengraphAuthor: 'article_author',
  opengraphDescription: 'og_description',
  opengraphModifiedTime: 'article_modified_time',
  opengraphPublishedTime: 'article_published_time',
  opengraphPublisher: 'article_publisher',
  opengraphSiteName: 'og_site_name',
  opengraphTitle: 'og_title',
  opengraphType: 'og_type',
  opengraphUrl: 'og_url',
  twitterTitle: 'twitter_title',
  twitterDescription: 'twitter_description',
};
/** Networks repeat what others say of a page. */
const FALLBACKS = new Map([
  ['twitter_title', 'og_title'],
  ['twitter_description', 'og_description'],
]);
const TYPES = ['PostTypeSEO', 'TaxonomySEO', 'SEOUser'];

/** `seo` of entries, terms and users with the names of WPGraphQL Yoast SEO Addon, for the plugin that the site has. */
export function seoTypes(text: SchemaText, plugin: SeoPlugin): void {
  const fields = Object.keys(TEXTS).map((name) => `${name}: String`);
  text.define(
    `type SEOPostTypeBreadcrumbs { text: String url: String }
     type SEOPostTypeSchema { articleType: [String] pageType: [String] raw: String }`,
  );
  for (const type of TYPES) {
    text.define(
      `type ${type} {
         ${fields.join(' ')} focuskw: String fullHead: String metaRobotsNofollow: String metaRobotsNoindex: String
         breadcrumbs: [SEOPostTypeBreadcrumbs] opengraphImage: MediaItem schema: SEOPostTypeSchema twitterImage: MediaItem
       }`,
    );
    seoFields(text, type, plugin);
  }
  for (const [owner, type] of [
    ['ContentNode', 'PostTypeSEO'],
    ['TermNode', 'TaxonomySEO'],
    ['User', 'SEOUser'],
  ] as const)
    text.field(owner, `seo: ${type}`, async (node: EntryNode | TermNode | UserNode, _args, ctx) => {
      const tags = await tagsOf(ctx, plugin, node);
      return tags && ({ tags, node } satisfies SeoSource);
    });
}

function tagsOf(ctx: GraphContext, plugin: SeoPlugin, node: EntryNode | TermNode | UserNode) {
  const load = (kind: 'entry' | 'term' | 'author', id: number, taxonomy?: string) =>
    ctx
      .once(
        `seo ${kind} ${taxonomy ?? ''}`,
        () => new BatchLoader<number, SeoTags>((ids) => plugin.tags(kind, ids, taxonomy)),
      )
      .get(id);
  if (node instanceof EntryNode) return node.isRestricted ? null : load('entry', (node.parentEntry ?? node.entry).id);
  if (node instanceof TermNode) return load('term', node.databaseId, node.term.taxonomy);
  return load('author', node.databaseId);
}

function seoFields(text: SchemaText, type: string, plugin: SeoPlugin): void {
  const json = ({ tags }: SeoSource) => tags.json as Readonly<Record<string, unknown>>;
  for (const [field, tag] of Object.entries(TEXTS))
    text.field(type, `${field}: String`, (source: SeoSource) => {
      const value = textOf(json(source)[tag]) || textOf(json(source)[FALLBACKS.get(tag) ?? '']);
      return value === '' ? null : decodeReferences(value);
    });
  const robots = (source: SeoSource, name: string) => textOf(recordOf(json(source).robots)[name]) || null;
  text.field(type, 'metaRobotsNoindex: String', (source: SeoSource) => robots(source, 'index'));
  text.field(type, 'metaRobotsNofollow: String', (source: SeoSource) => robots(source, 'follow'));
  text.field(type, 'fullHead: String', ({ tags }: SeoSource) => tags.html);
  text.field(type, 'focuskw: String', async ({ node }: SeoSource, _args, ctx) => {
    if (!(node instanceof EntryNode)) return null;
    const { entries } = ctx.services;
    const loader = ctx.once(
      'focus words',
      () => new BatchLoader<number, ReadonlyMap<string, string>>((ids) => entries.metas(ids, [plugin.focusKey])),
    );
    return (await loader.get((node.parentEntry ?? node.entry).id))?.get(plugin.focusKey) || null;
  });
  text.field(type, 'opengraphImage: MediaItem', (source: SeoSource, _args, ctx) =>
    fileAt(ctx, textOf(recordOf((json(source).og_image as unknown[] | undefined)?.[0]).url)),
  );
  text.field(type, 'twitterImage: MediaItem', (source: SeoSource, _args, ctx) =>
    fileAt(ctx, textOf(json(source).twitter_image)),
  );
  text.field(type, 'schema: SEOPostTypeSchema', (source: SeoSource) => {
    const { schema } = json(source);
    if (schema === undefined) return null;
    const types = graphOf(source).map((piece) => [recordOf(piece)['@type']].flat().map((name) => textOf(name)));
    const ending = (end: string) => types.find((names) => names.some((name) => name.endsWith(end))) ?? null;
    return { raw: JSON.stringify(schema), pageType: ending('Page'), articleType: ending('Article') };
  });
  text.field(type, 'breadcrumbs: [SEOPostTypeBreadcrumbs]', (source: SeoSource) => {
    const list = graphOf(source).find((piece) => recordOf(piece)['@type'] === 'BreadcrumbList');
    const items = recordOf(list).itemListElement;
    if (!Array.isArray(items)) return null;
    return items.map((item) => ({
      text: decodeReferences(textOf(recordOf(item).name)),
      url: textOf(recordOf(item).item) || null,
    }));
  });
}

function graphOf({ tags }: SeoSource): readonly unknown[] {
  const graph = recordOf((tags.json as { schema?: unknown }).schema)['@graph'];
  return Array.isArray(graph) ? graph : [];
}

/** The file with an address, if it is one of the site. */
async function fileAt(ctx: GraphContext, url: string) {
  const folder = `${ctx.site.uploadsUrl}/`;
  if (!url.startsWith(folder)) return null;
  const loader = ctx.once(
    'files by path',
    () => new BatchLoader<string, number>((files) => ctx.services.entryRows.byFiles(files)),
  );
  return (await entryNode(ctx, (await loader.get(url.slice(folder.length))) ?? 0)) ?? null;
}
