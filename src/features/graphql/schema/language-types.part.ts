import { type SiteLanguage, type SiteLanguages } from '../../../site/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { BatchLoader } from '../model/batch-loader.js';
import { globalId } from '../model/global-id.js';
import { enumName, type GraphContent } from '../model/names.js';
import { EntryNode } from '../nodes/entry-node.js';
import { entryNodes, termById } from '../nodes/find-nodes.js';
import { type TermNode } from '../nodes/term-node.js';
import { type SchemaText } from './schema-text.js';

type Translated = EntryNode | TermNode;

/** Languages of the site, of entries and of terms, with the names of WPGraphQL Polylang. */
export function languageTypes(
  text: SchemaText,
  content: GraphContent,
  { languages, registered }: { languages: SiteLanguages; registered: readonly SiteLanguage[] },
): void {
  text.enumOf(
    'LanguageCodeEnum',
    registered.map(({ slug }) => enumName(slug)),
  );
  text.define(
    'type Language { code: LanguageCodeEnum homeUrl: String id: ID! isRtl: Boolean locale: String name: String slug: String }',
  );
  text.field('Language', 'code: LanguageCodeEnum', ({ slug }: SiteLanguage) => enumName(slug));
  text.field('Language', 'homeUrl: String', ({ home }: SiteLanguage) => home);
  text.field('Language', 'id: ID!', ({ slug }: SiteLanguage) => globalId('language', slug));
  text.field('RootQuery', 'languages: [Language]', (_source, _args, ctx) => languages.all(ctx.site));
  text.field('RootQuery', 'defaultLanguage: Language', (_source, _args, ctx) =>
    languages.languageAt(ctx.site, `${ctx.site.home}/`),
  );
  for (const { type } of [...content.types, ...content.taxonomies]) {
    text.field(type, 'language: Language', (node: Translated, _args, ctx) => languageOf(ctx, languages, node));
    text.field(type, `translations: [${type}]`, async (node: Translated, _args, ctx) => {
      const ids = [...(await translationsOf(ctx, languages, node)).values()];
      return nodesOf(
        ctx,
        node,
        ids.filter((id) => id !== ownerOf(node)),
      );
    });
    text.field(
      type,
      `translation(language: LanguageCodeEnum!): ${type}`,
      async (node: Translated, { language }: { language: string }, ctx) => {
        const all = [...(await translationsOf(ctx, languages, node))];
        const id = all.find(([slug]) => enumName(slug) === language)?.[1];
        return id === undefined ? null : ((await nodesOf(ctx, node, [id]))[0] ?? null);
      },
    );
  }
}

/** A revision has the language of its entry. */
const ownerOf = (node: Translated) =>
  node instanceof EntryNode ? (node.parentEntry?.id ?? node.databaseId) : node.databaseId;

function translationsOf(ctx: GraphContext, languages: SiteLanguages, node: Translated) {
  const subject = node instanceof EntryNode ? 'entry' : 'term';
  const loader = ctx.once(
    `translations of ${subject}`,
    () => new BatchLoader<number, ReadonlyMap<string, number>>((ids) => languages.translations(subject, ids)),
  );
  return loader.get(ownerOf(node)).then((found) => found ?? NONE);
}

const NONE: ReadonlyMap<string, number> = new Map();

async function languageOf(ctx: GraphContext, languages: SiteLanguages, node: Translated) {
  const slug =
    node instanceof EntryNode ? await entryLanguage(ctx, languages, node) : await termLanguage(ctx, languages, node);
  return (await languages.all(ctx.site)).find((language) => language.slug === slug) ?? null;
}

/** Entries that nothing translates have a language, too. */
function entryLanguage(ctx: GraphContext, languages: SiteLanguages, { parentEntry, entry }: EntryNode) {
  const loader = ctx.once(
    'languages of entries',
    () =>
      new BatchLoader<string, string>(async (keys) => {
        const entries = keys.map((key) => ({ id: Number(key.split(' ')[0]), type: key.split(' ')[1]! }));
        const found = await languages.ofEntries(entries);
        return new Map(
          keys.flatMap((key, at) => (found.has(entries[at]!.id) ? [[key, found.get(entries[at]!.id)!]] : [])),
        );
      }),
  );
  const { id, type } = parentEntry ?? entry;
  return loader.get(`${id} ${type}`);
}

async function termLanguage(ctx: GraphContext, languages: SiteLanguages, node: TermNode) {
  return [...(await translationsOf(ctx, languages, node))].find(([, id]) => id === node.databaseId)?.[0];
}

async function nodesOf(ctx: GraphContext, node: Translated, ids: readonly number[]): Promise<Translated[]> {
  if (node instanceof EntryNode) {
    const nodes = await entryNodes(ctx, ids);
    return nodes.filter(({ typeName }) => typeName === node.typeName);
  }
  const found = await Promise.all(ids.map((id) => termById(ctx, id)));
  return found.filter((term) => term !== undefined && term.term.taxonomy === node.term.taxonomy) as TermNode[];
}
