import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { UsersStore } from '../users.store.js';
import { AccountLinksService, type LinkKind } from './account-links.service.js';
import { AccountMailService } from './account-mail.service.js';

/** A link to choose a password; `url` is null if it is sent by mail. */
export interface AccessLink {
  readonly isSent: boolean;
  readonly url: string | null;
}

@Injectable()
export class AccessLinksService {
  constructor(
    private readonly links: AccountLinksService,
    private readonly mail: AccountMailService,
    private readonly users: UsersStore,
  ) {}

  /** Undefined if there is no such user. The link is returned instead of sent if there is no mail to the user. */
  async create(
    { site, principal }: RequestContext,
    userId: number,
    kind: LinkKind,
    send: boolean,
  ): Promise<AccessLink | undefined> {
    const user = await this.users.byId(userId);
    if (!user) return undefined;
    const isSent = send && this.mail.isConfigured && user.email !== '';
    if (isSent) await this.mail.send(user, kind, principal);
    return { isSent, url: isSent ? null : (await this.links.create(site, userId, kind, principal)).url };
  }
}
