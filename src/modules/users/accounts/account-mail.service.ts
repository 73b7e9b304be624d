import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { type Actor } from '../../../access/access-events.service.js';
import { UserMetaStore } from '../../../access/user-meta.store.js';
import { AccountsStore } from '../../../access/authentication/accounts.store.js';
import { addressGroup } from '../../../access/authentication/address-group.js';
import { tooManyAttempts } from '../../../access/authentication/auth-result.js';
import { siteName } from '../../notifications/notice-texts.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { defineJob, RunsJob } from '../../../platform/jobs/declared-job.js';
import { type JobRun } from '../../../platform/jobs/job.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { COUNTERS, type Counters, RateLimit } from '../../../platform/limits/counters.js';
import { defineMailTemplate } from '../../../platform/mail/mail-template.js';
import { MailService } from '../../../platform/mail/mail.service.js';
import { isAddress } from '../../../platform/mail/message.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { messagesOf } from '../../../site/messages/texts.js';
import { SiteService } from '../../../site/site.service.js';
import { refusal } from '../../../rest/errors/auth-error.js';
import { toText } from '../../../text/php/index.js';
import { AccountLinksService, type LinkKind } from './account-links.service.js';

const HOUR_MS = 3_600_000;
/** Requests for a new password. */
const PER_ADDRESS = { most: 20, windowMs: HOUR_MS };
const PER_NAME = { most: 5, windowMs: HOUR_MS };
/** Messages to one account. */
const PER_ACCOUNT = { most: 5, windowMs: HOUR_MS };

interface LinkMail {
  /** Login name or e-mail address, as it was sent. */
  login: string;
  /** ID of the account, if it is known. */
  account?: number;
  kind: LinkKind;
  /** Who asked for the link. */
  by?: Pick<Actor, 'id' | 'login' | 'address'>;
}

const VISITOR = { id: 0, login: '' };

const LINK_MAIL = defineJob<LinkMail>('account-link', { maxAttempts: 5 });

/** The template of a message with a link, in the language of the account. */
function templateOf(kind: LinkKind, locale: string) {
  const { helloAll, [kind]: t } = messagesOf(locale).mail;
  // Values of the template are put in when it is used, so they need no escaping here.
  const values = { site: '{site}', login: '{login}' };
  return defineMailTemplate<Record<'site' | 'login' | 'url', string>>({
    subject: `[{site}] ${t.subject}`,
    text: `${helloAll}\n\n${t.text(values)}\n\n{url}\n\n${t.validity}\n`,
  });
}

/**
 * Mails links to choose a password. The link is made when the message is sent, so that it is nowhere stored; a repeated attempt makes
 * another one. A request does the same work whether the account exists or not.
 */
@Injectable()
export class AccountMailService {
  private readonly limits?: Record<'address' | 'name' | 'account', RateLimit>;

  constructor(
    private readonly jobs: JobsService,
    private readonly mail: MailService,
    private readonly accounts: AccountsStore,
    private readonly links: AccountLinksService,
    private readonly sites: SiteService,
    private readonly userMeta: UserMetaStore,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) { rateLimit }: Config,
  ) {
    if (!rateLimit) return;
    this.limits = {
      address: new RateLimit(counters, 'password request address', PER_ADDRESS),
      name: new RateLimit(counters, 'password request name', PER_NAME),
      account: new RateLimit(counters, 'password mail', PER_ACCOUNT),
    };
  }

  get isConfigured(): boolean {
    return this.mail.isConfigured;
  }

  /** For a visitor who says who they are. */
  async requestReset(login: string, address: string): Promise<void> {
    if (!this.isConfigured)
      throw new RestError('rest_no_mail', 'This site sends no mail. Ask an administrator for a link.', 400);
    const name = createHash('sha256').update(login.trim().toLowerCase()).digest('base64');
    const seconds =
      (await this.limits?.address.take(addressGroup(address))) || (await this.limits?.name.take(name)) || 0;
    if (seconds > 0) throw refusal(tooManyAttempts(seconds).error);
    await this.jobs.enqueue(LINK_MAIL, { login, kind: 'reset', by: { ...VISITOR, address } });
  }

  async send(account: { id: number; login: string }, kind: LinkKind, by: Actor): Promise<void> {
    const { id, login, address } = by;
    await this.jobs.enqueue(LINK_MAIL, { login: account.login, account: account.id, kind, by: { id, login, address } });
  }

  @RunsJob(LINK_MAIL)
  async deliver({ login, account: id, kind, by = VISITOR }: LinkMail, { attempt }: JobRun): Promise<void> {
    const account = await (id === undefined ? this.accounts.findByTypedName(login) : this.accounts.findById(id));
    if (!account || !isAddress(account.email)) return;
    if (attempt === 1 && ((await this.limits?.account.take(String(account.id))) ?? 0) > 0) return;
    const site = await this.sites.current();
    const { url } = await this.links.create(site, account.id, kind, by);
    const values = { site: siteName(site), login: account.login, url };
    const locale = toText((await this.userMeta.read(account.id, 'locale')) ?? '') || site.locale;
    const from = { name: values.site };
    const message = this.mail.prepare(templateOf(kind, locale).message([{ address: account.email }], values, { from }));
    if (!message) return;
    // A postponed message would be stored, with the link in it.
    if (await this.mail.send(message)) throw new Error('The mail server postponed the message.');
  }
}
