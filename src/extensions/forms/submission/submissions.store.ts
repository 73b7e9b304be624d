import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type AnsweredChallenge } from '../checks/quiz.service.js';
import { FormSubmission, SpentChallenge } from './submission.entities.js';
import { type ContainerPage } from '../mail/mail-tags.js';

type StoredStatus = 'received' | 'mail_sent' | 'mail_failed' | 'spam';

interface NewSubmission {
  formId: number;
  status: StoredStatus;
  fields: Readonly<Record<string, unknown>>;
  about: Readonly<Record<string, unknown>>;
  onceKey: string | null;
}

/** What is suspected to be spam is kept this long, for whoever misses a message. */
const SPAM_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Messages that came in through forms, and the challenges that were used up on the way. */
@Injectable()
export class SubmissionsStore {
  constructor(private readonly database: Database) {}

  /** The new row's id; undefined when the same filled-in form was stored before. */
  async add(tx: Transaction, { formId, status, fields, about, onceKey }: NewSubmission): Promise<number | undefined> {
    const columns = ['form_id', 'status', 'received_at', 'fields', 'about', 'once_key'];
    const values = [formId, status, Date.now(), JSON.stringify(fields), JSON.stringify(about), onceKey];
    const { insertId, affected } = await tx.execute(this.database.sql.insertIgnore(this.table, columns), values);
    return affected > 0 ? insertId : undefined;
  }

  async addSpam(submission: Omit<NewSubmission, 'status' | 'onceKey'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.execute(`DELETE FROM ${this.table} WHERE status = 'spam' AND received_at < ?`, [
        Date.now() - SPAM_KEPT_MS,
      ]);
      await this.add(tx, { ...submission, status: 'spam', onceKey: null });
    });
  }

  async statusOf(onceKey: string): Promise<StoredStatus | undefined> {
    const [row] = await this.database.query<{ status: StoredStatus }>(
      `SELECT status FROM ${this.table} WHERE once_key = ?`,
      [onceKey],
    );
    return row?.status;
  }

  async markSent(tx: Transaction, id: number): Promise<void> {
    await tx.execute(`UPDATE ${this.table} SET status = 'mail_sent' WHERE id = ?`, [id]);
  }

  /** Without any effect when the mail was sent meanwhile. A mail that was given up may be sent again by the visitor: `isFinal`. */
  async markFailed(tx: Transaction, id: number, { isFinal }: { isFinal: boolean }): Promise<void> {
    const again = isFinal ? ', once_key = NULL' : '';
    await tx.execute(`UPDATE ${this.table} SET status = 'mail_failed'${again} WHERE id = ? AND status = 'received'`, [
      id,
    ]);
  }

  /** Uses challenges up; those that were used up before are returned. */
  async spend(tx: Transaction, challenges: readonly AnsweredChallenge[]): Promise<AnsweredChallenge[]> {
    const used: AnsweredChallenge[] = [];
    if (challenges.length > 0) await tx.execute(`DELETE FROM ${this.spent} WHERE expires_at < ?`, [Date.now()]);
    for (const challenge of challenges) {
      const insert = this.database.sql.insertIgnore(this.spent, ['challenge', 'expires_at']);
      const { affected } = await tx.execute(insert, [challenge.id, challenge.expiresAt]);
      if (affected === 0) used.push(challenge);
    }
    return used;
  }

  async release(tx: Transaction, challenges: readonly AnsweredChallenge[]): Promise<void> {
    if (challenges.length === 0) return;
    await tx.execute(
      `DELETE FROM ${this.spent} WHERE challenge IN (${placeholders(challenges.length)})`,
      challenges.map(({ id }) => id),
    );
  }

  private get table(): string {
    return this.database.tables.of(FormSubmission);
  }

  private get spent(): string {
    return this.database.tables.of(SpentChallenge);
  }
}

/** The published page that holds a form. */
@Injectable()
export class ContainerPagesStore {
  constructor(private readonly database: Database) {}

  async find(id: number, home: string): Promise<ContainerPage | undefined> {
    if (!Number.isSafeInteger(id) || id < 1) return undefined;
    const { posts, users } = this.database.tables;
    const [row] = await this.database.query<Omit<ContainerPage, 'url'> & { type: string }>(
      `SELECT p.ID AS id, p.post_name AS slug, p.post_title AS title, p.post_type AS type, ` +
        `COALESCE(u.display_name, '') AS authorName, COALESCE(u.user_email, '') AS authorEmail ` +
        `FROM ${posts} p LEFT JOIN ${users} u ON u.ID = p.post_author WHERE p.ID = ? AND p.post_status = 'publish' AND p.post_password = ''`,
      [id],
    );
    return row && { ...row, url: `${home}/?${row.type === 'page' ? 'page_id' : 'p'}=${row.id}` };
  }
}
