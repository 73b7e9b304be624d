import { Inject, Injectable, Module } from '@nestjs/common';
import { Database, defineJob, defineMailTemplate, MailService, RunsJob } from '@nestpress/server';

/** Every Monday at seven, local time, once for all processes. */
export const sendDigest = defineJob('digest.send', {
  maxAttempts: 5,
  schedule: { cron: '0 7 * * 1', timeZone: 'Europe/Berlin', payload: { to: 'editors@example.com' } },
});

export const digestMail = defineMailTemplate({
  subject: '{count} posts this week',
  text: 'There are {count} published posts.\n',
  html: '<p>There are <b>{count}</b> published posts.</p>',
});

class Digest {
  constructor(database, mail) {
    this.database = database;
    this.mail = mail;
  }

  /** The function that it returns runs in the transaction that completes the job: the mail is queued exactly once. */
  async send({ to }, { progress }) {
    const { posts } = this.database.tables;
    const [{ count }] = await this.database.query(
      `SELECT COUNT(*) AS count FROM ${posts} WHERE post_type = 'post' AND post_status = 'publish'`,
    );
    await progress(0.5, 'counted');
    const message = digestMail.message([{ address: to }], { count: Number(count) });
    return async (tx) => void (await this.mail.enqueue(tx, message));
  }
}
Inject(Database)(Digest, undefined, 0);
Inject(MailService)(Digest, undefined, 1);
RunsJob(sendDigest)(Digest.prototype, 'send', Object.getOwnPropertyDescriptor(Digest.prototype, 'send'));
Injectable()(Digest);

export class DigestModule {}
Module({ providers: [Digest] })(DigestModule);
