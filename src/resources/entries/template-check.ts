import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { TEMPLATE } from '../../content/entries/related/related.loader.js';
import { toInteger } from '../../content/text/lists.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';
import { type RequestContext } from '../../rest/route/context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** No theme offers templates here; what an entry has from elsewhere it may keep, where the profile has no fixed list. */
@Injectable()
export class TemplateCheck implements ArgCheck {
  constructor(
    private readonly store: EntriesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async check(value: unknown, name: string, ctx: RequestContext): Promise<ArgIssue | undefined> {
    const { templates } = this.profile.entries;
    const isFine = templates
      ? templates.some((template) => template === value)
      : !value || (await this.isCurrent(value, ctx));
    return isFine ? undefined : new ArgIssue(`${name} is not one of ${(templates ?? []).join(', ')}.`);
  }

  private async isCurrent(template: unknown, ctx: RequestContext): Promise<boolean> {
    const id = toInteger(ctx.request.param('id'));
    return id > 0 && (await this.store.meta(id, [TEMPLATE])).get(TEMPLATE) === template;
  }
}
