import { writeArgs } from '../../rest/fields/resource-fields.js';
import { type CreateEntryValues, EntryIdArgs, type UpdateEntryValues } from '../entries/entry-write.args.js';
import { POSTS } from './posts.fields.js';

export class CreatePostArgs extends writeArgs<CreateEntryValues>(POSTS.fields, 'create') {}

export class UpdatePostArgs extends writeArgs<UpdateEntryValues>(POSTS.fields, 'update', EntryIdArgs) {
  declare id: number;
}
