import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { EntryTemplatesService } from '../../content/entries/entry-templates.service.js';
import { TEMPLATE } from '../../content/entries/related.loader.js';
import { toInteger } from '../../text/lists.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';
import { type RequestContext } from '../../rest/route/context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** Any string, unless the profile or the configured theme limits the templates. */
@Injectable()
export class TemplateValidator implements ArgCheck {
  constructor(
    private readonly store: EntriesStore,
    private readonly templates: EntryTemplatesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async check(value: unknown, name: string, ctx: RequestContext): Promise<ArgIssue | undefined> {
    const fixed = this.profile.entries.templates;
    if (fixed) return fixed.some((template) => template === value) ? undefined : notOneOf(name, fixed);
    const themeTemplates = await this.templates.accepted(ctx.site, (type) => isRouteOf(type, ctx));
    if (!themeTemplates) return typeof value === 'string' ? undefined : new ArgIssue(`${name} is not of type string.`);
    const isOffered = !value || themeTemplates.some((template) => template === value);
    return isOffered || (await this.isCurrent(value, ctx)) ? undefined : notOneOf(name, themeTemplates);
  }

  /** An entry may keep the template of a theme that is no longer active. */
  private async isCurrent(template: unknown, ctx: RequestContext): Promise<boolean> {
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
