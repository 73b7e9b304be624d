import { Inject, Injectable } from '@nestjs/common';
import { OptionsStore } from '../../database/options.store.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/route/context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { PhpArray, toText } from '../../text/php/index.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

const PATH = '/wp/v2/plugins';
const everywhere = ['view', 'edit', 'embed'] as const;

/** File of an active plugin without its extension: `akismet/akismet`. Its header is only known to PHP. */
type ActivePlugin = string;

const PLUGIN = new ResourceFields<ActivePlugin, undefined>('plugin', {
  plugin: {
    description: 'Plugin file, relative to the plugin folder.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (plugin) => plugin,
  },
  status: {
    description: 'Whether the plugin is active.',
    type: 'string',
    enum: ['inactive', 'active'],
    context: everywhere,
    readonly: true,
    value: () => 'active',
  },
});

class ListPluginsArgs extends ContextArgs {
  @Arg({
    type: 'array',
    items: { type: 'string', enum: ['inactive', 'active'] },
    description: 'Limit to plugins with one of these statuses.',
  })
  status?: string[];
}

class ReadPluginArgs extends ContextArgs {
  @Arg({ type: 'string', description: 'Plugin file, relative to the plugin folder.' })
  plugin!: string;
}

const unknownPlugin = () => new RestError('rest_plugin_not_found', 'There is no such plugin.', 404);

@Injectable()
export class PluginsPolicy {
  list({ principal }: RequestContext): Allowed {
    return principal.can('activate_plugins') || denied(principal, 'rest_cannot_view_plugins', NOT_ALLOWED);
  }

  read({ principal }: RequestContext): Allowed {
    return principal.can('activate_plugins') || denied(principal, 'rest_cannot_view_plugin', NOT_ALLOWED);
  }
}

const NOT_ALLOWED = 'You may not manage the plugins of this site.';

/** The active plugins of the WordPress on the same database. Other installed plugins are only known to PHP. */
@RestController({ namespace: 'wp/v2', base: '/plugins', fields: PLUGIN })
export class PluginsController {
  constructor(
    private readonly options: OptionsStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListPluginsArgs, can: can(PluginsPolicy, 'list') })
  async list(@Ctx() ctx: RequestContext, @Args() { context, status = [] }: ListPluginsArgs): Promise<Item[]> {
    if (status.length > 0 && !status.includes('active')) return [];
    return (await this.active()).map((plugin) => this.item(ctx, plugin, context));
  }

  @Route({
    methods: READABLE,
    path: '/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)',
    args: ReadPluginArgs,
    can: can(PluginsPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { plugin, context }: ReadPluginArgs): Promise<Item> {
    if (!(await this.active()).includes(plugin)) throw unknownPlugin();
    return this.item(ctx, plugin, context);
  }

  private async active(): Promise<ActivePlugin[]> {
    const stored = await this.options.get('active_plugins');
    const files = stored instanceof PhpArray ? [...stored.values()].map((file) => toText(file)) : [];
    return files.filter((file) => file.endsWith('.php')).map((file) => file.slice(0, -'.php'.length));
  }

  private item({ site, wants }: RequestContext, plugin: ActivePlugin, context: ContextArgs['context']): Item {
    const members = PLUGIN.projection(this.profile, context, wants)(plugin, undefined);
    return new Item(members, new Links().add('self', site.rest(`${PATH}/${plugin}`)));
  }
}
