import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { Post, TermTaxonomy } from '../../database/entities/index.js';

const BASES = { post: 'posts', page: 'pages', category: 'categories', post_tag: 'tags' } as const;

/** Routes of public content, newest first. */
@Injectable()
export class CrawlListStore {
  constructor(private readonly db: Database) {}

  lists(): string[] {
    return [
      '/',
      ...Object.values(BASES).map((base) => `/wp/v2/${base}`),
      '/wp/v2/media',
      '/wp/v2/users',
      '/wp/v2/comments',
    ];
  }

  async items(limit: number): Promise<string[]> {
    const { manager } = this.db;
    const [entries, terms] = await inBackground(() =>
      Promise.all([
        manager.find(Post, {
          select: { id: true, type: true },
          where: { type: In(['post', 'page']), status: 'publish' },
          order: { date: 'DESC', id: 'DESC' },
          take: limit,
        }),
        manager.find(TermTaxonomy, {
          where: { taxonomy: In(['category', 'post_tag']), count: MoreThan(0) },
          order: { count: 'DESC', term: 'ASC' },
          take: limit,
        }),
      ]),
    );
    const found = [
      ...entries.map(({ id, type }) => ({ id, kind: type })),
      ...terms.map(({ term, taxonomy }) => ({ id: term, kind: taxonomy })),
    ];
    return found.slice(0, limit).map(({ id, kind }) => `/wp/v2/${BASES[kind as keyof typeof BASES]}/${id}`);
  }
}
