import { Arg } from '../../rest/args/index.js';
import { ResourceFields } from '../../rest/fields/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Item } from '../../rest/response/index.js';
import { Args, can, Ctx, EDITABLE, READABLE, RestController, Route, SitePolicy } from '../../rest/route/index.js';
import { type Site } from '../../site/index.js';
import { type McpSettings, McpSettingsService } from './mcp-settings.service.js';

const flag = (description: string) => ({ description, type: 'boolean' as const });
const ENABLED = flag('Whether agents may connect.');
const READ_ONLY = flag('Whether agents only read.');
const PUBLISH = flag('Whether agents may publish entries and change published ones.');
const DELETE = flag('Whether agents may delete.');
const REGISTRATION = flag('Whether programs may register themselves, to be connected by users (RFC 7591).');

const MCP = new ResourceFields('mcp', {
  enabled: ENABLED,
  read_only: READ_ONLY,
  publish: PUBLISH,
  delete: DELETE,
  registration: REGISTRATION,
  url: { description: 'Where agents connect to.', type: 'string', format: 'uri', readonly: true },
});

class UpdateMcpDto {
  @Arg(ENABLED)
  enabled?: boolean;

  @Arg(READ_ONLY)
  read_only?: boolean;

  @Arg(PUBLISH)
  publish?: boolean;

  @Arg(DELETE)
  delete?: boolean;

  @Arg(REGISTRATION)
  registration?: boolean;
}

const MANAGE = can(SitePolicy, 'manage');

@RestController({ namespace: 'nestpress/v1', base: '/mcp', fields: MCP })
export class McpSettingsController {
  constructor(private readonly settings: McpSettingsService) {}

  @Route({ methods: READABLE, can: MANAGE })
  async read(@Ctx() { site }: RequestContext): Promise<Item> {
    return present(await this.settings.read(), site);
  }

  @Route({ methods: EDITABLE, args: UpdateMcpDto, can: MANAGE })
  async update(@Ctx() { principal, site }: RequestContext, @Args() args: UpdateMcpDto): Promise<Item> {
    return present(await this.settings.update(args, principal), site);
  }
}

function present(settings: McpSettings, { serviceHome }: Site): Item {
  return new Item({ ...settings, url: `${serviceHome}/mcp` });
}
