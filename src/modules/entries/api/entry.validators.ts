import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../read/entries.store.js';
import { EntryTemplatesService } from '../read/entry-templates.service.js';
import { TEMPLATE } from '../read/related.loader.js';
import { type ArgCheck, type ArgDeclaration, ArgIssue, type RequestSanitizer } from '../../../rest/args/schema.js';
import { sanitizeValue } from '../../../rest/args/sanitize-value.js';
import { validateValue } from '../../../rest/args/validate-value.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { type Site } from '../../../site/site.js';
import { isTruthy, toInteger } from '../../../text/php/php-values.js';
import { type Profile, PROFILE } from '../../../variant/profile.js';

/** The statuses that entries can be given. */
export const WRITABLE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

function writableStatuses({ model }: Site): readonly string[] {
  return [...WRITABLE_STATUSES, ...model.registeredStatuses];
}

/** What `OPTIONS` says about them. */
export const statusChoices = (site: Site) => ({ enum: writableStatuses(site) });

/** One of the writable statuses, or the one that the entry has. */
@Injectable()
export class StatusValidator implements ArgCheck {
  constructor(
    private readonly store: EntriesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async check(value: unknown, name: string, ctx: RequestContext): Promise<ArgIssue | undefined> {
    const schema = { name, type: 'string', enum: writableStatuses(ctx.site) } as const;
    const issue = validateValue(value, schema, name, this.profile.args);
    return issue && this.profile.entries.acceptsSameStatus && (await this.isUnchanged(value, ctx)) ? undefined : issue;
  }

  private async isUnchanged(status: unknown, ctx: RequestContext): Promise<boolean> {
    // Raw: arguments are validated before any of them is converted.
    const id = toInteger(ctx.request.param('id'));
    return id > 0 && (await this.store.byId(id, { content: false }))?.status === status;
  }
}

/** A status that cannot be given is the one that the entry has: nothing changes. */
const writableStatus: RequestSanitizer = (value, _name, { entries, args }, ctx) =>
  entries.acceptsSameStatus
    ? writableStatuses(ctx.site).find((status) => status === value)
    : sanitizeValue(value, { type: 'string' }, args);

export const STATUS_ARG: Partial<ArgDeclaration> = {
  checkedBy: StatusValidator,
  sanitizeFor: writableStatus,
  // WordPress takes null for an empty text, and makes a draft of what is no status.
  nullAs: 'draft',
  siteSchema: statusChoices,
};

/** Any string, unless the profile or the configured theme limits the templates. */
@Injectable()
export class TemplateValidator implements ArgCheck {
  constructor(
    private readonly store: EntriesStore,
    private readonly templates: EntryTemplatesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async check(value: unknown, name: string, ctx: RequestContext): Promise<ArgIssue | undefined> {
    const themeTemplates = await this.templates.accepted(ctx.site, (type) => isRouteOf(type, ctx));
    if (!themeTemplates) return typeof value === 'string' ? undefined : new ArgIssue(`${name} is not of type string.`);
    // An enumeration has the empty text only; elsewhere, whatever PHP takes for empty is no template.
    const isNone = this.profile.entries.templates ? value === '' : !isTruthy(value);
    const isOffered = isNone || themeTemplates.some((template) => template === value);
    return isOffered || (await this.isUnchanged(value, ctx)) ? undefined : notOneOf(name, themeTemplates);
  }

  /** An entry may keep the template of a theme that is no longer active. */
  private async isUnchanged(template: unknown, ctx: RequestContext): Promise<boolean> {
    // Raw: arguments are validated before any of them is converted.
    const id = toInteger(ctx.request.param('id'));
    return id > 0 && (await this.store.meta(id, [TEMPLATE])).get(TEMPLATE) === template;
  }
}

function isRouteOf(type: string, { site, request }: RequestContext): boolean {
  const route = site.model.types.get(type)?.route;
  return route !== undefined && `${request.route.toLowerCase()}/`.startsWith(`${route}/`);
}

function notOneOf(name: string, templates: readonly string[]): ArgIssue {
  return new ArgIssue(`${name} is not one of ${templates.join(', ')}.`);
}
