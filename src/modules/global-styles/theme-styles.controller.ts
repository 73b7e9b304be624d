import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Args, can, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { ThemeStylesPolicy } from './theme-styles.policy.js';

const BASE = '/global-styles/themes';
/** Names of themes may contain a slash. */
const THEME = '[^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?';
const VARIATIONS_THEME = '[\\/\\s%\\w\\.\\(\\)\\[\\]\\@_\\-]+';

class ThemeStylesDto {
  @Arg({ type: 'string', description: 'Folder of the theme.' })
  stylesheet!: string;
}

const unknownTheme = () =>
  new RestError('rest_theme_not_found', 'The styles of this theme are not known: only WordPress reads its files.', 404);

/** The styles and settings in files of the active theme, as imported from WordPress. */
@RestController({ namespace: 'wp/v2', base: BASE, allowsBatch: 'refused' })
export class ThemeStylesController {
  constructor(private readonly files: ImportedFilesService) {}

  @Route({
    methods: READABLE,
    path: `/(?P<stylesheet>${VARIATIONS_THEME})/variations`,
    args: ThemeStylesDto,
    can: can(ThemeStylesPolicy, 'read'),
  })
  async variations(@Ctx() { site }: RequestContext, @Args() { stylesheet }: ThemeStylesDto): Promise<Item[]> {
    const variations = await this.files.read('theme_variations', activeOnly(stylesheet, site.option('stylesheet')));
    if (!variations) throw unknownTheme();
    return variations.map((variation) => new Item({ ...variation }));
  }

  @Route({
    methods: READABLE,
    path: `/(?P<stylesheet>${THEME})`,
    args: ThemeStylesDto,
    can: can(ThemeStylesPolicy, 'read'),
  })
  async read(@Ctx() { site }: RequestContext, @Args() { stylesheet }: ThemeStylesDto): Promise<Item> {
    const styles = await this.files.read('theme_styles', activeOnly(stylesheet, site.option('stylesheet')));
    if (!styles) throw unknownTheme();
    return new Item({ ...styles }, new Links().add('self', site.rest(`/wp/v2${BASE}/${stylesheet}`)));
  }
}

/** Only the active theme has styles here, as in WordPress. */
function activeOnly(stylesheet: string, active: string): string {
  if (stylesheet !== active) throw unknownTheme();
  return active;
}
