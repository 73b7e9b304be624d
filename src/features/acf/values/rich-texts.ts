import { type EntryRenderer } from '../../../modules/entries/index.js';
import { type Site } from '../../../site/index.js';

/** Texts of the rich editor as contents are rendered, without what depends on an entry. */
export async function renderTexts(renderer: EntryRenderer, site: Site, texts: readonly string[]): Promise<RichTexts> {
  if (texts.length === 0) return NO_TEXTS;
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
  return {
    html: new Map(
      entries.map((entry) => [entry.content, rendering.content(entry as never).replaceAll(']]>', ']]&gt;')]),
    ),
    unversioned: new Set(
      entries.filter((entry) => !rendering.isCacheable(entry as never)).map(({ content }) => content),
    ),
  };
}

export interface RichTexts {
  readonly html: ReadonlyMap<string, string>;
  /** Texts whose HTML may change without a new version of what they refer to. */
  readonly unversioned: ReadonlySet<string>;
}

const NO_TEXTS: RichTexts = { html: new Map(), unversioned: new Set() };
