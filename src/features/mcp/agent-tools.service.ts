import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { ContentService, type RouteCall } from '../../modules/content/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { RestError } from '../../rest/errors/index.js';
import { cleanKey, isMap, toText } from '../../text/index.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/index.js';
import { type AgentTool, briefSchema, ID } from './agent-tool.js';
import { AgentToolsRegistry, META_TOOLS } from './agent-tools.registry.js';
import { contentOfMarkdown } from './markdown.js';
import { type McpSettings } from './mcp-settings.service.js';

const WRITES = { most: 60, windowMs: 60_000 };
/** An entry in one of these states is public, or will be without another write. */
const PUBLIC_STATUSES: ReadonlySet<unknown> = new Set(['publish', 'private', 'future']);

const MAX_FOUND = 8;

type Input = Readonly<Record<string, unknown>>;

const unknownTool = (name: string) => new RestError('mcp_unknown_tool', `There is no tool "${name}" for you.`, 404);
const invalidInput = (message: string) => new RestError('mcp_invalid_arguments', message, 400);
const cannotPublish = () =>
  new RestError(
    'mcp_cannot_publish',
    'Agents may not publish on this site, nor change what is published. Write a draft; a person publishes it.',
    403,
  );
const cannotDelete = () =>
  new RestError('mcp_cannot_delete', 'Agents may not delete on this site, nor move anything to the trash.', 403);
const tooManyWrites = (seconds: number) =>
  new RestError('mcp_too_many_writes', `There were too many writes. Wait for ${seconds} seconds.`, 429);

/** What agents may call, and calls with the permissions of the user. */
@Injectable()
export class AgentToolsService {
  private readonly limit?: RateLimit;

  constructor(
    private readonly content: ContentService,
    private readonly registry: AgentToolsRegistry,
    private readonly model: ContentModel,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) config: Config,
  ) {
    if (config.rateLimit) this.limit = new RateLimit(counters, 'mcp writes', WRITES);
  }

  /** The tools that the settings of the site and the limits of the credentials allow. */
  allowed(principal: Principal, settings: McpSettings): AgentTool[] {
    return [...this.registry.tools.values()].filter((tool) => isAllowed(tool, principal, settings));
  }

  /** Those of them that the user has the capabilities for. */
  list(principal: Principal, settings: McpSettings): AgentTool[] {
    return this.allowed(principal, settings)
      .filter((tool) => isCapable(tool, principal))
      .map((tool) => withStatuses(tool, principal, settings));
  }

  /** The usual ones of them in few words, and those that lead to the others. */
  common(principal: Principal, settings: McpSettings): AgentTool[] {
    const tools = this.list(principal, settings);
    return [
      ...tools.filter(({ isCommon }) => isCommon).map((tool) => ({ ...tool, inputSchema: briefSchema(tool) })),
      ...META_TOOLS,
    ];
  }

  /** Calls the route of a tool. Refusals and invalid values are thrown as `RestError`. */
  async call(principal: Principal, settings: McpSettings, name: string, input: Input): Promise<unknown> {
    if (name === 'search_tools') return this.found(principal, settings, toText(input.query));
    if (name === 'call_tool') {
      const target = toText(input.tool);
      if (META_TOOLS.some((tool) => tool.name === target)) throw unknownTool(target);
      return this.call(principal, settings, target, isMap(input.arguments) ? input.arguments : {});
    }
    const tool = this.registry.tools.get(name);
    if (!tool || !isAllowed(tool, principal, settings)) throw unknownTool(name);
    if (!isCapable(tool, principal)) throw lacksCapability(principal, tool.needs!, name);
    const unknown = Object.keys(input).find((key) => !Object.hasOwn(tool.inputSchema.properties, key));
    if (unknown !== undefined) throw invalidInput(`${name} has no argument "${unknown}".`);
    if (tool.route === '') return this.searchTypes(principal, input);
    const call = callOf(tool, await this.withContent(tool, input));
    if (tool.does !== 'read') {
      if (!settings.delete && isTrash(input.status)) throw cannotDelete();
      const seconds = (await this.limit?.take(String(principal.id))) ?? 0;
      if (seconds > 0) throw tooManyWrites(seconds);
      if (tool.writesEntries && !settings.publish) await this.assertDraft(principal, tool, call);
    }
    const { body, headers } = await this.content.request(principal, call).catch((error: unknown) => {
      throw explained(error, tool, principal);
    });
    if (!Array.isArray(body)) return body;
    return { items: body, total: Number(headers['X-WP-Total']), total_pages: Number(headers['X-WP-TotalPages']) };
  }

  private found(principal: Principal, settings: McpSettings, query: string): unknown {
    const tools = this.list(principal, settings);
    const words = query
      .toLowerCase()
      .split(/[\s_,.-]+/)
      .filter(Boolean);
    if (words.length === 0) return { tools: tools.map(({ name }) => name) };
    const rank = ({ name, description }: AgentTool) =>
      words.reduce(
        (sum, word) => sum + (name.includes(word) ? 2 : description.toLowerCase().includes(word) ? 1 : 0),
        name === query.trim() ? 100 : 0,
      );
    const found = tools
      .map((tool) => ({ tool, rank: rank(tool) }))
      .filter(({ rank: own }) => own > 0)
      .sort((one, other) => other.rank - one.rank)
      .slice(0, MAX_FOUND);
    return { tools: found.map(({ tool: { name, description, inputSchema } }) => ({ name, description, inputSchema })) };
  }

  /** The input with its content as it is stored. */
  private async withContent({ takesContent }: AgentTool, input: Input): Promise<Input> {
    if (!takesContent) return input;
    const { content_format: format = 'html', ...rest } = input;
    if (!['html', 'markdown', 'blocks'].includes(toText(format)))
      throw invalidInput('content_format must be html, markdown or blocks.');
    if (format !== 'markdown' || typeof rest.content !== 'string') return rest;
    return { ...rest, content: await contentOfMarkdown(rest.content, { asBlocks: this.model.types.has('wp_block') }) };
  }

  /** Neither makes an entry public, nor changes one that is. */
  private async assertDraft(principal: Principal, { method }: AgentTool, call: RouteCall): Promise<void> {
    const { status } = (call.values ?? {}) as { status?: unknown };
    if (PUBLIC_STATUSES.has(status)) throw cannotPublish();
    if (method === 'POST' && !/\/\d+$/.test(call.route)) return;
    const query = { _fields: 'status', context: 'edit' };
    const { body } = await this.content.request(principal, { method: 'GET', route: call.route, query });
    if (PUBLIC_STATUSES.has((body as { status?: unknown }).status)) throw cannotPublish();
  }

  /** Where the API has no route for searches, the lists of the types are searched. */
  private async searchTypes(principal: Principal, { search, per_page: perPage = 10 }: Input): Promise<unknown> {
    const query = { search, per_page: perPage, _fields: 'id,type,title,link' };
    const lists = await Promise.all(
      this.registry.searchedTypes.map(({ route }) => this.content.request(principal, { method: 'GET', route, query })),
    );
    const total = lists.reduce((sum, { headers }) => sum + Number(headers['X-WP-Total']), 0);
    return { items: lists.flatMap(({ body }) => body as object[]), total };
  }
}

