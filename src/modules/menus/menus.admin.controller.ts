import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, Reply } from '../../rest/response/reply.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { type EditedMenu, type EditedMenuItem, MenusAdminService } from './menus-admin.service.js';
import { MenusAdminPolicy } from './menus.admin.policy.js';

const MAX_ITEMS = 200;
const whole = { type: 'integer', minimum: 0 } as const;

const ITEM = {
  type: 'object' as const,
  required: ['title', 'type'],
  properties: {
    id: { ...whole, description: 'Item ID; 0 or absent: a new item.' },
    title: { type: 'string' as const, description: 'Text of the link; empty: that of its target.' },
    label: { type: 'string' as const, readonly: true, description: 'The text that visitors see.' },
    type: {
      type: 'string' as const,
      enum: ['custom', 'post_type', 'taxonomy'],
      description: 'A link of its own, an entry or a term.',
    },
    object: { type: 'string' as const, description: 'Post type or taxonomy of the target.' },
    object_id: { ...whole, description: 'ID of the target.' },
    url: { type: 'string' as const, description: 'Address of a link of its own.' },
    depth: { ...whole, description: 'Level: one more than that of the item before it, which it belongs to, or less.' },
  },
};

const MENU = new ResourceFields('menu', {
  id: { description: 'Menu ID.', type: 'integer', readonly: true },
  name: { description: 'Name of the menu.', type: 'string' },
  is_main: { description: 'Whether the header of the site shows it.', type: 'boolean' },
  items: { description: 'Its items, in their order.', type: 'array', items: ITEM },
});

class MenuDto {
  @Arg({ type: 'integer', required: true, description: 'Menu ID.' })
  id!: number;
}

class MenuValuesDto {
  @Arg({ type: 'string', maxLength: 200, description: 'Name of the menu.' })
  name?: string;

  @Arg({ type: 'boolean', description: 'Whether the header of the site shows it.' })
  is_main?: boolean;

  @Arg({ type: 'array', maxItems: MAX_ITEMS, items: ITEM, description: 'All its items, in their order.' })
  items?: Partial<EditedMenuItem>[];
}

class CreateMenuDto extends MenuValuesDto {
  @Arg({ type: 'string', maxLength: 200, required: true, description: 'Name of the menu.' })
  declare name: string;
}

class UpdateMenuDto extends MenuValuesDto {
  @Arg({ type: 'integer', required: true, description: 'Menu ID.' })
  id!: number;
}

const EDIT = can(MenusAdminPolicy, 'edit');
const PATH = '/(?P<id>[\\d]+)';
const itemOf = (menu: EditedMenu) => new Item({ ...menu });

/** Menus with all their items. */
@RestController({ namespace: 'nestpress/v1', base: '/menus', fields: MENU })
export class MenusAdminController {
  constructor(private readonly menus: MenusAdminService) {}

  @Route({ methods: READABLE, can: EDIT, returns: 'list' })
  async list(@Ctx() { site }: RequestContext): Promise<Item[]> {
    return (await this.menus.list(site)).map(itemOf);
  }

  @Route({ methods: CREATABLE, args: CreateMenuDto, can: EDIT })
  async create(@Ctx() ctx: RequestContext, @Args() { name, is_main, items }: CreateMenuDto): Promise<Reply> {
    return new Reply(itemOf(await this.menus.create(ctx, { name, is_main, items: items?.map(complete) })), 201);
  }

  @Route({ methods: READABLE, path: PATH, args: MenuDto, can: EDIT })
  async read(@Ctx() { site }: RequestContext, @Args() { id }: MenuDto): Promise<Item> {
    return itemOf(await this.menus.read(site, id));
  }

  @Route({ methods: CREATABLE, path: PATH, args: UpdateMenuDto, can: EDIT })
  async update(@Ctx() ctx: RequestContext, @Args() { id, name, is_main, items }: UpdateMenuDto): Promise<Item> {
    return itemOf(await this.menus.update(ctx, id, { name, is_main, items: items?.map(complete) }));
  }

  @Route({ methods: DELETABLE, path: PATH, args: MenuDto, can: EDIT })
  async delete(@Ctx() ctx: RequestContext, @Args() { id }: MenuDto): Promise<Record<string, unknown>> {
    return { deleted: true, previous: { ...(await this.menus.delete(ctx, id)) } };
  }
}

const complete = (item: Partial<EditedMenuItem>): EditedMenuItem => ({
  ...{ id: 0, title: '', type: 'custom', object: '', object_id: 0, url: '', depth: 0 },
  ...item,
});
