import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { ContentService, type RouteCall } from '../../modules/content/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { isMap, toText } from '../../text/index.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/index.js';
import { type AgentTool, ID } from './agent-tool.js';
import { AgentToolsRegistry, META_TOOLS } from './agent-tools.registry.js';
import { contentOfMarkdown } from './markdown.js';
import {
  cannotDelete,
  cannotPublish,
  explained,
  invalidInput,
  lacksCapability,
  tooManyWrites,
  unknownTool,
} from './agent-refusals.js';
import { isAllowed, isCapable, isTrash, OfferedToolsService, PUBLIC_STATUSES } from './offered-tools.service.js';
import { type McpSettings } from './mcp-settings.service.js';

const WRITES = { most: 60, windowMs: 60_000 };
type Input = Readonly<Record<string, unknown>>;

/** Calls of agents, with the permissions of the user. */
@Injectable()
export class AgentToolsService {
  private readonly limit?: RateLimit;

  constructor(
    private readonly content: ContentService,
    private readonly registry: AgentToolsRegistry,
    private readonly offered: OfferedToolsService,
    private readonly model: ContentModel,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) config: Config,
  ) {
    if (config.rateLimit) this.limit = new RateLimit(counters, 'mcp writes', WRITES);
  }

  /** Calls the route of a tool. Refusals and invalid values are thrown as `RestError`. */
  async call(principal: Principal, settings: McpSettings, name: string, input: Input): Promise<unknown> {
    if (name === 'search_tools') return this.offered.search(principal, settings, toText(input.query));
    if (name === 'call_tool') {
      const target = toText(input.tool);
      if (META_TOOLS.some((tool) => tool.name === target)) throw unknownTool(target);
      return this.call(principal, settings, target, isMap(input.arguments) ? input.arguments : {});
    }
    const tool = this.registry.tools.get(name);
    if (!tool || !isAllowed(tool, principal, settings)) throw unknownTool(name);
    if (!isCapable(tool, principal)) throw lacksCapability(principal, tool.needs![0]!, name);
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
