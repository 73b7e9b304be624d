import { Inject, Injectable } from '@nestjs/common';
import { type Principal, SYSTEM } from '../../access/principal.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type DeclaredSettings } from '../../content-model/declarations.js';
import { optionOf, type SettingsDeclaration, type SettingValues } from '../../content-model/declared-settings.js';
import { OptionsStore } from '../../database/options.store.js';
import { validateValue } from '../../rest/args/validate-value.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { ownArgs } from '../../variant/rest.variants.js';
import { PLUGIN_SETTINGS, type PluginSetting, shownSetting } from './plugin-settings.js';
import { SettingsService } from './settings.service.js';

/** The settings that modules declare, with their types, for code. */
@Injectable()
export class DeclaredSettingsService {
  constructor(
    private readonly options: OptionsStore,
    private readonly settings: SettingsService,
    private readonly model: ContentModel,
    @Inject(PLUGIN_SETTINGS) private readonly registered: readonly PluginSetting[],
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** The current values. What is stored and does not match the schema counts as not stored. */
  async read<const D extends SettingsDeclaration>({ value }: DeclaredSettings<D>): Promise<SettingValues<D>> {
    const names = Object.keys(value.settings);
    const stored = await this.options.getMany(names.map((name) => optionOf(value, name)));
    return Object.fromEntries(
      names.map((name) => {
        const option = optionOf(value, name);
        const setting = this.settingOf(option);
        return [name, shownSetting(setting, stored[option], this.profile.args) ?? setting.default];
      }),
    ) as SettingValues<D>;
  }

  /** Validates and writes values, with the hooks and events of `wp/v2/settings`. */
  async update<const D extends SettingsDeclaration>(
    { value }: DeclaredSettings<D>,
    values: Partial<SettingValues<D>>,
    principal: Principal = SYSTEM,
  ): Promise<void> {
    const changes = new Map<PluginSetting, unknown>();
    const problems: Record<string, string> = {};
    for (const [name, sent] of Object.entries(values)) {
      if (!Object.hasOwn(value.settings, name)) throw new TypeError(`There is no setting "${name}".`);
      const setting = this.settingOf(optionOf(value, name));
      const issue = validateValue(sent, setting.schema, name, ownArgs(this.profile.args));
      if (issue) problems[setting.name] = issue.message;
      changes.set(setting, sent);
    }
    if (Object.keys(problems).length > 0) throw invalidParams(problems);
    await this.settings.update(new Map(), changes, principal);
  }

  /** The settings that front ends may read, by option. */
  async readPublic(): Promise<Record<string, unknown>> {
    const names = this.model.settings.filter(({ isPublic }) => isPublic).map(({ option }) => option);
    const stored = names.length > 0 ? await this.options.getMany(names) : {};
    return Object.fromEntries(
      names.map((name) => {
        const setting = this.settingOf(name);
        return [name, shownSetting(setting, stored[name], this.profile.args) ?? setting.default];
      }),
    );
  }

  private settingOf(option: string): PluginSetting {
    const setting = this.registered.find(({ name }) => name === option);
    if (!setting) throw new TypeError(`The settings with the option "${option}" are not declared to this service.`);
    return setting;
  }
}
