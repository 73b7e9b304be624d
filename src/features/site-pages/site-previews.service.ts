import { Injectable } from '@nestjs/common';
import { CookieAuthenticationService } from '../../access/authentication/index.js';
import { siteFacts } from '../../access/index.js';
import { EntryAddressesService, originOf } from '../../modules/addresses/index.js';
import { EntriesStore, mayEdit } from '../../modules/entries/index.js';
import { PreviewTokensService } from '../../modules/previews/index.js';
import { type Site } from '../../site/index.js';
import { isMap } from '../../text/index.js';
import { LOOK_OPTIONS } from './site-style.js';

/** The parameter of a page that is shown with a look that is not saved yet: its settings as JSON. */
export const PREVIEW_PARAMETER = 'site_preview';

const TOKEN_SECONDS = 3600;

/** Shows pages as they will be with other settings, to those who may change them. */
@Injectable()
export class SitePreviewsService {
  constructor(
    private readonly cookies: CookieAuthenticationService,
    private readonly addresses: EntryAddressesService,
    private readonly entries: EntriesStore,
    private readonly tokens: PreviewTokensService,
  ) {}

  /**
   * Where the front end shows the entry of a preview link, such as those of the block editor; undefined for other addresses, and for
   * readers who may not edit it.
   */
  async inFrontEnd(
    site: Site,
    { url, query }: { readonly url: string; readonly query: URLSearchParams },
    cookie: string | undefined,
  ): Promise<string | undefined> {
    if (query.get('preview') !== 'true') return undefined;
    const reader = (await this.cookies.session(cookie, 'GET'))?.principal;
    if (!reader) return undefined;
    const named = query.get('preview_id') ?? query.get('p') ?? query.get('page_id');
    const id = named === null ? await this.addresses.idAt(site, originOf(site.home) + url) : Number(named);
    const entry = id === undefined ? undefined : await this.entries.byId(id, { content: false });
    if (!entry || entry.status === 'trash' || !mayEdit(reader, entry, siteFacts(site))) return undefined;
    const token = await this.tokens.create(entry, reader, TOKEN_SECONDS);
    return token && this.tokens.url(site, entry, token.token);
  }

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
