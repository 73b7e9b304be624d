import { Injectable } from '@nestjs/common';
import { type Site } from '../../site/site.js';
import { type ThreadComment } from '../../rendering/block-data.js';
import { takesComments } from '../entries/model/takes-comments.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { BlockDataStore } from './block-data.store.js';
import { isoDate } from './iso-date.js';

const MAX_COMMENTS = 500;
const MAX_DEPTH = 50;

type ThreadRow = Awaited<ReturnType<BlockDataStore['thread']>>[number];

/** The comments of an entry, replies below what they reply to. */
@Injectable()
export class BlockThreadsLoader {
  constructor(
    private readonly store: BlockDataStore,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  async load(site: Site, post: number): Promise<ThreadComment[]> {
    const entry = (await this.entries.byIds([post], { content: false })).get(post);
    if (!entry || entry.password !== '') return [];
    const [rows, links] = await Promise.all([
      this.store.thread(post, MAX_COMMENTS),
      this.permalinks.links(site, [entry]),
    ]);
    const postLink = links(entry);
    const isThreaded = site.isOn('thread_comments');
    const deepest = isThreaded ? site.integer('thread_comments_depth') : 1;
    const takesReplies = takesComments(entry, site, new Date()) && !site.isOn('comment_registration');
    const read = new Set(rows.map(({ id }) => id));
    const below = new Map<number, ThreadRow[]>();
    for (const row of rows) {
      const parent = isThreaded && read.has(row.parent) ? row.parent : 0;
      below.set(parent, [...(below.get(parent) ?? []), row]);
    }
    const thread = (parent: number, depth: number): ThreadComment[] =>
      depth > MAX_DEPTH
        ? []
        : (below.get(parent) ?? []).map((row) => ({
            id: row.id,
            post,
            postLink,
            postTitle: '',
            author: row.author === '' ? 'Anonymous' : row.author,
            authorUrl: row.url,
            website: row.url,
            email: row.email,
            link: `${postLink}#comment-${row.id}`,
            date: row.date,
            dateIso: isoDate(row.date, row.dateGmt, site),
            text: row.text,
            canReply: takesReplies && depth < deepest,
            classes: [
              ...(row.nicename === null ? [] : ['byuser', `comment-author-${row.nicename}`]),
              ...(row.nicename !== null && row.user === entry.author ? ['bypostauthor'] : []),
            ],
            replies: thread(row.id, depth + 1),
          }));
    const threads = thread(0, 1);
    return site.option('comment_order') === 'desc' ? threads.reverse() : threads;
  }
}
