import { type OptionsStore } from '../../database/options.store.js';
import { type Site } from '../../site/site.js';
import { stripAllTags } from '../../text/strip-tags.js';
import { APPROVED, type Comment, PENDING, TRASH } from './comment.js';
import { type Database, type SqlParameter, type Transaction } from '../../database/database.js';
import { utcText } from '../entries/entry.js';
import { parseDate } from '../../text/dates.js';

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

const HOUR_MS = 60 * 60 * 1000;
const PACE_SECONDS = 15;

/** Whether the post already has the same comment by the same author, except in the trash. */
export async function isDuplicate(
  tx: Transaction,
  db: Database,
  comment: Pick<Comment, 'post' | 'parent' | 'authorName' | 'authorEmail' | 'content'>,
): Promise<boolean> {
  const byEmail = comment.authorEmail !== '';
  const rows = await tx.query(
    `SELECT comment_ID FROM ${db.tables.comments} WHERE comment_post_ID = ? AND comment_parent = ? AND comment_approved <> ? ` +
      `AND comment_author = ?${byEmail ? ' AND comment_author_email = ?' : ''} AND comment_content = ? LIMIT 1`,
    [
      comment.post,
      comment.parent,
      TRASH,
      comment.authorName,
      ...(byEmail ? [comment.authorEmail] : []),
      comment.content,
    ],
  );
  return rows.length > 0;
}

/** Whether the same user, for visitors the same IP address, or the same e-mail address commented moments ago. */
export async function isFlood(
  tx: Transaction,
  db: Database,
  comment: Pick<Comment, 'authorEmail' | 'authorIp' | 'dateGmt'>,
  userId: number,
): Promise<boolean> {
  const [whose, value] = userId > 0 ? ['user_id', userId] : ['comment_author_IP', comment.authorIp];
  const [last] = await tx.query<{ date: string }>(
    `SELECT comment_date_gmt AS date FROM ${db.tables.comments} WHERE comment_date_gmt >= ? AND (${whose} = ? OR comment_author_email = ?) ` +
      'ORDER BY comment_date_gmt DESC LIMIT 1',
    [utcText(new Date(Date.now() - HOUR_MS)), value, comment.authorEmail],
  );
  return last !== undefined && (parseDate(comment.dateGmt) ?? 0) - (parseDate(last.date) ?? 0) < PACE_SECONDS;
}

/** Whether the author has an approved comment: the user with this e-mail address, or else the same name and address. */
export async function wasApprovedBefore(
  tx: Transaction,
  db: Database,
  { authorName, authorEmail }: Pick<Comment, 'authorName' | 'authorEmail'>,
): Promise<boolean> {
  if (authorName === '' || authorEmail === '') return false;
  const [user] = await tx.query<{ id: number }>(
    `SELECT ID AS id FROM ${db.tables.users} WHERE user_email = ? ORDER BY ID LIMIT 1`,
    [authorEmail],
  );
  const [whose, values]: [string, SqlParameter[]] = user
    ? ['user_id = ?', [user.id]]
    : ['comment_author = ? AND comment_author_email = ?', [authorName, authorEmail]];
  const rows = await tx.query(
    `SELECT comment_ID FROM ${db.tables.comments} WHERE ${whose} AND comment_approved = ? LIMIT 1`,
    [...values, APPROVED],
  );
  return rows.length > 0;
}
