import { siteFacts } from '../../access/capabilities/index.js';
import { Injectable, Logger } from '@nestjs/common';
import { AccountsStore } from '../../access/authentication/accounts.store.js';
import { SYSTEM } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { type Entry } from '../entries/model/entry.js';
import { mayEdit } from '../entries/model/readable.js';
import { type PreviewLink, PreviewsStore } from './previews.store.js';

/** Statuses that hide an entry from visitors on purpose. */
const HIDDEN = new Set(['trash', 'private']);

/** Whether entries of this status can have preview links. */
export function canBePreviewed({ status }: Pick<Entry, 'status'>): boolean {
  return !HIDDEN.has(status);
}

/** Preview links are as good as the rights of their creator at the time of their use. Links that are no longer valid are deleted. */
@Injectable()
export class PreviewsService {
  private readonly logger = new Logger('Previews');

  constructor(
    private readonly previews: PreviewsStore,
    private readonly accounts: AccountsStore,
  ) {}

  /** Whether the token opens this entry now. */
  async opens(site: Site, entry: Entry, token: string): Promise<boolean> {
    const link = await this.previews.byToken(entry.id, token);
    return link !== null && (await this.valid(site, entry, [link])).length > 0;
  }

  /** The valid links of an entry, newest first. */
  async list(site: Site, entry: Entry): Promise<PreviewLink[]> {
    return this.valid(site, entry, await this.previews.byPost(entry.id));
  }

  private async valid(site: Site, entry: Entry, links: readonly PreviewLink[]): Promise<PreviewLink[]> {
    const reasons = new Map<number, string | undefined>();
    const valid: PreviewLink[] = [];
    for (const link of links) {
      const author = Number(link.author);
      if (!reasons.has(author)) reasons.set(author, await this.invalidReason(site, entry, author));
      const reason = reasons.get(author);
      if (reason === undefined) valid.push(link);
      else await this.revoke(link, entry, reason);
    }
    return valid;
  }

  private async invalidReason(site: Site, entry: Entry, author: number): Promise<string | undefined> {
    if (!canBePreviewed(entry)) return `the status of the entry is ${entry.status}`;
    const account = await this.accounts.findById(author);
    if (!account) return `user ${author}, who created it, does not exist`;
    const principal = await this.accounts.principal(account, 'cookie');
    return mayEdit(principal, entry, siteFacts(site))
      ? undefined
      : `user ${author}, who created it, may not edit the entry`;
  }

  private async revoke(link: PreviewLink, entry: Entry, reason: string): Promise<void> {
    await this.previews.delete(link, entry, SYSTEM, reason);
    this.logger.log(`Preview link ${link.id} of entry ${link.post} was deleted: ${reason}.`);
  }
}
