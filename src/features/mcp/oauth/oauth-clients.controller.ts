import { Arg } from '../../../rest/args/index.js';
import { invalidParams, RestError } from '../../../rest/errors/index.js';
import { dateTime, ResourceFields, text } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { Item, Reply } from '../../../rest/response/index.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
  SitePolicy,
} from '../../../rest/route/index.js';
import { cleanTextField, toText, utcIsoText } from '../../../text/index.js';
import { type ListedClient, OAuthClientsService } from './oauth-clients.service.js';
import { OAuthError } from './oauth-error.js';

const NAME = { type: 'string' as const, description: 'Name of the client, as its users see it.', maxLength: 190 };
const REDIRECTS = {
  type: 'array' as const,
  items: { type: 'string' as const },
  description: 'Addresses that users may return to.',
};

const CLIENT = new ResourceFields('mcp-client', {
  id: { type: 'integer', description: 'ID of the entry.', readonly: true },
  client_id: text('What the client sends as `client_id`.'),
  name: NAME,
  redirect_uris: REDIRECTS,
  registered_itself: { type: 'boolean', description: 'Whether the client registered itself.', readonly: true },
  created: dateTime('When it was entered, in UTC.'),
});

class CreateClientDto {
  @Arg({ ...NAME, required: true, minLength: 1, sanitize: (value) => cleanTextField(toText(value)) })
  name!: string;

  @Arg({ ...REDIRECTS, required: true })
  redirect_uris!: string[];
}

class ClientIdDto {
  @Arg({ type: 'integer', required: true, description: 'ID of the entry.' })
  id!: number;
}

const MANAGE = can(SitePolicy, 'manage');

/** The programs that users may connect as agents. */
@RestController({ namespace: 'nestpress/v1', base: '/mcp/clients', fields: CLIENT })
export class OAuthClientsController {
  constructor(private readonly clients: OAuthClientsService) {}

  @Route({ methods: READABLE, can: MANAGE, returns: 'list' })
  async list(): Promise<Item[]> {
    return (await this.clients.list()).map(present);
  }

  @Route({ methods: CREATABLE, args: CreateClientDto, can: MANAGE })
  async create(@Ctx() { principal }: RequestContext, @Args() args: CreateClientDto): Promise<Reply> {
    const values = { name: args.name, redirects: args.redirect_uris };
    const created = await this.clients.create(values, principal).catch((error: unknown) => {
      throw error instanceof OAuthError ? invalidParams({ redirect_uris: error.message }) : error;
    });
    return new Reply(present(created), 201);
  }

  /** Ends the access of everybody who connected it. */
  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: ClientIdDto, can: MANAGE })
  async delete(@Ctx() { principal }: RequestContext, @Args() { id }: ClientIdDto): Promise<object> {
    if (!(await this.clients.delete(id, principal)))
      throw new RestError('mcp_client_unknown', 'There is no such client.', 404);
    return { deleted: true };
  }
}

function present({ id, client, name, redirects, isDynamic, createdAt }: ListedClient): Item {
  return new Item({
    ...{ id, client_id: client, name, redirect_uris: [...redirects], registered_itself: Number(isDynamic) === 1 },
    created: utcIsoText(new Date(Number(createdAt) * 1000)),
  });
}
