import { type Type } from '@nestjs/common';
import { MENU_ITEM_TYPE, MENU_TAXONOMY } from './menu-item.js';
import { type Item, type JsonValue, type Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type ListEntriesDto, typeFilters } from '../entries/api/entry-list.dto.js';
import { entryQuery } from '../entries/api/entry.dto.js';
import {
  CreateMenuItemDto,
  DeleteMenuItemDto,
  listMenuItemsDto,
  ReadMenuItemDto,
  UpdateMenuItemDto,
} from './menu-items.dto.js';
import { MENU_ITEM } from './menu-items.fields.js';
import { MenuItemsPolicy } from './menu-items.policy.js';
import { MenuItemsService } from './menu-items.service.js';

const ONE = '/(?P<id>[\\d]+)';

/** The routes of menu items. The filters of their list follow from the content model. */
export function menuItemsController(model: ContentModel): Type<object> {
  const type = model.types.get(MENU_ITEM_TYPE)!;
  const taxonomies = [model.taxonomies.get(MENU_TAXONOMY)!];
  const ListDto = listMenuItemsDto(model);

  @RestController({
    namespace: type.restNamespace,
    base: `/${type.restBase!}`,
    fields: MENU_ITEM,
    allowsBatch: true,
  })
  class MenuItemsController {
    constructor(private readonly items: MenuItemsService) {}

    @Route({ methods: READABLE, args: ListDto, can: can(MenuItemsPolicy, 'list') })
    list(@Ctx() ctx: RequestContext, @Args() args: ListEntriesDto): Promise<Reply> {
      const query = entryQuery(ctx, { type }, args);
      return this.items.list(ctx, args, { ...query, ...typeFilters(args, taxonomies, query, ctx) });
    }

    @Route({ methods: CREATABLE, args: CreateMenuItemDto, can: can(MenuItemsPolicy, 'create') })
    create(@Ctx() ctx: RequestContext, @Args() args: CreateMenuItemDto): Promise<Reply> {
      return this.items.create(ctx, args);
    }

    @Route({ methods: READABLE, path: ONE, args: ReadMenuItemDto, can: can(MenuItemsPolicy, 'read') })
    read(@Ctx() ctx: RequestContext, @Args() args: ReadMenuItemDto): Promise<Item> {
      return this.items.read(ctx, args.id, args.context);
    }

    @Route({ methods: EDITABLE, path: ONE, args: UpdateMenuItemDto, can: can(MenuItemsPolicy, 'update') })
    update(@Ctx() ctx: RequestContext, @Args() args: UpdateMenuItemDto): Promise<Item> {
      return this.items.update(ctx, args.id!, args);
    }

    @Route({ methods: DELETABLE, path: ONE, args: DeleteMenuItemDto, can: can(MenuItemsPolicy, 'delete') })
    delete(@Ctx() ctx: RequestContext, @Args() args: DeleteMenuItemDto): Promise<JsonValue> {
      return this.items.delete(ctx, args.id, args.force);
    }
  }
  return MenuItemsController;
}
