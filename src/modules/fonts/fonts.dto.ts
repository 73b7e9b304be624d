import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, CollectionDto, type Context, ContextDto } from '../../rest/args/common.dto.js';
import { parseSlugList } from '../../text/lists.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { idsArg } from '../entries/api/entry.dto.js';
import { DeleteEntryDto, EntryIdDto } from '../entries/api/entry-write.dto.js';
import { checkChangedFamily, type FontSettings, readFamily } from './font-settings.validators.js';
import { FONT_FACE, FONT_FAMILY, THEME_JSON_VERSION } from './fonts.fields.js';

const FAMILY_ID = { type: 'integer', required: true, description: 'Font family ID.' } as const;
const FACE_ID = { type: 'integer', required: true, description: 'Font face ID.' } as const;

export class ListFontsDto extends CollectionDto {
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

export class ListFamiliesDto extends ListFontsDto {
  @Arg({
    type: 'array',
    items: { type: 'string' },
    sanitize: (value, _name, { text }) => parseSlugList(value, text),
    description: 'Limit to families with one of these slugs.',
  })
  slug?: string[];
}

export class ListFacesDto extends ListFontsDto {
  @Arg(FAMILY_ID)
  font_family_id!: number;
}

export class FontFaceIdDto {
  @Arg(FAMILY_ID)
  font_family_id!: number;
}

export class ReadFamilyDto extends EntryIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class ReadFaceDto extends ContextDto {
  @Arg(FAMILY_ID)
  font_family_id!: number;

  @Arg(FACE_ID)
  id!: number;
}

export class DeleteFamilyDto extends DeleteEntryDto {}

export class DeleteFaceDto extends DeleteEntryDto {
  @Arg(FAMILY_ID)
  font_family_id!: number;

  @Arg(FACE_ID)
  declare id: number;
}

export class CreateFamilyDto extends writeDto<{ font_family_settings: FontSettings }>(FONT_FAMILY, 'create') {}

export class UpdateFamilyDto extends writeDto<EntryIdDto>(FONT_FAMILY, 'update', EntryIdDto) {
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

export class CreateFaceDto extends writeDto<{ font_family_id: number; font_face_settings: FontSettings }>(
  FONT_FACE,
  'create',
  FontFaceIdDto,
) {}
