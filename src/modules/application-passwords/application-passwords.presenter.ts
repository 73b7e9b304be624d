import { Inject, Injectable } from '@nestjs/common';
import { type Context } from '../../rest/args/common.dto.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { APPLICATION_PASSWORD, type PresentablePassword } from './application-passwords.fields.js';

@Injectable()
export class ApplicationPasswordsPresenter {
  constructor(@Inject(PROFILE) private readonly profile: Profile) {}

  item({ site, wants }: RequestContext, owner: number, password: PresentablePassword, context: Context): Item {
    const members = APPLICATION_PASSWORD.projection(this.profile, context, wants)(password, undefined);
    return new Item(members, new Links().add('self', passwordUrl(site, owner, password.uuid)));
  }
}

export function passwordUrl(site: Site, owner: number, uuid: string): string {
  return site.rest(`/wp/v2/users/${owner}/application-passwords/${uuid}`);
}
