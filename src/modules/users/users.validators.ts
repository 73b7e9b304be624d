import { Inject, Injectable } from '@nestjs/common';
import { type ArgIssue, type ArgCheck } from '../../rest/args/schema.js';
import { validateValue } from '../../rest/args/validate-value.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { UsersStore } from './users.store.js';

/** The languages that can be chosen, and those that users already have: clients write users back as they read them. */
@Injectable()
export class LocaleValidator implements ArgCheck {
  constructor(
    private readonly users: UsersStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async check(value: unknown, name: string, { site }: RequestContext): Promise<ArgIssue | undefined> {
    const schema = { type: 'string', enum: ['', ...site.languages] } as const;
    const issue = validateValue(value, schema, name, this.profile.args);
    return issue && typeof value === 'string' && (await this.users.hasLocale(value)) ? undefined : issue;
  }
}
