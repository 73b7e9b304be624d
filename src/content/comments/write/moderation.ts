import { type OptionsStore } from '../../../database/options.store.js';
import { type Site } from '../../../site/site.js';
import { stripAllTags } from '../../../text/strip-tags.js';
import { APPROVED, type Comment, PENDING, TRASH } from '../comment.js';

/** The site's rules for comments by people it does not trust anyway. */
export interface ModerationRules {
  holdsAll: boolean;
  /** A comment with this many links waits for approval; 0 = any number may pass. */
  maxLinks: number;
  /** In lower case. */
  holdWords: readonly string[];
  trashWords: readonly string[];
  /** Only those who had a comment approved before pass. */
  wantsEarlierApproval: boolean;
}

export type JudgedComment = Pick<
  Comment,
  'authorName' | 'authorEmail' | 'authorUrl' | 'authorIp' | 'userAgent' | 'content'
>;

/** Newer releases renamed two of the options; a database that was theirs has only the new names. */
export async function moderationRules(site: Site, options: OptionsStore): Promise<ModerationRules> {
  const [holdWords, trashWords, newerTrashWords] = await Promise.all([
    options.text('moderation_keys'),
    options.text('blacklist_keys'),
    options.text('disallowed_keys'),
  ]);
  return {
    holdsAll: site.isOn('comment_moderation'),
    maxLinks: site.integer('comment_max_links'),
    holdWords: lines(holdWords),
    trashWords: lines(`${trashWords}\n${newerTrashWords}`),
    wantsEarlierApproval: site.isOn(
      site.has('comment_whitelist') ? 'comment_whitelist' : 'comment_previously_approved',
    ),
  };
}

/**
 * What becomes of a new comment whose author is not trusted. `rendered` is its content as it would be shown, since
 * bare addresses are links too.
 */
export async function judgeComment(
  comment: JudgedComment,
  rendered: string,
  rules: ModerationRules,
  wasApprovedBefore: () => Promise<boolean>,
): Promise<string> {
  if (mentions([...shownParts(comment), stripAllTags(comment.content)], rules.trashWords)) return TRASH;
  if (rules.holdsAll || mentions(shownParts(comment), rules.holdWords)) return PENDING;
  if (rules.maxLinks > 0 && countLinks(rendered) >= rules.maxLinks) return PENDING;
  return !rules.wantsEarlierApproval || (await wasApprovedBefore()) ? APPROVED : PENDING;
}

function shownParts({ authorName, authorEmail, authorUrl, content, authorIp, userAgent }: JudgedComment): string[] {
  return [authorName, authorEmail, authorUrl, content, authorIp, userAgent];
}

function mentions(parts: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const texts = parts.map((part) => part.toLowerCase());
  return words.some((word) => texts.some((text) => text.includes(word)));
}

/** Link tags with an address. One at most ends at each `>`. */
export function countLinks(html: string): number {
  return html
    .toLowerCase()
    .split('>')
    .filter((piece) => {
      const start = piece.indexOf('<a ');
      return start >= 0 && piece.includes('href', start + 3);
    }).length;
}

function lines(text: string): string[] {
  return text
    .toLowerCase()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
