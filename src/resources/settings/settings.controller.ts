import { Inject } from '@nestjs/common';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { type JsonValue } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { settingNames, type Settings, SETTINGS } from './settings.fields.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsService } from './settings.service.js';

class UpdateSettingsArgs extends writeArgs<Settings>(SETTINGS, 'update') {}

@RestController({ namespace: 'wp/v2', base: '/settings', fields: SETTINGS })
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, can: can(SettingsPolicy, 'manage') })
  read(): Promise<JsonValue> {
    return this.settings.read();
  }

  @Route({ methods: EDITABLE, args: UpdateSettingsArgs, can: can(SettingsPolicy, 'manage') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateSettingsArgs): Promise<JsonValue> {
    const named = settingNames(this.profile).filter((name) => ctx.request.names(name));
    return this.settings.update(new Map(named.map((name) => [name, args[name] ?? null])));
  }
}
