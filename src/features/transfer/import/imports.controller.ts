import { Arg } from '../../../rest/args/index.js';
import { dateTime, integer, ResourceFields, text } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { Item, type JsonValue, Reply } from '../../../rest/response/index.js';
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
} from '../../../rest/route/index.js';
import { receiveUpload } from '../../../modules/media/index.js';
import { TransferPolicy } from '../transfer.policy.js';
import { type ImportState, UploadedImportsService } from './uploaded-imports.service.js';

const ITEM = '/(?P<id>[\\d]+)';
const IMPORT = can(TransferPolicy, 'import');
const object = (description: string) => ({ description, type: 'object' as const, readonly: true });

const FIELDS = new ResourceFields('import', {
  id: integer('Import ID.'),
  name: text('Name of the file.'),
  size: integer('Size of the file in bytes.'),
  created: dateTime('When the file was uploaded, in UTC.'),
  state: text('ready, running, done or failed.'),
  contents: object('What the file contains: site, entries by type, comments, terms, authors and their names.'),
  progress: { description: 'From 0 to 1.', type: 'number', readonly: true },
  imported: integer('Entries that were imported so far.'),
  error: text('Why it failed.'),
  result: object('What was imported, with notes about what was left out; null until it is done.'),
});

class ImportIdDto {
  @Arg({ type: 'integer', required: true, description: 'Import ID.' })
  id!: number;
}

class StartDto extends ImportIdDto {
  @Arg({
    type: 'boolean',
    default: false,
    description: 'Whether authors without an account get one; otherwise their entries belong to the requester.',
  })
  create_authors!: boolean;

  @Arg({ type: 'boolean', default: false, description: 'Whether files are downloaded from the other site.' })
  fetch_files!: boolean;
}

/** Imports of export files of WordPress. */
@RestController({ namespace: 'nestpress/v1', base: '/imports', fields: FIELDS })
export class ImportsController {
  constructor(private readonly imports: UploadedImportsService) {}

  @Route({ methods: READABLE, can: IMPORT })
  async list(): Promise<Reply> {
    return new Reply((await this.imports.list()).map(present));
  }

  /** The file is in the form field `file`, or the body itself. */
  @Route({ methods: CREATABLE, can: IMPORT, body: { upload: 'import' } })
  async create(@Ctx() { request, principal }: RequestContext): Promise<Reply> {
    return new Reply(present(await this.imports.add(await receiveUpload(request), principal)), 201);
  }

  @Route({ methods: READABLE, path: ITEM, args: ImportIdDto, can: IMPORT })
  async read(@Args() { id }: ImportIdDto): Promise<Item> {
    return present(await this.imports.find(id));
  }

  /** Starts it, or starts it again after a failure. */
  @Route({ methods: EDITABLE, path: ITEM, args: StartDto, can: IMPORT })
  async start(@Ctx() { principal }: RequestContext, @Args() args: StartDto): Promise<Item> {
    const createAuthors = args.create_authors && principal.can('create_users');
    return present(await this.imports.start(args.id, { createAuthors, fetchFiles: args.fetch_files }, principal));
  }

  @Route({ methods: DELETABLE, path: ITEM, args: ImportIdDto, can: IMPORT })
  async delete(@Ctx() { principal }: RequestContext, @Args() { id }: ImportIdDto): Promise<JsonValue> {
    return { deleted: true, previous: present(await this.imports.delete(id, principal)).members };
  }
}

function present({ row, summary, result, ...state }: ImportState): Item {
  const { id, name, size, createdAt } = row;
  return new Item({
    id,
    name,
    size: Number(size),
    created: new Date(Number(createdAt)).toISOString(),
    ...state,
    contents: summary,
    result: result ?? null,
  } as unknown as Item['members']);
}
