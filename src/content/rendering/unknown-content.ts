import { blockDelimiters } from './blocks/render-blocks.js';
import { isKnownBlock } from './blocks/styled-blocks.js';
import { type ShortcodeNames } from './context.js';

/** What of a text nothing here can render. */
export interface UnknownContent {
  /** Names of blocks. */
  readonly blocks: ReadonlySet<string>;
  /** Names in brackets that may be shortcodes of plugins, or nothing but text. */
  readonly shortcodes: ReadonlySet<string>;
}

export const NOTHING_UNKNOWN: UnknownContent = { blocks: new Set(), shortcodes: new Set() };

const COMMENT = '<!--';
const TAG_START = /\[([a-zA-Z][\w-]*)(?=[\s/\]])/y;
/** Beyond this, further names in brackets say that the text is no text with shortcodes. */
const MAX_NAMES = 50;

export function unknownContent(text: string, registered: ShortcodeNames): UnknownContent {
  const blocks = new Set<string>();
  for (const { kind, name } of blockDelimiters(text)) if (kind !== 'closes' && !isKnownBlock(name)) blocks.add(name);
  return { blocks, shortcodes: bracketNames(text, registered) };
}

/** Names after brackets outside of comments, whose JSON has brackets, too; without registered and escaped ones. */
function bracketNames(text: string, registered: ShortcodeNames): Set<string> {
  const found = new Set<string>();
  const last = text.lastIndexOf(']');
  let comment = text.indexOf(COMMENT);
  for (let at = text.indexOf('['); at !== -1 && at < last && found.size < MAX_NAMES;) {
    if (comment !== -1 && comment < at) {
      const end = text.indexOf('-->', comment);
      if (end === -1) break;
      comment = text.indexOf(COMMENT, end);
      if (end > at) at = text.indexOf('[', end);
      continue;
    }
    TAG_START.lastIndex = at;
    const name = TAG_START.exec(text)?.[1];
    if (name !== undefined && text[at - 1] !== '[' && registered.nameAt(text, at + 1) === undefined) found.add(name);
    at = text.indexOf('[', at + 1);
  }
  return found;
}
