import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Field, ResourceFields, viewAndEdit, everywhere, readOnly } from '../../rest/fields/resource-fields.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { lowerAscii } from '../../text/php-strings.js';
import { isMap, isTruthy } from '../../text/php/php-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type Plugin, PluginsService } from './plugins.service.js';
import { PluginsPolicy } from './plugins.policy.js';

const PATH = '/wp/v2/plugins';

type PluginField = Field<Plugin, undefined>;

/** A value of the header of a plugin, which only PHP reads. */
const inHeader = (description: string, more: Partial<PluginField> = {}): PluginField => ({
  description,
  type: 'string',
  context: viewAndEdit,
  readonly: true,
  optional: true,
  ...more,
});

/** Reads the values of headers from what was imported from WordPress. */
const withHeaders = (fields: Record<string, PluginField>): Record<string, PluginField> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.optional ? { ...field, value: ({ described }: Plugin) => described[name] } : field,
    ]),
  );

const FIELDS = withHeaders({
  plugin: readOnly('string', 'Plugin file, relative to the plugin folder.', everywhere, ({ file }) => file),
  status: {
    description: 'Whether the plugin is active.',
    type: 'string',
    enum: ['inactive', 'active'],
    context: everywhere,
    readonly: true,
    value: statusOf,
  },
  name: inHeader('Name of the plugin.', { context: everywhere }),
  plugin_uri: inHeader('Website of the plugin.', { format: 'uri' }),
  author: inHeader('Author of the plugin.'),
  author_uri: inHeader('Website of the author.', { format: 'uri' }),
  description: inHeader('Description of the plugin.', {
    type: 'object',
    properties: () => ({
      raw: { description: 'The description as written.', type: 'string' },
      rendered: { description: 'The description as HTML.', type: 'string' },
    }),
  }),
  version: inHeader('Version of the plugin.'),
  network_only: inHeader('Whether it can only be active on a whole network.', {
    type: 'boolean',
    context: everywhere,
  }),
  requires_wp: inHeader('Lowest version of WordPress that the plugin works with.', { context: everywhere }),
  requires_php: inHeader('Lowest version of PHP that the plugin works with.', { context: everywhere }),
  textdomain: inHeader('Text domain of the plugin.'),
});

const PLUGIN = new ResourceFields<Plugin, undefined>('plugin', FIELDS);

class ListPluginsDto extends ContextDto {
  @Arg({ type: 'string', description: 'Limit to plugins whose header has this text.' })
  search?: string;

  @Arg({
    type: 'array',
    items: { type: 'string', enum: ['inactive', 'active'] },
    description: 'Limit to plugins with one of these statuses.',
  })
  status?: string[];
}

class ReadPluginDto extends ContextDto {
  @Arg({ type: 'string', description: 'Plugin file, relative to the plugin folder.' })
  plugin!: string;
}

const unknownPlugin = () => new RestError('rest_plugin_not_found', 'There is no such plugin.', 404);

function statusOf({ isActive, isNetworkActive }: Plugin): string {
  if (isNetworkActive) return 'network-active';
  return isActive ? 'active' : 'inactive';
}

/** Whether a plugin's file or a value of its header contains the text, in any case. */
function mentions({ file, described }: Plugin, text: string): boolean {
  const needle = lowerAscii(text);
  const values = [file, ...Object.values(described)].flatMap((value) =>
    isMap(value) ? Object.values(value) : [value],
  );
  return values.some((value) => typeof value === 'string' && lowerAscii(value).includes(needle));
}

/** The active plugins of the WordPress on the same database, and other installed ones as far as they were imported from it. */
@RestController({ namespace: 'wp/v2', base: '/plugins', fields: PLUGIN })
export class PluginsController {
  constructor(
    private readonly plugins: PluginsService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'wordpress'>,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListPluginsDto, can: can(PluginsPolicy, 'list') })
  async list(@Ctx() ctx: RequestContext, @Args() { context, status = [], search }: ListPluginsDto): Promise<Item[]> {
    const isRequested = (plugin: Plugin) => status.length === 0 || status.includes(statusOf(plugin));
    return (await this.plugins.installed(ctx.site))
      .filter((plugin) => isRequested(plugin) && (!isTruthy(search) || mentions(plugin, search!)))
      .map((plugin) => this.item(ctx, plugin, context));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)',
    args: ReadPluginDto,
    can: can(PluginsPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { plugin: file, context }: ReadPluginDto): Promise<Item> {
    const plugin = (await this.plugins.installed(ctx.site)).find((plugin) => plugin.file === file);
    if (!plugin) throw unknownPlugin();
    return this.item(ctx, plugin, context);
  }

  private item(ctx: RequestContext, plugin: Plugin, context: ContextDto['context']): Item {
    const members = PLUGIN.projection(this.profile, context, ctx.wants)(plugin, undefined);
    const allow = this.config.wordpress && { allow: passedOn(ctx) };
    return new Item(members, new Links().add('self', ctx.site.rest(`${PATH}/${plugin.file}`), allow));
  }
}

/** Methods on a plugin: the requests that change it go to the WordPress alongside. */
function passedOn({ principal }: RequestContext): string[] {
  return ['GET', 'POST', 'PUT', 'PATCH', ...(principal.can('delete_plugins') ? ['DELETE'] : [])];
}
