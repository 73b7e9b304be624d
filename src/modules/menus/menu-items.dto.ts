import { MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItemKind } from './menu-item.js';
import { Arg, type DtoClass } from '../../rest/args/arg.decorator.js';
import { toInteger } from '../../text/php/php-values.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type ListEntriesDto, listEntriesDto } from '../entries/api/entry-list.dto.js';
import { DeleteEntryDto, EntryIdDto } from '../entries/api/entry-write.dto.js';
import { MENU_ITEM } from './menu-items.fields.js';

/** Values of a menu item as a client sends them. */
export interface MenuItemInput {
  /** Text, or an object with `raw`. */
  title: unknown;
  status: string;
  url: string;
  attr_title: string;
  description: string;
  type: MenuItemKind;
  object: string;
  object_id: number;
  parent: number;
  menu_order: number;
  target: string;
  classes: string[];
  xfn: string[];
  menus: number;
  meta: unknown;
}

export class ReadMenuItemDto extends EntryIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class DeleteMenuItemDto extends DeleteEntryDto {}

export class CreateMenuItemDto extends writeDto<MenuItemInput>(MENU_ITEM, 'create') {}

export class UpdateMenuItemDto extends writeDto<MenuItemInput & EntryIdDto>(MENU_ITEM, 'update', EntryIdDto) {}

/** The arguments of every list of entries; items are sorted by their position, and usually listed completely. */
export function listMenuItemsDto(model: ContentModel): DtoClass<ListEntriesDto> {
  const type = model.types.get(MENU_ITEM_TYPE)!;
  class ListMenuItemsDto extends listEntriesDto(type, [model.taxonomies.get(MENU_TAXONOMY)!]) {
    @Arg({
      type: 'integer',
      default: 100,
      minimum: 1,
      maximum: 100,
      early: true,
      sanitize: (value) => Math.abs(toInteger(value)),
      description: 'Maximum number of items per page.',
    })
    declare per_page: number;

    @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Sort direction.' })
    declare order: 'asc' | 'desc';

    @Arg({
      type: 'string',
      enum: (profile) => [...profile.entries.orderby, 'menu_order'],
      default: 'menu_order',
      description: 'Field to sort by.',
    })
    declare orderby: string;

    @Arg({ type: 'integer', description: 'Limit to items at this position in their menu.' })
    declare menu_order?: number;
  }
  return ListMenuItemsDto;
}
