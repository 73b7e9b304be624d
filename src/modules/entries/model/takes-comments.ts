import { type Site } from '../../../site/site.js';
import { parseDate } from '../../../text/dates.js';
import { type Entry, ZERO_DATE } from './entry.js';

const DAY_SECONDS = 24 * 60 * 60;

/** Whether comments are open on a post: its own status, and for posts the site's rule about old ones. */
export function takesComments(post: Entry, site: Site, now: Date): boolean {
  if (post.commentStatus !== 'open') return false;
  const days = site.isOn('close_comments_for_old_posts') ? site.integer('close_comments_days_old') : 0;
  if (days <= 0 || post.type !== 'post' || post.dateGmt === ZERO_DATE) return true;
  return now.getTime() / 1000 - (parseDate(post.dateGmt) ?? 0) <= days * DAY_SECONDS;
}
