import { balanceTags } from '../../../text/sanitize/balance-tags.js';
import { fixInvalidEntities } from '../../../text/sanitize/invalid-entities.js';
import { filterCommentHtml, filterPostHtml } from '../../../text/sanitize/kses.js';
import { trimAscii } from '../../../text/php-strings.js';

export interface EntryTexts {
  title: string;
  content: string;
  excerpt: string;
}

export interface TextRules {
  /** The writer may store any markup. */
  unfilteredHtml: boolean;
  /** The site wants tags closed when saving. */
  balancesTags: boolean;
}

/** The texts as they are stored. All of them are filtered on every save: whoever saves answers for the whole. */
export function storedTexts({ title, content, excerpt }: EntryTexts, rules: TextRules): EntryTexts {
  return {
    title: trimAscii(rules.unfilteredHtml ? withoutNul(title) : filterCommentHtml(title)),
    content: storedHtml(content, rules),
    excerpt: storedHtml(excerpt, rules),
  };
}

function storedHtml(html: string, { unfilteredHtml, balancesTags }: TextRules): string {
  const filtered = fixInvalidEntities(unfilteredHtml ? withoutNul(html) : filterPostHtml(html));
  return balancesTags ? balanceTags(filtered) : filtered;
}

/** NUL as the replacement character, as browsers read it: the embedded engine cannot store it, and both engines store the same. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
