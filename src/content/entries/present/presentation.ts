import { type Site } from '../../../site/site.js';
import { type Presentation } from '../../rendering/index.js';

/** What the configuration says about it; the site's theme decides the rest. */
export interface PresentationSettings {
  readonly html5?: boolean;
  readonly contentWidth?: number;
}

/** The default theme of the interface's time. */
const OF_THE_TIME: Presentation = { html5: true, contentWidth: 525, attachmentImageSizes: '100vw' };

/** Themes that say how captions, galleries and players are written. */
const THEMES: Readonly<Record<string, Presentation>> = {
  twentythirteen: { html5: true, contentWidth: 604 },
  twentyfourteen: { html5: true, contentWidth: 474 },
  twentyfifteen: { html5: true, contentWidth: 660 },
  twentysixteen: { html5: true, contentWidth: 840 },
  twentyseventeen: OF_THE_TIME,
};

/** Newer themes say none of it. */
const PLAIN: Presentation = { html5: false, contentWidth: 0 };

/** The `db_version` of a release that brought something contents show. */
const SINCE = { blocks: 43_764, tiedCaptions: 44_719 };

/** How a site is presented: by its theme, and by the release that wrote its database last. */
export function presentationOf(site: Pick<Site, 'option' | 'integer'>, settings: PresentationSettings): Presentation {
  const theme = site.option('template');
  const release = site.integer('db_version');
  const readsBlocks = release >= SINCE.blocks;
  const own = (Object.hasOwn(THEMES, theme) ? THEMES[theme] : undefined) ?? (readsBlocks ? PLAIN : OF_THE_TIME);
  return {
    ...own,
    html5: settings.html5 ?? own.html5,
    contentWidth: settings.contentWidth ?? own.contentWidth,
    tiesCaptions: release >= SINCE.tiedCaptions,
    readsBlocks,
  };
}