/** Whether a status means the trash, as routes read it. */
function isTrash(status: unknown): boolean {
  return cleanKey(toText(status)) === 'trash';
}

function isAllowed({ does }: AgentTool, { limits }: Principal, settings: McpSettings): boolean {
  if (does === 'read') return true;
  if (settings.read_only || limits?.readOnly) return false;
  return does === 'write' || settings.delete;
}

function callOf({ method, route, defaults, takesFile }: AgentTool, input: Input): RouteCall {
  const { id, file_name: name, file_base64: data, ...rest } = { ...defaults, ...input };
  if (route.includes(ID) && !(Number.isSafeInteger(id) && Number(id) > 0)) throw invalidInput('id must be a number.');
  if (takesFile && (typeof name !== 'string' || name === '' || typeof data !== 'string'))
    throw invalidInput('file_name and file_base64 must be texts.');
  const hasQuery = method === 'GET' || method === 'DELETE';
  return {
    method,
    route: route.replace(ID, String(id)),
    ...(hasQuery ? { query: rest } : { values: rest }),
    ...(takesFile && { file: { name: String(name), data: Buffer.from(String(data), 'base64') } }),
  };
}

function isCapable({ needs }: AgentTool, principal: Principal): boolean {
  return needs === undefined || principal.can(needs);
}

/** Without the statuses that every call would be refused with. */
function withStatuses(tool: AgentTool, principal: Principal, settings: McpSettings): AgentTool {
  const { status } = tool.inputSchema.properties;
  const allowed = (status as { enum?: readonly unknown[] } | undefined)?.enum;
  if (tool.does !== 'write' || !allowed) return tool;
  const [publish] = tool.mayNeed.rest_cannot_publish ?? [];
  const publishes = !tool.writesEntries || (settings.publish && (publish === undefined || principal.can(publish)));
  const offered = allowed.filter(
    (name) => (publishes || !PUBLIC_STATUSES.has(name)) && (settings.delete || !isTrash(name)),
  );
  const properties = { ...tool.inputSchema.properties, status: { ...status, enum: offered } };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } as AgentTool['inputSchema'] };
}

function lacksCapability({ login }: Principal, capability: string, name: string): RestError {
  return new RestError(
    'mcp_missing_capability',
    `${name} needs the capability ${capability}, which ${login} lacks.`,
    403,
    {
      status: 403,
      missing_capability: capability,
    },
  );
}

/** A refusal with the capability that the user lacks, where one can be named. */
function explained(error: unknown, { mayNeed }: AgentTool, principal: Principal): unknown {
  if (!(error instanceof RestError) || (error.status !== 401 && error.status !== 403)) return error;
  const candidates = Object.hasOwn(mayNeed, error.code) ? mayNeed[error.code]! : [];
  const missing = candidates.find((name) => !principal.can(name));
  if (missing === undefined) return error;
  const data = { ...(error.data as object), missing_capability: missing };
  return new RestError(error.code, `${error.message} The user lacks the capability ${missing}.`, error.status, data);
}
