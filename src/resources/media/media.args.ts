import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.args.js';
import { writeArgs } from '../../rest/fields/resource-fields.js';
import { CORE_MODEL } from '../../site/model/content-model.js';
import { ENTRY_ID, EntryListArgs, idsArg, statusArg } from '../entries/entry.args.js';
import { type CreateEntryValues, EntryIdArgs } from '../entries/entry-write.args.js';
import { MEDIA } from './media.fields.js';

export const MEDIA_TYPES = ['image', 'video', 'text', 'application', 'audio'] as const;
const STATUSES = ['inherit', 'private', 'trash'];

export class ListMediaArgs extends EntryListArgs {
  @Arg(idsArg('Keep only files of these entries.'))
  parent!: number[];

  @Arg(idsArg('Leave out files of these entries.'))
  parent_exclude!: number[];

  @Arg(statusArg(CORE_MODEL.types.get('attachment')!, 'inherit', () => STATUSES))
  declare status: string[];

  @Arg({ type: 'string', enum: MEDIA_TYPES, description: 'Keep only files of this kind.' })
  media_type?: (typeof MEDIA_TYPES)[number];

  @Arg({ type: 'string', description: 'Keep only files of exactly this media type.' })
  mime_type?: string;
}

export class ReadMediaArgs {
  @Arg(ENTRY_ID)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

/** What a client may send about a file. */
export interface MediaValues extends Omit<CreateEntryValues, 'parent'> {
  /** Text, or an object with `raw`. */
  description?: unknown;
  caption?: unknown;
  alt_text?: string;
  post?: number;
}

export class CreateMediaArgs extends writeArgs<MediaValues>(MEDIA.fields, 'create') {}

export class UpdateMediaArgs extends writeArgs<MediaValues>(MEDIA.fields, 'update', EntryIdArgs) {
  declare id: number;
}
