import { Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ActiveTheme, ListThemesDto, ReadThemeDto, THEME } from './themes.fields.js';
import { ThemesPolicy } from './themes.policy.js';
import { ThemesService } from './themes.service.js';

const PATH = '/wp/v2/themes';

const unknownTheme = () => new RestError('rest_theme_not_found', 'There is no such theme.', 404);

/** The active theme. Other installed themes are only known to PHP. */
@RestController({ namespace: 'wp/v2', base: '/themes', fields: THEME })
export class ThemesController {
  constructor(
    private readonly themes: ThemesService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'wordpress'>,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: ListThemesDto, can: can(ThemesPolicy, 'list') })
  async list(@Ctx() ctx: RequestContext, @Args() { status = [] }: ListThemesDto): Promise<Reply> {
    const isRequested = status.length === 0 || status.includes('active');
    const items = isRequested ? [this.item(ctx, await this.themes.active(ctx.site))] : [];
    return new Reply(items, 200, { 'X-WP-Total': items.length, 'X-WP-TotalPages': 1 });
  }

  @Route({
    methods: READABLE,
    path: '/(?P<stylesheet>[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)',
    args: ReadThemeDto,
    can: can(ThemesPolicy, 'read'),
  })
  async read(@Ctx() ctx: RequestContext, @Args() { stylesheet }: ReadThemeDto): Promise<Item> {
    const theme = await this.themes.active(ctx.site);
    if (theme.stylesheet !== stylesheet) throw unknownTheme();
    return this.item(ctx, theme);
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
