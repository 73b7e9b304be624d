import { type FilePart, type ImportedFiles, type ImportedTemplates } from '../../../modules/imported-schema/index.js';
import { isMap, type JsonRecord, recordOf, textOf } from '../../../text/index.js';
import { type WordPressClient } from '../client/wordpress.client.js';
import { ignoreStatus, inParallel } from './wordpress-schemas.js';

type Read = WordPressClient['json'];

const EDIT = { query: { context: 'edit' } };
/** Types that are asked for their templates. */
const MAX_TYPES = 30;

/** Reads what is in files; a part that WordPress does not show to the account is left out. */
export async function readImportedFiles(
  read: Read,
  stylesheet: string,
  viewableTypes: readonly string[],
): Promise<Partial<ImportedFiles>> {
  const styles = `/wp/v2/global-styles/themes/${stylesheet}`;
  const types = viewableTypes.slice(0, MAX_TYPES);
  const readers: { readonly [Part in FilePart]: () => Promise<ImportedFiles[Part] | undefined> } = {
    templates: () => templatesOf(read, '/wp/v2/templates', types),
    template_parts: () => templatesOf(read, '/wp/v2/template-parts', []),
    patterns: () => listOf(read, '/wp/v2/block-patterns/patterns'),
    pattern_categories: () => listOf(read, '/wp/v2/block-patterns/categories'),
    theme_styles: async () => {
      const found = await read(styles).catch(ignoreStatus);
      return isMap(found) ? withoutLinks(found) : undefined;
    },
    theme_variations: () => listOf(read, `${styles}/variations`),
    plugins: () => listOf(read, '/wp/v2/plugins'),
    block_types: () => listOf(read, '/wp/v2/block-types'),
    sidebars: () => listOf(read, '/wp/v2/sidebars'),
  };
  const found = await inParallel(
    Object.entries(readers).map(
      ([part, reader]) =>
        async () =>
          [part, await reader()] as const,
    ),
  );
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Partial<ImportedFiles>;
}

async function listOf(read: Read, route: string): Promise<JsonRecord[] | undefined> {
  const found = await read(route, EDIT).catch(ignoreStatus);
  return Array.isArray(found) ? found.filter(isMap).map(withoutLinks) : undefined;
}

/** WordPress lists the stored version of a changed template; the file behind it is a request of its own. */
async function templatesOf(
  read: Read,
  route: string,
  types: readonly string[],
): Promise<ImportedTemplates | undefined> {
  const listed = await listOf(read, route);
  if (!listed) return undefined;
  const items: JsonRecord[] = [];
  for (const item of listed) {
    const file = item.source === 'custom' ? await behind(read, route, item) : item;
    if (file) items.push(file);
  }
  const byPostType: Record<string, readonly string[]> = {};
  for (const type of types) {
    const found = await read(route, { query: { post_type: type, _fields: 'id' } }).catch(ignoreStatus);
    if (Array.isArray(found)) byPostType[type] = found.map((item) => textOf(recordOf(item).id));
  }
  return { items, byPostType };
}

async function behind(read: Read, route: string, { id, origin, has_theme_file: hasFile }: JsonRecord) {
  if (hasFile !== true && origin !== 'plugin') return undefined;
  const source = origin === 'plugin' ? 'plugin' : 'theme';
  const found = await read(`${route}/${textOf(id)}`, { query: { context: 'edit', source } }).catch(ignoreStatus);
  const file = recordOf(found);
  return file.source === source ? withoutLinks(file) : undefined;
}

function withoutLinks({ _links, ...members }: JsonRecord): JsonRecord {
  return members;
}
