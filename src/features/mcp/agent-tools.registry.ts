import { Inject, Injectable } from '@nestjs/common';
import { ContentModel, type PostType, type Taxonomy } from '../../content-model/index.js';
import { type RouteCall } from '../../modules/content/index.js';
import { RouteRegistry } from '../../rest/route/index.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type AgentTool, ID, toolOf, type ToolTraits } from './agent-tool.js';

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
  ...{ defaults: {}, writesEntries: false, takesFile: false, takesContent: false, mayNeed: {}, isCommon: true },
};

/** For the tools that the list does not have. */
export const META_TOOLS: readonly AgentTool[] = [
  {
    ...SEARCH_TYPES,
    name: 'search_tools',
    description:
      'Finds further tools and all arguments of a tool, by words of its name: delete_post, update_media, list_books. Call what it finds with call_tool.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words of names or descriptions; empty: all names.' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    ...SEARCH_TYPES,
    name: 'call_tool',
    does: 'write',
    method: 'POST',
    description: 'Calls a tool that search_tools has found.',
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: 'Name of the tool.' },
        arguments: { type: 'object', description: 'Its arguments.' },
      },
      required: ['tool'],
      additionalProperties: false,
    },
  },
];
/** Nouns of tools where WordPress's names are other ones. */
const NOUNS = new Map([
  ['post_tag', 'tag'],
  ['nav_menu', 'menu'],
]);

/** The tools of agents, derived from the declared routes. */
@Injectable()
export class AgentToolsRegistry {
  private derived?: ReadonlyMap<string, AgentTool>;

  constructor(
    private readonly routes: RouteRegistry,
    private readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Types whose lists are searched where the API has no route for searches. */
  get searchedTypes(): readonly PostType[] {
    return this.model.restTypes.filter(({ viewable, name }) => viewable && name !== 'attachment');
  }

  get tools(): ReadonlyMap<string, AgentTool> {
    this.derived ??= new Map(this.derive().map((tool) => [tool.name, tool]));
    return this.derived;
  }

  private derive(): AgentTool[] {
    const isCommon = true;
    const search = this.tool('search', 'Searches everything that has a page on the site.', 'GET', '/wp/v2/search', {
      isCommon,
    });
    return [
      ...(search.length > 0 ? search : [SEARCH_TYPES]),
      ...this.searchedTypes.flatMap((type) => this.entryTools(type)),
      ...this.mediaTools(),
      ...this.model.restTaxonomies.flatMap((taxonomy) => this.termTools(taxonomy)),
      ...this.commentTools(),
    ];
  }

  private entryTools({ name, route, restBase, capabilities, transitions }: PostType): AgentTool[] {
    const item = `${route}/${ID}`;
    const isCommon = name === 'post' || name === 'page';
    const writing = { writesEntries: true, mayNeed: refusalsOf(capabilities), transitions, isCommon };
    const formats = 'content is HTML, Markdown or blocks, as content_format says';
    return [
      ...this.tool(`list_${restBase!}`, `Lists and searches entries of the type ${name}.`, 'GET', route, { isCommon }),
      ...this.tool(`read_${name}`, `Reads a ${name}. The context edit has the content as it is stored.`, 'GET', item, {
        mayNeed: refusalsOf(capabilities),
        isCommon,
      }),
      ...this.tool(
        `create_${name}`,
        `Creates a ${name}, as a draft unless a status is set; ${formats}.`,
        'POST',
        route,
        { ...writing, defaults: { status: 'draft' }, needs: [capabilities.create_posts] },
      ),
      ...this.tool(`update_${name}`, `Changes the given values of a ${name}; ${formats}.`, 'PUT', item, {
        ...writing,
        needs: [capabilities.edit_posts],
      }),
      ...this.tool(`delete_${name}`, `Moves a ${name} to the trash.`, 'DELETE', item, {
        mayNeed: refusalsOf(capabilities),
        needs: [capabilities.delete_posts],
      }),
    ];
  }

  private mediaTools(): AgentTool[] {
    const route = '/wp/v2/media';
    const capabilities = this.model.types.get('attachment')?.capabilities;
    const mayNeed = capabilities && refusalsOf(capabilities);
    const item = `${route}/${ID}`;
    return [
      ...this.tool('list_media', 'Lists and searches uploaded files.', 'GET', route),
      ...this.tool('read_media', 'Reads the description of an uploaded file.', 'GET', item),
      ...this.tool('upload_media', 'Uploads a file.', 'POST', route, {
        takesFile: true,
        needs: ['upload_files'],
        isCommon: true,
      }),
      ...this.tool('update_media', 'Changes title, texts and links of an uploaded file.', 'PUT', item, {
        mayNeed,
        needs: capabilities && [capabilities.edit_posts],
      }),
      ...this.tool('delete_media', 'Deletes an uploaded file.', 'DELETE', item, {
        defaults: { force: true },
        mayNeed,
        needs: capabilities && [capabilities.delete_posts],
      }),
    ];
  }

  private termTools({ name, route, restBase, hierarchical, capabilities }: Taxonomy): AgentTool[] {
    const isCommon = name === 'category' || name === 'post_tag';
    const isMenu = name === 'nav_menu';
    const needs = [hierarchical || isMenu ? capabilities.edit_terms : capabilities.assign_terms];
    return [
      ...this.tool(`list_${restBase!}`, `Lists terms of the taxonomy ${name}.`, 'GET', route, {
        isCommon,
        ...(isMenu && { needs: [capabilities.manage_terms] }),
      }),
      ...this.tool(`create_${NOUNS.get(name) ?? name}`, `Creates a term of the taxonomy ${name}.`, 'POST', route, {
        needs,
        isCommon,
      }),
    ];
  }

  private commentTools(): AgentTool[] {
    const route = '/wp/v2/comments';
    const fields = [...LIST_FIELDS, 'content', 'author_url'].join();
    // Authors moderate the comments on what they have published.
    const needs = ['moderate_comments', 'edit_published_posts'];
    const mayNeed = { rest_cannot_edit: ['moderate_comments'], rest_cannot_delete: ['moderate_comments'] };
    return [
      ...this.tool('list_comments', 'Lists comments; status hold: those that wait for moderation.', 'GET', route, {
        defaults: { _fields: fields },
        mayNeed: { rest_forbidden_param: ['moderate_comments'] },
        isCommon: true,
      }),
      ...this.tool(
        'moderate_comment',
        'Changes the status of a comment: approved, hold, spam or trash.',
        'PUT',
        `${route}/${ID}`,
        { only: ['status'], mayNeed, needs, isCommon: true },
      ),
      ...this.tool('delete_comment', 'Moves a comment to the trash.', 'DELETE', `${route}/${ID}`, {
        mayNeed,
        needs,
      }),
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

/** Which capabilities refusals of the routes of a type are about. */
function refusalsOf(of: PostType['capabilities']): AgentTool['mayNeed'] {
  return {
    rest_cannot_create: [of.create_posts],
    rest_cannot_publish: [of.publish_posts],
    rest_cannot_edit: [of.edit_posts, of.edit_published_posts, of.edit_others_posts, of.edit_private_posts],
    rest_cannot_edit_others: [of.edit_others_posts],
    rest_cannot_assign_sticky: [of.edit_others_posts],
    rest_cannot_delete: [of.delete_posts, of.delete_published_posts, of.delete_others_posts],
    rest_forbidden: [of.read_private_posts],
    rest_forbidden_context: [of.edit_posts, of.edit_others_posts, of.edit_published_posts],
    rest_forbidden_status: [of.edit_posts],
  };
}
