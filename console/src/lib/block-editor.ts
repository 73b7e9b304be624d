import { CONSOLE_URL, session } from './session';
import { type ContentType, type Entry } from './types';

/** The folder of the block editor below the console: a page of its own, from an optional package. */
export const BLOCK_EDITOR = 'block-editor/';

/** Content of the block editor: its comments carry data that only a block editor can change safely. */
export const hasBlocks = (raw: string) => /<!--\s+wp:/.test(raw);

/** Where the block editor opens the entry, or a new one of the type. Undefined where the console's own editor is the right one. */
export function blockEditorUrl({ slug, members }: ContentType, entry: Entry | undefined): URL | undefined {
  if (!session.get()?.features.block_editor || !members.content) return undefined;
  const raw = entry?.content?.raw ?? '';
  if (raw !== '' && !hasBlocks(raw)) return undefined;
  const page = entry ? `post.php?post=${entry.id}&action=edit` : `post-new.php?post_type=${slug}`;
  return new URL(BLOCK_EDITOR + page, CONSOLE_URL);
}
