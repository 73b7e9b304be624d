import { Inject, type Type } from '@nestjs/common';
import { type PluginSetting, pluginSettingFields } from './plugin-settings.js';
import { ResourceFields, writeDto } from '../../rest/fields/resource-fields.js';
import { Item, type JsonValue } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { settingNames, type Settings, SETTINGS_FIELDS } from './settings.fields.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsService } from './settings.service.js';

/** The routes of the settings of WordPress and of those that plugins registered. */
export function settingsController(ofPlugins: readonly PluginSetting[]): Type<object> {
  const fields = new ResourceFields<Settings>('settings', { ...SETTINGS_FIELDS, ...pluginSettingFields(ofPlugins) });

  class UpdateSettingsDto extends writeDto<Settings & Record<string, unknown>>(fields, 'update') {}

  @RestController({ namespace: 'wp/v2', base: '/settings', fields })
  class SettingsController {
    constructor(
      private readonly settings: SettingsService,
      @Inject(PROFILE) private readonly profile: Profile,
    ) {}

    @Route({ methods: READABLE, can: can(SettingsPolicy, 'manage') })
    async read(): Promise<Item> {
      return new Item(await this.settings.read());
    }

    /** Not an item with a version: some values are returned as they were sent, not as they are stored and read. */
    @Route({ methods: EDITABLE, args: UpdateSettingsDto, can: can(SettingsPolicy, 'manage') })
    update(@Ctx() ctx: RequestContext, @Args() args: UpdateSettingsDto): Promise<JsonValue> {
      const own = settingNames(this.profile, ctx.site).filter((name) => ctx.request.names(name));
      const sent = ofPlugins.filter(({ name }) => ctx.request.names(name));
      return this.settings.update(
        new Map(own.map((name) => [name, args[name] ?? null])),
        new Map(sent.map((setting) => [setting, args[setting.name] ?? null])),
        ctx.principal,
      );
    }
  }
  return SettingsController;
}
