import { type EntryRenderer } from '../../../modules/entries/index.js';
import { type Site } from '../../../site/index.js';

/** Texts of the rich editor as contents are rendered, without what depends on an entry. */
export async function renderTexts(
  renderer: EntryRenderer,
  site: Site,
  texts: readonly string[],
): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const entries = texts.map((content, index) => ({
    id: -1 - index,
    type: 'post',
    status: 'publish',
    password: '',
    content,
    parent: 0,
    modifiedGmt: '',
  }));
  const rendering = await renderer.page(site, entries, { isBulkRead: true });
  return new Map(
    entries.map((entry) => [entry.content, rendering.content(entry as never).replaceAll(']]>', ']]&gt;')]),
  );
}
