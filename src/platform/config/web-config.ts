import { IsOptional, Matches } from 'class-validator';
import { IsSwitch, Variable } from './variable.decorators.js';

/** What is served to browsers besides the REST API. */
export class WebConfig {
  @Variable(
    'CONSOLE',
    'serve the console at `/console/`, with sign-in by WordPress’s login cookies; unset: on for a database that Nestpress installed',
  )
  @IsOptional()
  @IsSwitch()
  readonly console?: boolean;

  @Variable('NESTPRESS_API', 'serve the namespace `nestpress/v1`, which the console needs; unset: on with the console')
  @IsOptional()
  @IsSwitch()
  readonly api?: boolean;

  @Variable(
    'SITE_PAGES',
    'serve HTML pages, feeds and a sitemap at the permalinks of the site; unset: on for a database that Nestpress installed',
  )
  @IsOptional()
  @IsSwitch()
  readonly pages?: boolean;

  @Variable('FRONT_END_URL', 'redirect permalinks to the same path of this site instead of serving pages')
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+[^\s?#/]$/, {
    message: 'must be an http or https address without a query or trailing slash',
  })
  readonly frontEndUrl?: string;
}
