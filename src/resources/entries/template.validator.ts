import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { StoredTemplatesStore } from '../../content/entries/stored-templates.store.js';
import { TEMPLATE } from '../../content/entries/related.loader.js';
import { toInteger } from '../../text/lists.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';
import { type RequestContext } from '../../rest/route/context.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** Any string, unless the profile or the configured theme limits the templates. */
@Injectable()
export class TemplateValidator implements ArgCheck {
  constructor(
    private readonly store: EntriesStore,
    private readonly templates: StoredTemplatesStore,
    @Inject(PROFILE) private readonly profile: Profile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async check(value: unknown, name: string, ctx: RequestContext): Promise<ArgIssue | undefined> {
    const fixed = this.profile.entries.templates;
    if (fixed) return fixed.some((template) => template === value) ? undefined : notOneOf(name, fixed);
    const themeTemplates = await this.offered(ctx);
    if (!themeTemplates) return typeof value === 'string' ? undefined : new ArgIssue(`${name} is not of type string.`);
    const isOffered = !value || themeTemplates.some((template) => template === value);
    return isOffered || (await this.isCurrent(value, ctx)) ? undefined : notOneOf(name, themeTemplates);
  }

  /** Undefined if every template is accepted. */
  private async offered(ctx: RequestContext): Promise<readonly string[] | undefined> {
    const { site } = ctx;
    const themeTemplates = this.config.themeTemplates?.flatMap((template) => forType(template, ctx));
    if (!themeTemplates || !this.profile.entries.offersStoredTemplates) return themeTemplates;
    return [...(await this.templates.customSlugs(site.option('stylesheet'))), ...themeTemplates];
  }

  /** An entry may keep the template of a theme that is no longer active. */
  private async isCurrent(template: unknown, ctx: RequestContext): Promise<boolean> {
    // Raw: arguments are validated before any of them is converted.
    const id = toInteger(ctx.request.param('id'));
    return id > 0 && (await this.store.meta(id, [TEMPLATE])).get(TEMPLATE) === template;
  }
}

/** A template of one type is written as `type:file`. */
function forType(template: string, { site, request }: RequestContext): string[] {
  const [, name, file = template] = /^([\w-]+):(.+)$/.exec(template) ?? [];
  const route = name === undefined ? undefined : site.model.types.get(name)?.route;
  const isOffered =
    name === undefined || (route !== undefined && `${request.route.toLowerCase()}/`.startsWith(`${route}/`));
  return isOffered ? [file] : [];
}

function notOneOf(name: string, templates: readonly string[]): ArgIssue {
  return new ArgIssue(`${name} is not one of ${templates.join(', ')}.`);
}
