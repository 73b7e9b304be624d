import { writeDto } from '../../rest/fields/resource-fields.js';
import { type Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import {
  type GlobalStylesIdDto,
  type GlobalStylesValues,
  ReadGlobalStylesDto,
  UpdateGlobalStylesDto,
} from './global-styles.dto.js';
import { GLOBAL_STYLES } from './global-styles.fields.js';
import { GlobalStylesPolicy } from './global-styles.policy.js';
import { GlobalStylesService } from './global-styles.service.js';

const UpdateDto = writeDto<GlobalStylesValues>(GLOBAL_STYLES, 'update', UpdateGlobalStylesDto);
const ITEM = '/(?P<id>[\\/\\d+]+)';

@RestController({ namespace: 'wp/v2', base: '/global-styles', fields: GLOBAL_STYLES, allowsBatch: 'refused' })
export class GlobalStylesController {
  constructor(private readonly styles: GlobalStylesService) {}

  @Route({ methods: READABLE, path: ITEM, args: ReadGlobalStylesDto, can: can(GlobalStylesPolicy, 'read') })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadGlobalStylesDto): Promise<Item> {
    return this.styles.read(ctx, id, context);
  }

  @Route({ methods: EDITABLE, path: ITEM, args: UpdateDto, can: can(GlobalStylesPolicy, 'write') })
  update(@Ctx() ctx: RequestContext, @Args() args: GlobalStylesIdDto & Partial<GlobalStylesValues>): Promise<Item> {
    return this.styles.update(ctx, args);
  }
}
