import { Injectable } from '@nestjs/common';
import { ArgIssue, type ArgCheck } from '../../rest/args/schema.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { toText } from '../../text/php-values.js';
import { UsersStore } from './users.store.js';

/** The languages that can be chosen, and those that users already have: clients write users back as they read them. */
@Injectable()
export class LocaleValidator implements ArgCheck {
  constructor(private readonly users: UsersStore) {}

  async check(value: unknown, name: string, { site }: RequestContext): Promise<ArgIssue | undefined> {
    const locale = typeof value === 'object' ? undefined : toText(value);
    const choices = ['', ...site.languages];
    if (locale !== undefined && (choices.includes(locale) || (await this.users.hasLocale(locale)))) return undefined;
    return new ArgIssue(`${name} is not one of ${choices.join(', ')}.`);
  }
}
