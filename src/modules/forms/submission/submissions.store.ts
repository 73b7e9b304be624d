import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { deleteInChunks } from '../../../database/delete-in-chunks.js';
import { Post, User } from '../../../database/entities/index.js';
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

/** Suspected spam is stored this long, in case a message is missed. */
const SPAM_RETENTION_MS = 30 * 24 * 3600 * 1000;

/** Submissions of forms, and the challenges used for them. */
@Injectable()
export class SubmissionsStore {
  constructor(private readonly database: Database) {}

  /** The new row's ID; undefined if the same filled-in form was stored before. */
  async add(tx: Transaction, { formId, status, fields, about, onceKey }: NewSubmission): Promise<number | undefined> {
    const row = { form: formId, status, receivedAt: Date.now(), onceKey };
    const texts = { fields: JSON.stringify(fields), about: JSON.stringify(about) };
    const { insertId, affected } = await tx.insert(FormSubmission, { ...row, ...texts }, { onConflict: 'ignore' });
    return affected > 0 ? insertId : undefined;
  }

  async addSpam(submission: Omit<NewSubmission, 'status' | 'onceKey'>): Promise<void> {
    const old = { status: 'spam', receivedAt: LessThan(Date.now() - SPAM_RETENTION_MS) } as const;
    await deleteInChunks(this.database, FormSubmission, 'id', old);
    await this.database.transaction((tx) => this.add(tx, { ...submission, status: 'spam', onceKey: null }));
  }

  async markSent(tx: Transaction, id: number): Promise<void> {
    await tx.update(FormSubmission, { id }, { status: 'mail_sent' });
  }

  /** No effect if the mail has been sent in the meantime. */
  async markFailed(tx: Transaction, id: number): Promise<void> {
    await tx.update(FormSubmission, { id, status: 'received' }, { status: 'mail_failed' });
  }

  /** Marks challenges as used; returns those that were used before. */
  async spend(tx: Transaction, challenges: readonly AnsweredChallenge[]): Promise<AnsweredChallenge[]> {
    const used: AnsweredChallenge[] = [];
    if (challenges.length > 0) await tx.delete(SpentChallenge, { expiresAt: LessThan(Date.now()) });
    for (const challenge of challenges) {
      const row = { challenge: challenge.id, expiresAt: challenge.expiresAt };
      const { affected } = await tx.insert(SpentChallenge, row, { onConflict: 'ignore' });
      if (affected === 0) used.push(challenge);
    }
    return used;
  }

  async release(tx: Transaction, challenges: readonly AnsweredChallenge[]): Promise<void> {
    if (challenges.length === 0) return;
    await tx.delete(SpentChallenge, { challenge: challenges.map(({ id }) => id) });
  }
}

/** The published page that contains a form. */
@Injectable()
export class ContainerPagesStore {
  constructor(private readonly database: Database) {}

  async find(id: number, home: string): Promise<ContainerPage | undefined> {
    if (!Number.isSafeInteger(id) || id < 1) return undefined;
    const page = await this.database.manager.findOne(Post, {
      select: { id: true, slug: true, title: true, type: true, author: true },
      where: { id, status: 'publish', password: '' },
    });
    if (!page) return undefined;
    const author = await this.database.manager.findOne(User, {
      select: { displayName: true, email: true },
      where: { id: page.author },
    });
    const { slug, title, type } = page;
    const url = `${home}/?${type === 'page' ? 'page_id' : 'p'}=${id}`;
    return { id, slug, title, authorName: author?.displayName ?? '', authorEmail: author?.email ?? '', url };
  }
}
