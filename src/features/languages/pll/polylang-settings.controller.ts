import { writeDto } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { type Item } from '../../../rest/response/index.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { LanguagesPolicy } from './languages.policy.js';
import { SETTINGS_FIELDS } from './polylang-settings.fields.js';
import { PolylangSettingsService } from './polylang-settings.service.js';

class UpdatePolylangDto extends writeDto<Record<string, unknown>>(SETTINGS_FIELDS, 'update') {}

/** The settings of Polylang. */
@RestController({ namespace: 'pll/v1', base: '/settings', fields: SETTINGS_FIELDS, allowsBatch: true })
export class PolylangSettingsController {
  constructor(private readonly settings: PolylangSettingsService) {}

  @Route({ methods: READABLE, can: can(LanguagesPolicy, 'settings') })
  read(@Ctx() ctx: RequestContext): Promise<Item> {
    return this.settings.read(ctx);
  }

  @Route({ methods: EDITABLE, args: UpdatePolylangDto, can: can(LanguagesPolicy, 'settings') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdatePolylangDto): Promise<Item> {
    return this.settings.update(ctx, args);
  }
}
