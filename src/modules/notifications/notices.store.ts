import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { type CommentNews } from './notice-texts.js';

@Injectable()
export class NoticesStore {
  constructor(private readonly db: Database) {}

  async comment(id: number): Promise<CommentNews | undefined> {
    const { comments, posts, users } = this.db.tables;
    const [row] = await this.db.query<CommentNews>(
      'SELECT c.comment_ID AS id, c.comment_post_ID AS post, c.user_id AS author, c.comment_author AS authorName, c.comment_author_email AS authorEmail, ' +
        'c.comment_author_url AS authorUrl, c.comment_author_IP AS authorIp, c.comment_content AS content, c.comment_approved AS approved, ' +
        'p.post_title AS postTitle, p.post_author AS postAuthor, u.display_name AS postAuthorName, u.user_email AS postAuthorEmail ' +
        `FROM ${comments} c LEFT JOIN ${posts} p ON p.ID = c.comment_post_ID LEFT JOIN ${users} u ON u.ID = p.post_author WHERE c.comment_ID = ?`,
      [id],
    );
    return row;
  }
}
