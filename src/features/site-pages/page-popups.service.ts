import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../../modules/entries/index.js';
import { type PopupPlace, PopupsStore } from '../../modules/popups/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { PageContentService } from './page-content.service.js';
import { PagePartsService } from './page-parts.service.js';
import { SiteAssetsService } from './site-assets.service.js';
import { html, type Html } from './theme/html.js';
import { renderPopup } from './theme/popup.js';

export interface PagePopups {
  /** Markup for the end of the page. */
  readonly after?: Html;
  readonly scripts: readonly string[];
}

const NONE: PagePopups = { scripts: [] };

/** Published popups on the pages of the site. They are hidden in the markup; a script shows them when it is time. */
@Injectable()
export class PagePopupsService {
  private readonly isOn: boolean;

  constructor(
    private readonly popups: PopupsStore,
    private readonly entries: EntriesStore,
    private readonly content: PageContentService,
    private readonly assets: SiteAssetsService,
    private readonly parts: PagePartsService,
    @Inject(PROFILE) profile: Profile,
  ) {
    this.isOn = profile.routeModules.includes('popups');
  }

  async at(site: Site, place: PopupPlace): Promise<PagePopups> {
    return this.isOn ? this.parts.ofSite(site, `popups ${place}`, () => this.load(site, place)) : NONE;
  }

  private async load(site: Site, place: PopupPlace): Promise<PagePopups> {
    const shown = await this.popups.shownOn(place);
    if (shown.length === 0) return NONE;
    const entries = await this.entries.byIds(shown.map(({ id }) => id));
    const contents = await this.content.contents(site, [...entries.values()]);
    const t = messagesOf(site.locale);
    const popups = shown.flatMap(({ id, display }) => {
      const entry = entries.get(id);
      if (!entry) return [];
      return [renderPopup({ id, title: entry.title, content: contents(entry), display, track: track(site, id) }, t)];
    });
    const hasForm = popups.some(({ markup }) => markup.includes('class="wpcf7'));
    return {
      after: html`${popups}`,
      scripts: [this.assets.urlOf(site, 'popups.js'), ...(hasForm ? [`${site.home}/forms/form.js`] : [])],
    };
  }
}

function track(site: Site, id: number): string {
  const url = site.rest('/popups/v1/analytics');
  return `${url}${url.includes('?') ? '&' : '?'}pid=${id}&event=`;
}
