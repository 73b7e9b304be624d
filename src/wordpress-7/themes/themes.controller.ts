import { Inject } from '@nestjs/common';
import { EntriesListStore } from '../../modules/entries/list/entries-list.store.js';
import { recordOf, textOf } from '../../alongside/learning/json-values.js';
import { LearnedContentStore } from '../../alongside/learning/learned-content.store.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ActiveTheme, ListThemesDto, ReadThemeDto, THEME } from './themes.fields.js';
import { ThemesPolicy } from './themes.policy.js';

const PATH = '/wp/v2/themes';
const STYLES_TYPE = 'wp_global_styles';

const unknownTheme = () => new RestError('rest_theme_not_found', 'There is no such theme.', 404);

/** The active theme. Other installed themes are only known to PHP. */
@RestController({ namespace: 'wp/v2', base: '/themes', fields: THEME })
export class ThemesController {
  constructor(
    private readonly entries: EntriesListStore,
    private readonly learned: LearnedContentStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'wordpress'>,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListThemesDto, can: can(ThemesPolicy, 'list') })
  async list(@Ctx() ctx: RequestContext, @Args() { status = [] }: ListThemesDto): Promise<Reply> {
    const isWanted = status.length === 0 || status.includes('active');
    const items = isWanted ? [this.item(ctx, await this.activeTheme(ctx.site))] : [];
    return new Reply(items, 200, { 'X-WP-Total': items.length, 'X-WP-TotalPages': 1 });
  }

  @Route({
    methods: READABLE,
    path: '/(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)',
    args: ReadThemeDto,
    can: can(ThemesPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { stylesheet }: ReadThemeDto): Promise<Item> {
    const theme = await this.activeTheme(ctx.site);
    if (theme.stylesheet !== stylesheet) throw unknownTheme();
    return this.item(ctx, theme);
  }

  private async activeTheme(site: Site): Promise<ActiveTheme> {
    const stylesheet = site.option('stylesheet');
    const { items } = await this.entries.find(
      {
        type: STYLES_TYPE,
        statuses: ['publish'],
        slugs: [`wp-global-styles-${encodeURIComponent(stylesheet)}`],
        orderby: 'date',
        order: 'desc',
        perPage: 1,
        offset: 0,
      },
      { content: false },
    );
    const described = await this.described(stylesheet);
    const name = textOf(recordOf(described.name).raw) || site.option('current_theme') || stylesheet;
    return { stylesheet, template: site.option('template'), name, described, globalStyles: items[0]?.id };
  }

  /** What was learned about the theme from the WordPress alongside, if it is the active one. */
  private async described(stylesheet: string): Promise<Readonly<Record<string, unknown>>> {
    const theme = this.config.wordpress ? (await this.learned.read())?.theme : undefined;
    return theme?.stylesheet === stylesheet ? theme : {};
  }

  private item({ principal, site, wants }: RequestContext, theme: ActiveTheme): Item {
    const links = new Links().add('self', site.rest(`${PATH}/${theme.stylesheet}`)).add('collection', site.rest(PATH));
    if (theme.globalStyles !== undefined)
      links.add('https://api.w.org/user-global-styles', site.rest(`/wp/v2/global-styles/${theme.globalStyles}`));
    // WordPress packs the files of the theme.
    if (this.config.wordpress)
      links.add('https://api.w.org/export-theme', site.rest('/wp-block-editor/v1/export'), {
        attributes: { targetHints: { allow: principal.can('export') ? ['GET'] : [] } },
      });
    return new Item(THEME.projection(this.profile, 'view', wants)(theme, undefined), links);
  }
}
