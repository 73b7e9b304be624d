import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { ContentService, type RouteCall } from '../../modules/content/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { RestError } from '../../rest/errors/index.js';
import { RouteRegistry } from '../../rest/route/index.js';
import { cleanKey, toText } from '../../text/index.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/counters.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type AgentTool, ID, toolOf, type ToolTraits } from './agent-tool.js';
import { type McpSettings } from './mcp-settings.service.js';

const WRITES = { most: 60, windowMs: 60_000 };
/** What a list shows unless the call names fields. */
const LIST_FIELDS = [
  'id',
  'type',
  'status',
  'title',
  'name',
  'slug',
  'link',
  'date',
  'modified',
  'excerpt',
  'count',
  'post',
  'author_name',
  'source_url',
  'alt_text',
];
/** An entry in one of these states is public, or will be without another write. */
const PUBLIC_STATUSES: ReadonlySet<unknown> = new Set(['publish', 'private', 'future']);

const SEARCH_TYPES: AgentTool = {
  name: 'search',
  description: 'Searches the entries of all types that have pages on the site.',
  does: 'read',
  method: 'GET',
  route: '',
  inputSchema: {
    type: 'object',
    properties: {
      search: { type: 'string', description: 'Text to search for.' },
      per_page: { type: 'integer', minimum: 1, maximum: 100, description: 'Maximum number of entries of each type.' },
    },
    required: ['search'],
    additionalProperties: false,
  },
  defaults: {},
  writesEntries: false,
  takesFile: false,
};

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

/** The tools of agents, derived from the declared routes, and calls of them with the permissions of the user. */
@Injectable()
export class AgentToolsService {
  private readonly limit?: RateLimit;
  private known?: ReadonlyMap<string, AgentTool>;

  constructor(
    private readonly content: ContentService,
    private readonly routes: RouteRegistry,
    private readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) config: Config,
  ) {
    if (config.rateLimit) this.limit = new RateLimit(counters, 'mcp writes', WRITES);
  }

  /** The tools that the settings of the site and the limits of the credentials allow. */
  list(principal: Principal, settings: McpSettings): AgentTool[] {
    return [...this.tools.values()].filter((tool) => isAllowed(tool, principal, settings));
  }

  /** Calls the route of a tool. Refusals and invalid values are thrown as `RestError`. */
  async call(principal: Principal, settings: McpSettings, name: string, input: Input): Promise<unknown> {
    const tool = this.tools.get(name);
    if (!tool || !isAllowed(tool, principal, settings)) throw unknownTool(name);
    const unknown = Object.keys(input).find((key) => !Object.hasOwn(tool.inputSchema.properties, key));
    if (unknown !== undefined) throw invalidInput(`${name} has no argument "${unknown}".`);
    if (tool.route === '') return this.searchTypes(principal, input);
    const call = callOf(tool, input);
    if (tool.does !== 'read') {
      if (!settings.delete && isTrash(input.status)) throw cannotDelete();
      const seconds = (await this.limit?.take(String(principal.id))) ?? 0;
      if (seconds > 0) throw tooManyWrites(seconds);
      if (tool.writesEntries && !settings.publish) await this.assertDraft(principal, tool, call);
    }
    const { body, headers } = await this.content.request(principal, call);
    if (!Array.isArray(body)) return body;
    return { items: body, total: Number(headers['X-WP-Total']), total_pages: Number(headers['X-WP-TotalPages']) };
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
      this.types.map(({ route }) => this.content.request(principal, { method: 'GET', route, query })),
    );
    const total = lists.reduce((sum, { headers }) => sum + Number(headers['X-WP-Total']), 0);
    return { items: lists.flatMap(({ body }) => body as object[]), total };
  }

  private get types() {
    return this.model.restTypes.filter(({ viewable, name }) => viewable && name !== 'attachment');
  }

  private get tools(): ReadonlyMap<string, AgentTool> {
    this.known ??= new Map(this.derive().map((tool) => [tool.name, tool]));
    return this.known;
  }

  private derive(): AgentTool[] {
    const search = this.tool('search', 'Searches everything that has a page on the site.', 'GET', '/wp/v2/search');
    return [
      ...(search.length > 0 ? search : [SEARCH_TYPES]),
      ...this.types.flatMap(({ name, route, restBase }) => this.entryTools(name, route, restBase!)),
      ...this.mediaTools(),
      ...this.model.restTaxonomies.flatMap(({ name, route, restBase }) => [
        ...this.tool(`list_${restBase!}`, `Lists terms of the taxonomy ${name}.`, 'GET', route),
        ...this.tool(`create_${name}`, `Creates a term of the taxonomy ${name}.`, 'POST', route),
      ]),
      ...this.commentTools(),
    ];
  }

  private entryTools(name: string, route: string, restBase: string): AgentTool[] {
    const item = `${route}/${ID}`;
    return [
      ...this.tool(`list_${restBase}`, `Lists and searches entries of the type ${name}.`, 'GET', route),
      ...this.tool(
        `read_${name}`,
        `Reads an entry of the type ${name}. The context edit has the content as it is stored.`,
        'GET',
        item,
      ),
      ...this.tool(
        `create_${name}`,
        `Creates an entry of the type ${name}, as a draft unless a status is set.`,
        'POST',
        route,
        { defaults: { status: 'draft' }, writesEntries: true },
      ),
      ...this.tool(`update_${name}`, `Changes the given values of an entry of the type ${name}.`, 'PUT', item, {
        writesEntries: true,
      }),
      ...this.tool(`delete_${name}`, `Moves an entry of the type ${name} to the trash.`, 'DELETE', item),
    ];
  }

  private mediaTools(): AgentTool[] {
    const route = '/wp/v2/media';
    return [
      ...this.tool('list_media', 'Lists and searches uploaded files.', 'GET', route),
      ...this.tool('read_media', 'Reads the description of an uploaded file.', 'GET', `${route}/${ID}`),
      ...this.tool('upload_media', 'Uploads a file.', 'POST', route, { takesFile: true }),
      ...this.tool('update_media', 'Changes title, texts and links of an uploaded file.', 'PUT', `${route}/${ID}`),
      ...this.tool('delete_media', 'Deletes an uploaded file.', 'DELETE', `${route}/${ID}`, {
        defaults: { force: true },
      }),
    ];
  }

  private commentTools(): AgentTool[] {
    const route = '/wp/v2/comments';
    const fields = [...LIST_FIELDS, 'content', 'author_url'].join();
    return [
      ...this.tool(
        'list_comments',
        'Lists comments. The status hold has those that wait for moderation.',
        'GET',
        route,
        {
          defaults: { _fields: fields },
        },
      ),
      ...this.tool(
        'moderate_comment',
        'Changes the status of a comment: approved, hold, spam or trash.',
        'PUT',
        `${route}/${ID}`,
        { only: ['status'] },
      ),
      ...this.tool('delete_comment', 'Moves a comment to the trash.', 'DELETE', `${route}/${ID}`),
    ];
  }

  /** None if there is no such route. */
  private tool(
    name: string,
    description: string,
    method: RouteCall['method'],
    route: string,
    traits: ToolTraits = {},
  ): AgentTool[] {
    const endpoint = this.routes.findEndpoint(method, route.replace(ID, '1'))?.endpoint;
    if (!endpoint) return [];
    const does = method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : 'write';
    const isList = does === 'read' && !route.includes(ID) && name !== 'search';
    const defaults = { ...(isList && { _fields: LIST_FIELDS.join() }), ...traits.defaults };
    const { profile, model } = this;
    return [toolOf(endpoint, { profile, model }, { ...traits, name, description, does, method, route, defaults })];
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
