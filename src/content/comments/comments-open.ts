import { type Site } from '../../site/site.js';
import { type Entry, ZERO_DATE } from '../entries/entry.js';
import { parseDate } from '../../text/dates.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Whether a post takes comments at this moment: its own word, and for posts the site's rule about old ones. */
export function takesComments(post: Entry, site: Site, now: Date): boolean {
  if (post.commentStatus !== 'open') return false;
  const days = site.isOn('close_comments_for_old_posts') ? site.integer('close_comments_days_old') : 0;
  if (days <= 0 || post.type !== 'post' || post.dateGmt === ZERO_DATE) return true;
  return now.getTime() / 1000 - (parseDate(post.dateGmt) ?? 0) <= days * DAY_SECONDS;
}
