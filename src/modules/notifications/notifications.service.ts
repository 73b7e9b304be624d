import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../database/database.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { type Notice, type Person } from './notice-texts.js';

export const NOTICE_JOB = 'notification';

interface Account {
  login: string;
  displayName: string;
  /** As it was before the change. */
  email: string;
}

/**
 * Queues notifications by mail in the caller's transaction. Only the event is stored; recipients and text are determined
 * afterwards.
 */
@Injectable()
export class NotificationsService {
  constructor(private readonly jobs: JobsService) {}

  /** A new comment awaits moderation. */
  commentHeld(tx: Transaction, comment: number): Promise<void> {
    return this.add(tx, { about: 'commentHeld', comment });
  }

  /** A comment has been published. */
  commentPublished(tx: Transaction, comment: number): Promise<void> {
    return this.add(tx, { about: 'commentPublished', comment });
  }

  passwordChanged(tx: Transaction, account: Account): Promise<void> {
    return this.add(tx, { about: 'passwordChanged', person: personOf(account) });
  }

  emailChanged(tx: Transaction, account: Account, newEmail: string): Promise<void> {
    return this.add(tx, { about: 'emailChanged', person: personOf(account), newEmail });
  }

  /** The new address is empty if it was removed. */
  siteEmailChanged(tx: Transaction, oldEmail: string, newEmail: string): Promise<void> {
    return this.add(tx, { about: 'siteEmailChanged', oldEmail, newEmail });
  }

  private async add(tx: Transaction, notice: Notice): Promise<void> {
    await this.jobs.add(tx, NOTICE_JOB, notice);
  }
}

function personOf({ login, displayName, email }: Account): Person {
  return { name: displayName || login, email };
}
