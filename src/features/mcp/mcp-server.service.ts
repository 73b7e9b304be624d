import { randomUUID } from 'node:crypto';
import { type CallToolResult, type LoggingLevel } from '@modelcontextprotocol/sdk/types.js';
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
import { AgentSubscriptionsStore, type SessionKey } from './sessions/agent-subscriptions.store.js';
import { AgentUpdatesService } from './sessions/agent-updates.service.js';

/** Who calls, and what the site allows. */
export interface AgentSession {
  readonly principal: Principal;
  readonly settings: McpSettings;
  /** Names what the agent wants to hear of; clients that keep no session have none. */
  readonly key?: SessionKey;
}

/** A message about a call, for agents that want some. */
interface LogMessage {
  readonly level: LoggingLevel;
  readonly data: Readonly<Record<string, unknown>>;
}

/** From the least to the most important. */
const LEVELS: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

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

/**
 * Responds to messages of the Model Context Protocol. What a session remembers is in the database, so any process can respond.
 */
@Injectable()
export class McpServerService {
  private readonly logger = new Logger('Mcp');
  private sdk?: Promise<Sdk>;

  constructor(
    private readonly tools: AgentToolsService,
    private readonly offered: OfferedToolsService,
    private readonly resources: AgentResourcesService,
    private readonly images: AgentImagesService,
    private readonly subscriptions: AgentSubscriptionsStore,
    private readonly updates: AgentUpdatesService,
    private readonly sites: SiteService,
  ) {}

  async respond(request: Request, message: unknown, session: AgentSession): Promise<Response> {
    const sdk = await (this.sdk ??= loadSdk());
    const transport = new sdk.Transport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    const log: LogMessage[] = [];
    const server = await this.serverFor(sdk, session, log);
    await server.connect(transport);
    try {
      const response = await transport.handleRequest(request, { parsedBody: message });
      const { status, headers } = response;
      if (response.ok && isMap(message) && message.method === 'initialize') headers.set('Mcp-Session-Id', randomUUID());
      return withMessages(log, new Response(await response.text(), { status, headers }));
    } finally {
      await server.close();
    }
  }

  private async serverFor({ Server, types }: Sdk, session: AgentSession, log: LogMessage[]) {
    const site = await this.sites.current();
    const server = new Server(
      { name: 'nestpress', title: site.option('blogname'), version: packageVersion(), websiteUrl: site.home },
      {
        capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
        instructions: instructionsFor(session),
      },
    );
    server.setRequestHandler(types.ListToolsRequestSchema, () => ({
      tools: [...this.offered.common(session.principal, session.settings), VIEW_IMAGE].map(presentTool),
    }));
    const { principal, key } = session;
    const refused = (error: unknown): never => {
      throw new types.McpError(types.ErrorCode.InvalidParams, this.problemOf(error).message);
    };
    const assertSession = (): SessionKey => key ?? refused(invalidInput('The request names no session.'));
    server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
      const level = key && (await this.subscriptions.level(key));
      const started = performance.now();
      const result = await this.call(session, params.name, params.arguments ?? {});
      if (level !== undefined) log.push(...messagesOf(params.name, result, performance.now() - started, level));
      return result;
    });
    server.setRequestHandler(types.SetLevelRequestSchema, async ({ params: { level } }) => {
      await this.subscriptions.setLevel(assertSession(), level);
      return {};
    });
    server.setRequestHandler(types.SubscribeRequestSchema, async ({ params: { uri } }) => {
      await this.updates.subscribe(assertSession(), principal, uri).catch(refused);
      return {};
    });
    server.setRequestHandler(types.UnsubscribeRequestSchema, async ({ params: { uri } }) => {
      await this.subscriptions.remove(assertSession(), uri);
      return {};
    });
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

/** What happened in a call: how long it took, or why it was refused. */
function messagesOf(tool: string, { isError, content }: CallToolResult, ms: number, least: string): LogMessage[] {
  const [first] = content;
  const reason = isError && first?.type === 'text' ? (JSON.parse(first.text) as Record<string, unknown>) : {};
  const done: LogMessage = { level: 'debug', data: { tool, milliseconds: Math.round(ms) } };
  const failed: LogMessage = {
    level: reason.code === 'internal_server_error' ? 'error' : 'warning',
    data: { tool, code: reason.code, message: reason.message },
  };
  return [...(isError ? [failed] : []), done].filter(
    ({ level }) => LEVELS.indexOf(level) >= LEVELS.indexOf(least as LoggingLevel),
  );
}

/** The response as a stream, with messages before it. */
async function withMessages(log: readonly LogMessage[], response: Response): Promise<Response> {
  if (log.length === 0) return response;
  const messages = log.map((params) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { logger: 'nestpress', ...params } }),
  );
  const events = [...messages, await response.text()].map((data) => `event: message\ndata: ${data}\n\n`);
  const { status, headers } = response;
  headers.set('Content-Type', 'text/event-stream');
  return new Response(events.join(''), { status, headers });
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
