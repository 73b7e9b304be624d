import { Inject, Injectable } from '@nestjs/common';
import { isSoundSetting, PLUGIN_SETTINGS, type PluginSetting, shownSetting, storedSetting } from './plugin-settings.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { Database, type Transaction } from '../../database/database.js';
import { type Principal, SYSTEM } from '../../access/principal.js';
import { ContentEvents } from '../../hooks/content-events.service.js';
import { WriteHooks } from '../../hooks/write-hooks.service.js';
import { lockNames } from '../../database/named-locks.js';
import { OptionsStore } from '../../database/options.store.js';
import { isTruthy, PhpArray, type PhpValue, toInteger, toText } from '../../text/php/index.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { sanitizeValue } from '../../rest/args/sanitize-value.js';
import { validateValue } from '../../rest/args/validate-value.js';
import { SITE_SETTINGS, SiteService } from '../../site/site.service.js';
import { type SiteSettings } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { emptyAsList } from '../meta/meta-values.js';
import {
  OPTION_OF,
  type SettingName,
  settingNames,
  type Settings,
  SETTINGS_FIELDS,
  type SettingValue,
  cleanSetting,
  UNCHANGED,
} from './settings.fields.js';

@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly notifications: NotificationsService,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
    @Inject(PLUGIN_SETTINGS) private readonly pluginSettings: readonly PluginSetting[],
    private readonly sites: SiteService,
    @Inject(SITE_SETTINGS) private readonly site: SiteSettings,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Reads the current values: other processes may have changed them moments ago, and the requester may write them back. */
  async read(): Promise<Settings & Record<string, unknown>> {
    this.options.forget();
    const names = settingNames(this.profile, await this.sites.current());
    const stored = await Promise.all(names.map((name) => this.stored(name)));
    const own = Object.fromEntries(names.map((name, index) => [name, this.present(name, stored[index])])) as Settings;
    return { ...own, ...(await this.ofPlugins()) };
  }

  private async ofPlugins(): Promise<Record<string, unknown>> {
    const options = await this.options.getMany(this.pluginSettings.map(({ name }) => name));
    const { args } = this.profile;
    return Object.fromEntries(
      this.pluginSettings.map((setting) => [setting.name, shownSetting(setting, options[setting.name], args)]),
    );
  }

  /** Null resets a setting to its default. All changes are applied together or not at all. */
  async update(
    requested: ReadonlyMap<SettingName, SettingValue>,
    ofPlugins: ReadonlyMap<PluginSetting, unknown> = new Map(),
    principal: Principal = SYSTEM,
  ): Promise<Settings> {
    for (const [name, value] of requested) {
      if (value === null && !this.isValidStoredValue(name, await this.stored(name))) throw invalidStoredValue(name);
    }
    for (const [setting, value] of ofPlugins) {
      const isSound = isSoundSetting(setting, await this.options.get(setting.name), this.profile.args);
      if (value === null && !isSound) throw invalidStoredValue(setting.name);
    }
    const site = await this.sites.current();
    const written = new Map<SettingName, SettingValue>();
    await this.database.transaction(async (tx) => {
      written.clear();
      // The settings are one item of several rows.
      await lockNames(tx, this.database, ['settings']);
      const [changes, plugins] = await this.decide(tx, requested, ofPlugins, principal);
      for (const [name, value] of changes) {
        const cleaned = value === null ? null : cleanSetting(name, value, site);
        if (cleaned === UNCHANGED) continue;
        if (name === 'email') await this.tellOldAddress(tx, toText(cleaned));
        if (cleaned === null) await this.options.delete(tx, OPTION_OF[name]);
        else await this.options.set(tx, OPTION_OF[name], cleaned);
        if (cleaned !== null) written.set(name, cleaned);
      }
      for (const [setting, value] of plugins)
        if (value === null) await this.options.delete(tx, setting.name);
        else await this.options.set(tx, setting.name, storedSetting(setting, value, this.profile.args));
      const settings = [...changes.keys(), ...[...plugins.keys()].map(({ name }) => name)];
      await this.events.emit(tx, 'settings.updated', principal, { settings });
    });
    // The values just written are returned as they were sent, not as the options table stores them (false is stored as '').
    const { args } = this.profile;
    const sent = [...ofPlugins].flatMap(([{ name, schema }, value]) =>
      value === null ? [] : [[name, emptyAsList(sanitizeValue(value, schema, args))]],
    );
    return { ...(await this.read()), ...this.reported(written), ...Object.fromEntries(sent) };
  }

  /** The settings to write, after the hooks; a hook may add settings that the request does not have. */
  private async decide(
    tx: Transaction,
    own: ReadonlyMap<SettingName, SettingValue>,
    ofPlugins: ReadonlyMap<PluginSetting, unknown>,
    principal: Principal,
  ): Promise<[ReadonlyMap<SettingName, SettingValue>, ReadonlyMap<PluginSetting, unknown>]> {
    if (!this.hooks.has('settings')) return [own, ofPlugins];
    const requested: Record<string, unknown> = Object.fromEntries([
      ...own,
      ...[...ofPlugins].map(([{ name }, value]) => [name, value] as const),
    ]);
    const ownNames = settingNames(this.profile, await this.sites.current());
    const names = [...ownNames, ...this.pluginSettings.map(({ name }) => name)];
    const values = await this.hooks.decide('settings', tx, { action: 'update', principal }, requested, names);
    const has = ({ name }: { name: string }) => Object.hasOwn(values, name);
    return [
      new Map(ownNames.filter((name) => has({ name })).map((name) => [name, values[name] as SettingValue])),
      new Map(this.pluginSettings.filter(has).map((setting) => [setting, values[setting.name]])),
    ];
  }

  private async tellOldAddress(tx: Transaction, email: string): Promise<void> {
    const before = toText(await this.options.getForUpdate(tx, OPTION_OF.email));
    if (before !== '' && before !== email) await this.notifications.siteEmailChanged(tx, before, email);
  }

  private reported(written: ReadonlyMap<SettingName, SettingValue>): Partial<Settings> {
    return Object.fromEntries(
      [...written]
        .filter(([name]) => name !== 'url' || !this.site.siteUrl)
        .map(([name, value]) => [name, this.present(name, value)]),
    );
  }

  private async stored(name: SettingName): Promise<PhpValue | undefined> {
    if (name === 'url' && this.site.siteUrl !== undefined) return this.site.siteUrl;
    return (await this.options.get(OPTION_OF[name])) ?? (SETTINGS_FIELDS[name].default as PhpValue | null) ?? undefined;
  }

  private isValidStoredValue(name: SettingName, value: PhpValue | undefined): boolean {
    if (value === undefined || value === null || value instanceof PhpArray) return !(value instanceof PhpArray);
    return (
      !this.profile.settings.nullsInvalidSettings ||
      validateValue(value, SETTINGS_FIELDS[name], name, this.profile.args) === undefined
    );
  }

  private present(name: SettingName, value: PhpValue | undefined): SettingValue {
    if (value === undefined || value === null || !this.isValidStoredValue(name, value)) return null;
    const { type } = SETTINGS_FIELDS[name];
    if (this.profile.settings.nullsInvalidSettings)
      return sanitizeValue(value, SETTINGS_FIELDS[name], this.profile.args) as SettingValue;
    return type === 'integer' ? toInteger(value) : type === 'boolean' ? isTruthy(value) : toText(value);
  }
}

function invalidStoredValue(name: string): RestError {
  return new RestError('rest_invalid_stored_value', `The stored value of ${name} is invalid and cannot be reset.`, 500);
}
