import { Arg } from '../../rest/args/arg.decorator.js';
import { ENTRY_ID } from './entry.args.js';

/** Members of an entry as a client sends them; term ids besides, see `termIds`. A resource has only those of its own field table. */
export interface EntryWriteValues {
  date: string;
  date_gmt: string;
  slug: string;
  status: string;
  password: string;
  /** Text, or an object with `raw`; anything else is ignored. */
  title: unknown;
  content: unknown;
  excerpt: unknown;
  author: number;
  featured_media: number;
  comment_status: string;
  ping_status: string;
  parent: number;
  menu_order: number;
  sticky: boolean;
  template: string;
  format: string;
  meta: unknown;
}

export type CreateEntryValues = Partial<EntryWriteValues>;

/** In a body the id is stronger than in the path: permission and operation both go by it. */
export class EntryIdArgs {
  @Arg(ENTRY_ID)
  id!: number;
}

export type UpdateEntryValues = EntryIdArgs & Partial<EntryWriteValues>;

export class DeleteEntryArgs extends EntryIdArgs {
  @Arg({
    type: 'boolean',
    default: false,
    description: 'Whether to delete it for good instead of moving it to the trash.',
  })
  force!: boolean;
}
