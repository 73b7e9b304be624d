import { writeArgs } from '../../rest/fields/resource-fields.js';
import { type CreateEntryValues, EntryIdArgs, type UpdateEntryValues } from '../entries/entry-write.args.js';
import { PAGES } from './pages.fields.js';

export class CreatePageArgs extends writeArgs<CreateEntryValues>(PAGES.fields, 'create') {}

export class UpdatePageArgs extends writeArgs<UpdateEntryValues>(PAGES.fields, 'update', EntryIdArgs) {
  declare id: number;
}
