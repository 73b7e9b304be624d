import { type Site } from '../../../../site/site.js';
import {
  type BlockSite,
  NO_BLOCK_SITE,
  type Presentation,
  type RenderDialect,
  type RenderedSite,
} from '../../../../rendering/index.js';

/** Overrides by the configuration; the site's theme decides the rest. */
export interface PresentationSettings {
  readonly html5?: boolean;
  readonly contentWidth?: number;
  readonly imageSizes?: string;
}

/** The default theme of WordPress 4.7 to 4.9. */
const TWENTY_SEVENTEEN: Presentation = {
  html5: true,
  contentWidth: 525,
  attachmentImageSizes: '100vw',
  imageSizes: [{ minWidth: 740, sizes: '(max-width: 706px) 89vw, (max-width: 767px) 82vw, 740px' }],
};

/** With widgets in its sidebar, the column of Twenty Seventeen is narrower. */
const TWENTY_SEVENTEEN_WITH_SIDEBAR: Presentation = {
  ...TWENTY_SEVENTEEN,
  imageSizes: [
    ...TWENTY_SEVENTEEN.imageSizes!,
    {
      minWidth: 767,
      sizes: '(max-width: 767px) 89vw, (max-width: 1000px) 54vw, (max-width: 1071px) 543px, 580px',
    },
  ],
};

const TWENTY_SIXTEEN: Presentation = {
  html5: true,
  contentWidth: 840,
  imageSizes: [
    { minWidth: 0, sizes: '(max-width: {width}px) 85vw, {width}px' },
    {
      minWidth: 600,
      exceptPages: true,
      sizes:
        '(max-width: 709px) 85vw, (max-width: 909px) 67vw, (max-width: 984px) 61vw, (max-width: 1362px) 45vw, 600px',
    },
    { minWidth: 840, sizes: '(max-width: 709px) 85vw, (max-width: 909px) 67vw, (max-width: 1362px) 62vw, 840px' },
  ],
};

const TEXT_STYLES = ['text-display', 'text-subtitle', 'text-annotation'];
const SECTIONS = ['section-1', 'section-2', 'section-3', 'section-4', 'section-5'];

/** The default theme of WordPress 7.1. */
const TWENTY_TWENTY_FIVE: Presentation = {
  html5: true,
  contentWidth: 0,
  blocks: {
    gap: '1.2rem',
    blockGaps: { columns: 'var(--wp--preset--spacing--50)', buttons: '16px', quote: 'var(--wp--preset--spacing--30)' },
    padsRoot: true,
    fluidWidth: 1340,
    variations: {
      button: ['outline'],
      quote: ['plain'],
      separator: ['wide'],
      heading: TEXT_STYLES,
      paragraph: TEXT_STYLES,
      'post-terms': ['post-terms-1'],
      group: SECTIONS,
      columns: SECTIONS,
      column: SECTIONS,
    },
  },
};

/** Themes that define how captions, galleries, players and images are rendered. */
const THEMES: ReadonlyMap<string, Presentation> = new Map([
  ['twentythirteen', { html5: true, contentWidth: 604 }],
  ['twentyfourteen', { html5: true, contentWidth: 474 }],
  ['twentyfifteen', { html5: true, contentWidth: 660 }],
  ['twentysixteen', TWENTY_SIXTEEN],
  ['twentytwentyfive', TWENTY_TWENTY_FIVE],
]);

/** Newer themes define none of it. */
const PLAIN: Presentation = { html5: false, contentWidth: 0 };

/** The `db_version` of a release that brought something contents show. */
const SINCE = { blocks: 43_764, tiedCaptions: 44_719 };

/** How a site is presented: by its theme, and by the release that wrote its database last. */
export function presentationOf(site: Pick<Site, 'option' | 'integer'>, settings: PresentationSettings): Presentation {
  const release = site.integer('db_version');
  const readsBlocks = release >= SINCE.blocks;
  const own = themePresentation(site, readsBlocks);
  const { html5 = own.html5, contentWidth = own.contentWidth, imageSizes } = settings;
  return {
    ...own,
    ...(imageSizes !== undefined && {
      attachmentImageSizes: undefined,
      imageSizes: [{ minWidth: 0, sizes: imageSizes }],
    }),
    html5,
    contentWidth,
    tiesCaptions: release >= SINCE.tiedCaptions,
    readsBlocks,
  };
}

function themePresentation(site: Pick<Site, 'option'>, readsBlocks: boolean): Presentation {
  const theme = site.option('template');
  const registered = THEMES.get(theme);
  if (registered) return registered;
  if (theme !== 'twentyseventeen' && readsBlocks) return PLAIN;
  return /"sidebar-1";a:[1-9]/.test(site.option('sidebars_widgets')) ? TWENTY_SEVENTEEN_WITH_SIDEBAR : TWENTY_SEVENTEEN;
}

const IMAGE_SIZES = ['thumbnail', 'medium', 'medium_large', 'large'];

/** The properties of a site that contents show. */
export function renderedSite(site: Site, { blocks }: RenderDialect): RenderedSite {
  return {
    blocks: blocks ? blockSite(site) : NO_BLOCK_SITE,
    url: site.siteUrl,
    smilies: site.isOn('use_smilies'),
    imageSizes: new Map(
      IMAGE_SIZES.map((name) => [
        name,
        { width: site.integer(`${name}_size_w`), height: site.integer(`${name}_size_h`) },
      ]),
    ),
  };
}

function blockSite(site: Site): BlockSite {
  return {
    home: site.home,
    name: site.option('blogname'),
    tagline: site.option('blogdescription'),
    dateFormat: site.option('date_format') || NO_BLOCK_SITE.dateFormat,
    zone: site.zone,
    startOfWeek: site.integer('start_of_week') % 7,
    logo: site.integer('site_logo'),
    permalinks: site.option('permalink_structure'),
    showsAvatars: site.isOn('show_avatars'),
    avatarFallback: site.option('avatar_default'),
    avatarRating: site.option('avatar_rating'),
    commentForm: {
      requiresName: site.isOn('require_name_email'),
      membersOnly: site.isOn('comment_registration'),
      offersCookies: site.isOn('show_comments_cookies_opt_in'),
      isThreaded: site.isOn('thread_comments'),
    },
  };
}
