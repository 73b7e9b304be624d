import { Injectable } from '@nestjs/common';
import { SecondFactorService } from '../../access/authentication/second-factor.service.js';
import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { dateFromGmt } from '../../text/dates.js';
import { CountsStore } from '../entries/admin/counts.store.js';
import { UsersStore } from '../users/users.store.js';

type Step = 'describe' | 'write' | 'picture' | 'page' | 'invite' | 'secure';

/** What the owner of a new site has done already. Its examples are older than the owner's account. */
@Injectable()
export class FirstStepsService {
  constructor(
    private readonly users: UsersStore,
    private readonly counts: CountsStore,
    private readonly secondFactors: SecondFactorService,
  ) {}

  async read(principal: Principal, site: Site): Promise<Record<Step, boolean>> {
    const [factor, user] = await Promise.all([this.secondFactors.state(principal.id), this.users.byId(principal.id)]);
    const since = dateFromGmt(user?.registered ?? '', site.zone);
    const has = await this.counts.sinceRegistration(principal, site, since);
    return {
      describe: site.option('blogdescription') !== '',
      write: has.post,
      picture: has.attachment,
      page: has.page,
      invite: has.otherUser || !principal.can('create_users'),
      secure: factor.isEnabled,
    };
  }
}
