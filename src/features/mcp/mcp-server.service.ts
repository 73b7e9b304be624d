import { type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Injectable, Logger } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { RestError } from '../../rest/errors/index.js';
import { SiteService } from '../../site/index.js';
import { packageVersion } from '../../platform/config/index.js';
import { isMap } from '../../text/index.js';
import { AgentImagesService, VIEW_IMAGE } from './agent-images.service.js';
import { type AgentPrompt, imageContents, PROMPTS } from './agent-prompts.js';
import { invalidInput } from './agent-refusals.js';
import { AgentResourcesService } from './agent-resources.service.js';
import { type AgentTool } from './agent-tool.js';
import { AgentToolsService } from './agent-tools.service.js';
import { type McpSettings } from './mcp-settings.service.js';
import { OfferedToolsService } from './offered-tools.service.js';

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
    private readonly resources: AgentResourcesService,
    private readonly images: AgentImagesService,
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
      {
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: instructionsFor(session),
      },
    );
    server.setRequestHandler(types.ListToolsRequestSchema, () => ({
      tools: [...this.offered.common(session.principal, session.settings), VIEW_IMAGE].map(presentTool),
    }));
    server.setRequestHandler(types.CallToolRequestSchema, ({ params }) =>
      this.call(session, params.name, params.arguments ?? {}),
    );
    const { principal } = session;
    const refused = (error: unknown): never => {
      throw new types.McpError(types.ErrorCode.InvalidParams, this.problemOf(error).message);
    };
    server.setRequestHandler(types.ListResourcesRequestSchema, async () => ({
      resources: await this.resources.list(principal),
    }));
    server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: this.resources.templates,
    }));
    server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => ({
      contents: [await this.resources.read(principal, uri).catch(refused)],
    }));
    server.setRequestHandler(types.ListPromptsRequestSchema, () => ({
      prompts: this.promptsFor(session).map(({ needs: _needs, shows: _shows, text: _text, ...prompt }) => prompt),
    }));
    server.setRequestHandler(types.GetPromptRequestSchema, ({ params }) =>
      this.prompt(session, params.name, params.arguments ?? {}).catch(refused),
    );
    server.setRequestHandler(types.CompleteRequestSchema, async ({ params: { ref, argument, context } }) => {
      // The only prompt with an ID is about images.
      const type = ref.type === 'ref/prompt' ? 'attachment' : context?.arguments?.type;
      const values = await this.resources.complete(principal, argument.name, argument.value, type);
      return { completion: { values, total: values.length, hasMore: false } };
    });
    return server;
  }

  private promptsFor({ principal, settings }: AgentSession): AgentPrompt[] {
    const tools = new Set(this.offered.list(principal, settings).map(({ name }) => name));
    return PROMPTS.filter(({ needs }) => needs === undefined || tools.has(needs));
  }

  private async prompt(session: AgentSession, name: string, values: Readonly<Record<string, string>>) {
    const prompt = this.promptsFor(session).find((prompt) => prompt.name === name);
    if (!prompt) throw invalidInput(`There is no prompt "${name}" for you.`);
    const missing = prompt.arguments.find((argument) => argument.required && !values[argument.name]);
    if (missing) throw invalidInput(`The prompt ${name} needs the argument "${missing.name}".`);
    const { principal } = session;
    const shown =
      prompt.shows === 'entry'
        ? [{ type: 'resource' as const, resource: await this.resources.read(principal, values.uri!) }]
        : prompt.shows === 'image'
          ? imageContents(await this.images.read(principal, Number(values.id)))
          : [];
    const contents = [...shown, { type: 'text' as const, text: prompt.text(values) }];
    return {
      description: prompt.description,
      messages: contents.map((content) => ({ role: 'user' as const, content })),
    };
  }

  /** A refused call is a result, so that the agent reads the reason. */
  private async call(session: AgentSession, name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    const { principal, settings } = session;
    try {
      if (name === 'call_tool' && input.tool === VIEW_IMAGE.name)
        return await this.call(session, VIEW_IMAGE.name, isMap(input.arguments) ? input.arguments : {});
      if (name === VIEW_IMAGE.name) {
        const image = await this.images.read(principal, input.id);
        return {
          content: [{ type: 'text' as const, text: `The image ${String(input.id)}:` }, ...imageContents(image)],
        };
      }
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
