import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, CollectionArgs, type Context, ContextArgs } from '../../rest/args/common.dto.js';
import { parseSlugList } from '../../text/lists.js';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { idsArg } from '../../modules/entries/entry.dto.js';
import { DeleteEntryArgs, EntryIdArgs } from '../../modules/entries/entry-write.dto.js';
import { checkChangedFamily, type FontSettings, readFamily } from './font-settings.js';
import { FONT_FACE, FONT_FAMILY, THEME_JSON_VERSION } from './fonts.fields.js';

const FAMILY_ID = { type: 'integer', required: true, description: 'Font family ID.' } as const;
const FACE_ID = { type: 'integer', required: true, description: 'Font face ID.' } as const;

export class ListFontsArgs extends CollectionArgs {
  @Arg({ present: () => false })
  declare search?: string;

  @Arg(idsArg('Exclude these IDs.'))
  exclude!: number[];

  @Arg(idsArg('Limit to these IDs.'))
  include!: number[];

  @Arg({ type: 'string', enum: ['exact'], description: 'How search terms are compared.' })
  search_semantics?: 'exact';

  @Arg({ type: 'integer', description: 'Offset of the first entry; overrides the page.' })
  offset?: number;

  @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Sort direction.' })
  order!: 'asc' | 'desc';

  @Arg({ type: 'string', enum: ['id', 'include'], default: 'id', description: 'Field to sort by.' })
  orderby!: 'id' | 'include';
}

export class ListFamiliesArgs extends ListFontsArgs {
  @Arg({
    type: 'array',
    items: { type: 'string' },
    sanitize: (value, _name, _ctx, { text }) => parseSlugList(value, { ...text.slugs, ...text.lists }),
    description: 'Limit to families with one of these slugs.',
  })
  slug?: string[];
}

export class ListFacesArgs extends ListFontsArgs {
  @Arg(FAMILY_ID)
  font_family_id!: number;
}

export class FontFaceIdArgs {
  @Arg(FAMILY_ID)
  font_family_id!: number;
}

export class ReadFamilyArgs extends EntryIdArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class ReadFaceArgs extends ContextArgs {
  @Arg(FAMILY_ID)
  font_family_id!: number;

  @Arg(FACE_ID)
  id!: number;
}

export class DeleteFamilyArgs extends DeleteEntryArgs {}

export class DeleteFaceArgs extends DeleteEntryArgs {
  @Arg(FAMILY_ID)
  font_family_id!: number;

  @Arg(FACE_ID)
  declare id: number;
}

export class CreateFamilyArgs extends writeArgs<{ font_family_settings: FontSettings }>(FONT_FAMILY, 'create') {}

export class UpdateFamilyArgs extends writeArgs<EntryIdArgs>(FONT_FAMILY, 'update', EntryIdArgs) {
  /** Unlike other updates, this one has the default of a creation. */
  @Arg(THEME_JSON_VERSION)
  theme_json_version!: number;

  @Arg({
    type: 'string',
    required: true,
    early: true,
    validate: checkChangedFamily,
    sanitize: readFamily,
    description: 'Changed settings of the family in theme.json format.',
  })
  font_family_settings!: FontSettings;
}

export class CreateFaceArgs extends writeArgs<{ font_family_id: number; font_face_settings: FontSettings }>(
  FONT_FACE,
  'create',
  FontFaceIdArgs,
) {}
