import { IsOptional, IsString } from 'class-validator';
import { addConfigGroup } from '../../platform/config/config.js';
import { IsSwitch, Variable } from '../../platform/config/variable.decorators.js';

export class SitePagesConfig {
  @Variable(
    'SITE_PAGES',
    'serve HTML pages, feeds and a sitemap at the permalinks of the site; unset: on for a database that Nestpress installed',
  )
  @IsOptional()
  @IsSwitch()
  readonly enabled?: boolean;

  @Variable(
    'SITE_STYLE',
    'CSS file that pages load after the style sheet of the theme, or a folder with `style.css` and templates, to change how they look',
  )
  @IsOptional()
  @IsString()
  readonly style?: string;
}

addConfigGroup('sitePages', SitePagesConfig);

declare module '../../platform/config/config.js' {
  interface Config {
    readonly sitePages: SitePagesConfig;
  }
}
