import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Comment, Post, User } from '../../database/entities/index.js';
import { type CommentNews } from './notice-texts.js';

@Injectable()
export class NoticesStore {
  constructor(private readonly db: Database) {}

  async comment(id: number): Promise<CommentNews | undefined> {
    const { manager } = this.db;
    const comment = await manager.findOneBy(Comment, { id });
    if (!comment) return undefined;
    const select = { id: true, title: true, author: true };
    const post = await manager.findOne(Post, { select, where: { id: comment.post } });
    const author = post && (await manager.findOneBy(User, { id: post.author }));
    return {
      ...comment,
      postTitle: post?.title ?? null,
      postAuthor: post?.author ?? null,
      postAuthorName: author?.displayName ?? null,
      postAuthorEmail: author?.email ?? null,
    };
  }
}
