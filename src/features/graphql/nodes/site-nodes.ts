import { type RoleDefinition } from '../../../access/capabilities/index.js';
import { type Plugin } from '../../../modules/plugins/index.js';
import { type ActiveTheme } from '../../../modules/themes/index.js';
import { recordOf, textOf } from '../../../text/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { globalId } from '../model/global-id.js';

/** The theme of the site. */
export class ThemeNode {
  readonly __typename = 'Theme';
  readonly id: string;
  readonly isRestricted = false;

  constructor(
    readonly ctx: GraphContext,
    readonly theme: ActiveTheme,
  ) {
    this.id = globalId('theme', theme.stylesheet);
  }

  get slug(): string {
    return this.theme.stylesheet;
  }

  get name(): string {
    return this.theme.name;
  }

  get version(): string | null {
    return this.described('version');
  }

  get description(): string | null {
    return this.described('description');
  }

  get author(): string | null {
    return this.described('author');
  }

  get authorUri(): string | null {
    return this.described('author_uri');
  }

  get themeUri(): string | null {
    return this.described('theme_uri');
  }

  get screenshot(): string | null {
    const { screenshot } = this.theme.described;
    return typeof screenshot === 'string' && screenshot !== '' ? screenshot : null;
  }

  get tags(): string[] | null {
    const { raw } = recordOf(this.theme.described.tags);
    return Array.isArray(raw) ? raw.map((tag) => textOf(tag)) : null;
  }

  private described(name: string): string | null {
    const value = this.theme.described[name];
    return textOf(value) || textOf(recordOf(value).raw) || null;
  }
}

export const themeNodes = (ctx: GraphContext): Promise<ThemeNode[]> =>
  ctx.once('themes', async () => [new ThemeNode(ctx, await ctx.services.themes.active(ctx.site))]);

/** A plugin of the WordPress on the same database. */
export class PluginNode {
  readonly __typename = 'Plugin';
  readonly id: string;
  readonly isRestricted = false;

  constructor(readonly plugin: Plugin) {
    this.id = globalId('plugin', this.path);
  }

  get path(): string {
    return `${this.plugin.file}.php`;
  }

  get name(): string {
    return this.described('name') ?? this.plugin.file;
  }

  get version(): string | null {
    return this.described('version');
  }

  get author(): string | null {
    return this.described('author');
  }

  get authorUri(): string | null {
    return this.described('author_uri');
  }

  get pluginUri(): string | null {
    return this.described('plugin_uri');
  }

  get description(): string | null {
    return this.described('description');
  }

  private described(name: string): string | null {
    const value = this.plugin.described[name];
    return textOf(value) || textOf(recordOf(value).raw) || null;
  }
}

/** For those who activate plugins. */
export function pluginNodes(ctx: GraphContext): Promise<PluginNode[]> {
  return ctx.once('plugins', async () => {
    if (!ctx.can('activate_plugins')) return [];
    return (await ctx.services.plugins.installed(ctx.site)).map((plugin) => new PluginNode(plugin));
  });
}

/** A role of the site. */
export class RoleNode {
  readonly __typename = 'UserRole';
  readonly id: string;
  readonly isRestricted: boolean;

  constructor(
    ctx: GraphContext,
    readonly name: string,
    private readonly definition: RoleDefinition,
  ) {
    this.id = globalId('user_role', name);
    this.isRestricted = !ctx.can('edit_users');
  }

  get displayName(): string | null {
    return this.definition.name || null;
  }

  get capabilities(): string[] | null {
    if (this.isRestricted) return null;
    return [...this.definition.capabilities].filter(([, isGranted]) => isGranted).map(([name]) => name);
  }
}

/** For those who list users. */
export function roleNodes(ctx: GraphContext): Promise<RoleNode[]> {
  return ctx.once('roles', async () => {
    if (!ctx.can('list_users')) return [];
    return [...(await ctx.services.roles.definitions())].map(
      ([name, definition]) => new RoleNode(ctx, name, definition),
    );
  });
}

/** All roles of one account that may be seen. */
export async function rolesOfUser(ctx: GraphContext, names: readonly string[]): Promise<RoleNode[]> {
  const definitions = await ctx.services.roles.definitions();
  return names.flatMap((name) => {
    const definition = definitions.get(name);
    return definition ? [new RoleNode(ctx, name, definition)] : [];
  });
}
