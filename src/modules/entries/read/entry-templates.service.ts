import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { type Site } from '../../../site/site.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { RenderingPorts } from './rendering-ports.js';
import { StoredTemplatesStore } from './stored-templates.store.js';

/** Which templates entries can be displayed with. */
@Injectable()
export class EntryTemplatesService {
  constructor(
    private readonly store: StoredTemplatesStore,
    private readonly ports: RenderingPorts,
    @Inject(PROFILE) private readonly profile: Profile,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The only templates that entries of a type can be given besides the default one; undefined if any name is accepted. */
  async accepted(site: Site, isOfType: (type: string) => boolean): Promise<readonly string[] | undefined> {
    const inFiles = await this.ports.templates?.offered(site, isOfType);
    const themeTemplates =
      this.config.themeTemplates?.flatMap((template) => forType(template, isOfType)) ??
      inFiles?.offered ??
      this.profile.entries.templates;
    if (!themeTemplates || !this.profile.entries.showsEditorFields) return themeTemplates;
    const stored = await this.store.customSlugs(site.option('stylesheet'));
    // A changed file is stored, and stays for the types that it was for.
    return [...stored.filter((slug) => !inFiles?.ofOtherTypes.includes(slug)), ...themeTemplates];
  }

  /** The templates to choose from. Where any name is accepted: those that the database knows. */
  async choices(site: Site, type: string): Promise<readonly string[]> {
    const fixed = site.model.types.get(type)?.templates;
    const templates = fixed ?? (await this.accepted(site, (name) => name === type)) ?? (await this.stored(site, type));
    return [...new Set(templates)].filter((template) => template !== '');
  }

  private async stored(site: Site, type: string): Promise<readonly string[]> {
    const { showsEditorFields } = this.profile.entries;
    const stored = showsEditorFields ? await this.store.customSlugs(site.option('stylesheet')) : [];
    return [...stored, ...(await this.store.used(type))];
  }
}

/** A template of one type is written as `type:file`. */
function forType(template: string, isOfType: (type: string) => boolean): string[] {
  const [, type, file = template] = /^([\w-]+):(.+)$/.exec(template) ?? [];
  return type === undefined || isOfType(type) ? [file] : [];
}
