import { Injectable, Logger } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { ContentService } from '../../modules/content/index.js';
import { RestError } from '../../rest/errors/index.js';
import { SiteService } from '../../site/index.js';
import { packageVersion } from '../../platform/config/index.js';
import { type AgentTool } from './agent-tool.js';
import { AgentToolsService } from './agent-tools.service.js';
import { type McpSettings } from './mcp-settings.service.js';
import { OfferedToolsService } from './offered-tools.service.js';

/** Entries of each type that the list of resources has. */
const LISTED = 20;
const URI = /^nestpress:\/\/([\w-]+)\/(\d+)$/;
const JSON_TYPE = 'application/json';

/** Who calls, and what the site allows. */
export interface AgentSession {
  readonly principal: Principal;
  readonly settings: McpSettings;
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Loaded with the first request: most sites have no agents. */
async function loadSdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport: Transport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { Server, Transport, types };
}

/** Responds to messages of the Model Context Protocol. Every request stands alone, so any process can respond. */
@Injectable()
export class McpServerService {
  private readonly logger = new Logger('Mcp');
  private sdk?: Promise<Sdk>;

  constructor(
    private readonly tools: AgentToolsService,
    private readonly offered: OfferedToolsService,
    private readonly content: ContentService,
    private readonly model: ContentModel,
    private readonly sites: SiteService,
  ) {}

  async respond(request: Request, message: unknown, session: AgentSession): Promise<Response> {
    const sdk = await (this.sdk ??= loadSdk());
    const transport = new sdk.Transport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    const server = await this.serverFor(sdk, session);
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(request, { parsedBody: message });
      return new Response(await response.text(), { status: response.status, headers: response.headers });
    } finally {
      await server.close();
    }
  }

  private async serverFor({ Server, types }: Sdk, session: AgentSession) {
    const site = await this.sites.current();
    const server = new Server(
      { name: 'nestpress', title: site.option('blogname'), version: packageVersion(), websiteUrl: site.home },
      { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(session) },
    );
    server.setRequestHandler(types.ListToolsRequestSchema, () => ({
      tools: this.offered.common(session.principal, session.settings).map(presentTool),
    }));
    server.setRequestHandler(types.CallToolRequestSchema, ({ params }) =>
      this.call(session, params.name, params.arguments ?? {}),
    );
    server.setRequestHandler(types.ListResourcesRequestSchema, async () => ({
      resources: await this.resources(session),
    }));
    server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: [
        {
          uriTemplate: 'nestpress://{type}/{id}',
          name: 'entry',
          description: `An entry of the site. Types: ${this.types.map(({ name }) => name).join(', ')}.`,
          mimeType: JSON_TYPE,
        },
      ],
    }));
    server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
      const text = JSON.stringify(
        await this.readEntry(session, uri).catch((error: unknown) => {
          const { message } = this.problemOf(error);
          throw new types.McpError(types.ErrorCode.InvalidParams, message);
        }),
      );
      return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
    });
    return server;
  }

  /** A refused call is a result, so that the agent reads the reason. */
  private async call({ principal, settings }: AgentSession, name: string, input: Record<string, unknown>) {
    try {
      const result = await this.tools.call(principal, settings, name, input);
      return { content: [{ type: 'text' as const, text: JSON.stringify(result) }] };
    } catch (error) {
      return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(this.problemOf(error)) }] };
    }
  }

  private problemOf(error: unknown): { code: string; message: string; data?: unknown } {
    if (error instanceof RestError) return error.body;
    this.logger.error('A call of an agent failed', error instanceof Error ? error.stack : String(error));
    return { code: 'internal_server_error', message: 'The call failed.' };
  }

  private get types() {
    return this.model.restTypes.filter(({ viewable }) => viewable);
  }

  /** The latest entries of each type. */
  private async resources({ principal }: AgentSession) {
    const query = { per_page: LISTED, _fields: 'id,title,modified_gmt' };
    const lists = await Promise.all(
      this.types.map(async ({ name, route }) => {
        const { body } = await this.content.request(principal, { method: 'GET', route, query });
        return (body as { id: number; title: { rendered: string }; modified_gmt: string }[]).map((entry) => ({
          uri: `nestpress://${name}/${entry.id}`,
          name: `${name}-${entry.id}`,
          title: entry.title.rendered,
          mimeType: JSON_TYPE,
          annotations: { lastModified: `${entry.modified_gmt}Z` },
        }));
      }),
    );
    return lists.flat();
  }

  private async readEntry({ principal }: AgentSession, uri: string): Promise<unknown> {
    const [, name, id] = URI.exec(uri) ?? [];
    const type = this.types.find((candidate) => candidate.name === name);
    if (!type) throw new RestError('mcp_unknown_resource', `There is no resource ${uri}.`, 404);
    return (await this.content.request(principal, { method: 'GET', route: `${type.route}/${id}` })).body;
  }
}

function presentTool({ name, description, inputSchema, does, method }: AgentTool) {
  return {
    name,
    description,
    inputSchema,
    annotations: {
      readOnlyHint: does === 'read',
      destructiveHint: does === 'delete',
      idempotentHint: method !== 'POST',
      openWorldHint: false,
    },
  };
}

function instructionsFor({ principal, settings }: AgentSession): string {
  const isReadOnly = settings.read_only || principal.limits?.readOnly;
  return [
    `You act for ${principal.displayName || principal.login}, with the permissions of this user.`,
    isReadOnly && 'You can only read.',
    !isReadOnly && !settings.publish && 'You can write drafts, but neither publish nor change what is published.',
    !isReadOnly && !settings.delete && 'You cannot delete.',
    !isReadOnly && 'Everything you write is recorded.',
  ]
    .filter(Boolean)
    .join(' ');
}
