import { Injectable } from '@nestjs/common';
import { CookieAuthenticationService } from '../../access/authentication/index.js';
import { type Site } from '../../site/index.js';
import { isMap } from '../../text/index.js';
import { LOOK_OPTIONS } from './site-style.js';

/** The parameter of a page that is shown with a look that is not saved yet: its settings as JSON. */
export const PREVIEW_PARAMETER = 'site_preview';

/** Shows pages as they will be with other settings, to those who may change them. */
@Injectable()
export class SitePreviewsService {
  constructor(private readonly cookies: CookieAuthenticationService) {}

  async site(site: Site, values: string, cookie: string | undefined): Promise<Site> {
    const reader = (await this.cookies.session(cookie, 'GET'))?.principal;
    return reader?.can('manage_options') ? site.withOptions(optionsOf(values)) : site;
  }
}

function optionsOf(json: string): Map<string, string> {
  const names: Readonly<Record<string, string>> = LOOK_OPTIONS;
  try {
    const values: unknown = JSON.parse(json);
    return new Map(
      Object.entries(isMap(values) ? values : {}).flatMap(([name, value]) =>
        Object.hasOwn(names, name) && (typeof value === 'string' || typeof value === 'number')
          ? [[names[name]!, String(value)] as const]
          : [],
      ),
    );
  } catch {
    return new Map();
  }
}
