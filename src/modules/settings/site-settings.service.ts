import { type INestApplicationContext } from '@nestjs/common';
import {
  type SettingName,
  settingNames,
  type Settings,
  SETTINGS_FIELDS,
  type SettingValue,
  cleanSetting,
  UNCHANGED,
} from './settings.fields.js';
import { SettingsService } from './settings.service.js';
import { sanitizeValue } from '../../rest/args/sanitize-value.js';
import { validateValue } from '../../rest/args/validate-value.js';
import { type Site } from '../../site/site.js';
import { SiteService } from '../../site/site.service.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { CliFailure } from '../../platform/command-line/cli.js';

/** The settings of the REST API, by name and as text. */
export class SiteSettingsService {
  private readonly settings: SettingsService;
  private readonly profile: Profile;
  private readonly sites: SiteService;

  constructor(app: INestApplicationContext) {
    this.settings = app.get(SettingsService);
    this.profile = app.get<Profile>(PROFILE);
    this.sites = app.get(SiteService);
  }

  all(): Promise<Settings> {
    return this.settings.read();
  }

  async get(name: string): Promise<SettingValue> {
    return (await this.settings.read())[settingName(name, this.profile, await this.sites.current())];
  }

  /** Stores the value and returns it as the REST API shows it. */
  async set(input: string, text: string): Promise<SettingValue> {
    const site = await this.sites.current();
    const name = settingName(input, this.profile, site);
    const schema = SETTINGS_FIELDS[name];
    const problem = validateValue(text, schema, name, this.profile.args);
    if (problem !== undefined) throw new CliFailure(problem.message);
    const value = sanitizeValue(text, schema, this.profile.args) as SettingValue;
    // The REST API ignores such values silently.
    if (cleanSetting(name, value, site) === UNCHANGED)
      throw new CliFailure(`${JSON.stringify(text)} is not a valid ${name}.`);
    return (await this.settings.update(new Map([[name, value]])))[name];
  }
}

function settingName(name: string, profile: Profile, site: Site): SettingName {
  const names = settingNames(profile, site);
  const setting = names.find((candidate) => candidate === name);
  if (setting === undefined)
    throw new CliFailure(`There is no setting ${JSON.stringify(name)}. Settings: ${names.join(', ')}.`);
  return setting;
}
