import { type Site } from '../../../site/site.js';
import { type Presentation } from '../../rendering/index.js';

/** What the configuration says about it; the site's theme decides the rest. */
export interface PresentationSettings {
  readonly html5?: boolean;
  readonly contentWidth?: number;
}

/** The themes of the time that say how captions, galleries and players are written. */
const THEMES: Readonly<Record<string, Presentation>> = {
  twentythirteen: { html5: true, contentWidth: 604 },
  twentyfourteen: { html5: true, contentWidth: 474 },
  twentyfifteen: { html5: true, contentWidth: 660 },
  twentysixteen: { html5: true, contentWidth: 840 },
  twentyseventeen: { html5: true, contentWidth: 525, attachmentImageSizes: '100vw' },
};

/** Where no theme says anything. */
const PLAIN: Presentation = { html5: false, contentWidth: 0 };

/** Databases of 5.1 and later: since then captions and pictures are tied. */
const CAPTIONS_TIED_SINCE = 44_719;

/** How a site is presented: by its theme, and by the release that wrote its database last. */
export function presentationOf(site: Pick<Site, 'option' | 'integer'>, settings: PresentationSettings): Presentation {
  const theme = site.option('template');
  const own = (Object.hasOwn(THEMES, theme) ? THEMES[theme] : undefined) ?? PLAIN;
  return {
    ...own,
    html5: settings.html5 ?? own.html5,
    contentWidth: settings.contentWidth ?? own.contentWidth,
    tiesCaptions: site.integer('db_version') >= CAPTIONS_TIED_SINCE,
  };
}
