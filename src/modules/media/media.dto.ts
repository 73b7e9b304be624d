import { Arg, type DtoClass } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { writeDto } from '../../rest/fields/resource-fields.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { type FilterDeclaration } from '../../content-model/declared-queries.js';
import { addTermFilterArgs } from '../entries/api/assigned-terms.fields.js';
import { addFilterArgs } from '../entries/api/entry-list.dto.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { ENTRY_ID, EntryListDto, idsArg, statusArg } from '../entries/api/entry.dto.js';
import { type CreateEntryValues, EntryIdDto } from '../entries/api/entry-write.dto.js';
import { exposesFileDetails } from './media.fields.js';
import { SideloadedFilesService } from './sideloaded-files.service.js';

export const MEDIA_TYPES = ['image', 'video', 'text', 'application', 'audio'] as const;
const STATUSES = ['inherit', 'private', 'trash'];

export class ListMediaDto extends EntryListDto {
  @Arg(idsArg('Limit to files attached to these entries.'))
  parent!: number[];

  @Arg(idsArg('Exclude files attached to these entries.'))
  parent_exclude!: number[];

  @Arg(statusArg(CORE_MODEL.types.get('attachment')!, 'inherit', () => STATUSES))
  declare status: string[];

  @Arg({
    type: 'string',
    enum: MEDIA_TYPES,
    description: 'Limit to files of this kind.',
    variation: (profile) =>
      exposesFileDetails(profile)
        ? { type: 'array', enum: undefined, items: { type: 'string', enum: MEDIA_TYPES }, default: null }
        : undefined,
  })
  media_type?: string | string[];

  @Arg({
    type: 'string',
    description: 'Limit to files with this MIME type.',
    variation: (profile) =>
      exposesFileDetails(profile) ? { type: 'array', items: { type: 'string' }, default: null } : undefined,
  })
  mime_type?: string | string[];

  tax_relation?: 'AND' | 'OR';
}

export class ReadMediaDto {
  @Arg(ENTRY_ID)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

/** The writable values of a file. */
export interface MediaValues extends Omit<CreateEntryValues, 'parent'> {
  /** Text, or an object with `raw`. */
  description?: unknown;
  caption?: unknown;
  alt_text?: string;
  post?: number;
  generate_sub_sizes?: boolean;
  convert_format?: boolean;
  /** Address of an image to fetch. */
  url?: string;
}

/** The arguments of the list, with a filter for each taxonomy, and those that are declared. */
export function listMediaDto(
  { type, taxonomies }: EntryResource,
  filters: readonly FilterDeclaration[],
): DtoClass<ListMediaDto> {
  class ListDto extends ListMediaDto {}
  addTermFilterArgs(ListDto, taxonomies, 'files');
  addFilterArgs(ListDto, type.name, filters);
  return ListDto;
}

export function createMediaDto({ fields }: EntryResource): DtoClass<MediaValues> {
  class CreateDto extends writeDto<MediaValues>(fields, 'create') {
    @Arg({
      type: 'boolean',
      default: true,
      present: exposesFileDetails,
      description: 'Whether to generate the image sizes during the upload.',
    })
    declare generate_sub_sizes?: boolean;

    @Arg({
      type: 'boolean',
      default: true,
      present: exposesFileDetails,
      description: 'Whether to convert images of formats that browsers cannot display.',
    })
    declare convert_format?: boolean;

    @Arg({
      type: 'string',
      format: 'uri',
      present: exposesFileDetails,
      checkedBy: SideloadedFilesService,
      description: 'Address of an image that is fetched instead of uploading a file.',
    })
    declare url?: string;
  }
  return CreateDto;
}

export const updateMediaDto = ({ fields }: EntryResource) => writeDto<MediaValues>(fields, 'update', EntryIdDto);
