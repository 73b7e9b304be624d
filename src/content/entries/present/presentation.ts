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

/** How a site with this theme (its option `template`) is presented. */
export function presentationOf(theme: string, settings: PresentationSettings): Presentation {
  const own = (Object.hasOwn(THEMES, theme) ? THEMES[theme] : undefined) ?? PLAIN;
  return { ...own, html5: settings.html5 ?? own.html5, contentWidth: settings.contentWidth ?? own.contentWidth };
}
