import { type OptionsStore } from '../../database/options.store.js';
import { type Site } from '../../site/site.js';
import { stripAllTags } from '../../text/strip-tags.js';
import { APPROVED, type Comment, PENDING, TRASH } from './comment.js';

/** The site's rules for comments by untrusted authors. */
export interface ModerationRules {
  holdsAll: boolean;
  /** A comment with this many links is held for moderation; 0 = no limit. */
  maxLinks: number;
  /** In lower case. */
  holdWords: readonly string[];
  trashWords: readonly string[];
  /** Only authors with a previously approved comment pass. */
  wantsEarlierApproval: boolean;
}

type JudgedComment = Pick<Comment, 'authorName' | 'authorEmail' | 'authorUrl' | 'authorIp' | 'userAgent' | 'content'>;

/** Newer releases renamed two of the options; their databases have only the new names. */
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
 * The status of a new comment by an untrusted author. `rendered` is its content as it would be displayed, since
 * bare URLs count as links too.
 */
export async function moderate(
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
