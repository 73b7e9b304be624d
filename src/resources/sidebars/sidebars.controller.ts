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

const PATH = '/wp/v2/sidebars';
const INACTIVE = 'wp_inactive_widgets';
/** A key of the stored map that is not a sidebar. */
const VERSION = 'array_version';
const everywhere = ['embed', 'view', 'edit'] as const;

/** A sidebar as stored. Its name and markup are only known to PHP. */
interface Sidebar {
  id: string;
  widgets: readonly string[];
}

const SIDEBAR = new ResourceFields<Sidebar, undefined>('sidebar', {
  id: {
    description: 'ID of the sidebar.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: ({ id }) => id,
  },
  name: {
    description: 'Name of the sidebar.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: ({ id }) => (id === INACTIVE ? 'Inactive widgets' : id),
  },
  description: {
    description: 'Description of the sidebar.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: () => '',
  },
  status: {
    description: 'Whether the sidebar is active.',
    type: 'string',
    enum: ['active', 'inactive'],
    context: everywhere,
    readonly: true,
    value: ({ id }) => (id === INACTIVE ? 'inactive' : 'active'),
  },
  widgets: {
    description: 'Widgets of the sidebar, in order.',
    type: 'array',
    items: { type: 'string' },
    context: everywhere,
    readonly: true,
    value: ({ widgets }) => widgets,
  },
});

class ReadSidebarArgs extends ContextArgs {
  @Arg({ type: 'string', description: 'ID of the sidebar.' })
  id!: string;
}

const unknownSidebar = () => new RestError('rest_sidebar_not_found', 'There is no such sidebar.', 404);

@Injectable()
export class SidebarsPolicy {
  read({ principal }: RequestContext): Allowed {
    return (
      principal.can('edit_theme_options') ||
      denied(principal, 'rest_cannot_manage_widgets', 'You may not manage the widgets of this site.')
    );
  }
}

/** The sidebars that hold widgets, as stored. */
@RestController({ namespace: 'wp/v2', base: '/sidebars', fields: SIDEBAR })
export class SidebarsController {
  constructor(
    private readonly options: OptionsStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ContextArgs, can: can(SidebarsPolicy, 'read') })
  async list(@Ctx() ctx: RequestContext, @Args() { context }: ContextArgs): Promise<Item[]> {
    return (await this.stored()).map((sidebar) => this.item(ctx, sidebar, context));
  }

  @Route({ methods: READABLE, path: '/(?P<id>[\\w-]+)', args: ReadSidebarArgs, can: can(SidebarsPolicy, 'read') })
  async read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadSidebarArgs): Promise<Item> {
    const sidebar = (await this.stored()).find((one) => one.id === id);
    if (!sidebar) throw unknownSidebar();
    return this.item(ctx, sidebar, context);
  }

  private async stored(): Promise<Sidebar[]> {
    const option = await this.options.get('sidebars_widgets');
    const sidebars = (option instanceof PhpArray ? [...option] : [])
      .filter((entry): entry is [string, PhpArray] => entry[0] !== VERSION && entry[1] instanceof PhpArray)
      .map(([id, widgets]) => ({ id: String(id), widgets: [...widgets.values()].map((widget) => toText(widget)) }));
    return sidebars.some(({ id }) => id === INACTIVE) ? sidebars : [{ id: INACTIVE, widgets: [] }, ...sidebars];
  }

  private item({ site, wants }: RequestContext, sidebar: Sidebar, context: ContextArgs['context']): Item {
    const members = SIDEBAR.projection(this.profile, context, wants)(sidebar, undefined);
    const links = new Links().add('collection', site.rest(PATH)).add('self', site.rest(`${PATH}/${sidebar.id}`));
    return new Item(members, links);
  }
}
