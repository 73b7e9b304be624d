import { defineFeature } from '../../feature.js';
import { PublicSiteModule } from './settings/public-site.module.js';
import './site-pages.config.js';
import { SitePagesHandler } from './site-pages.handler.js';
import { SitePagesModule } from './site-pages.module.js';

const SETTINGS_NAMESPACE = 'nestpress/v1';

/** HTML pages, feeds and a sitemap at the permalinks. */
export const SITE_PAGES = defineFeature({
  name: 'site-pages',
  isWeb: true,
  isActive: ({ config: { sitePages, frontEnd }, isInstalledHere }) =>
    sitePages.enabled ?? (isInstalledHere || frontEnd.url !== undefined),
  contribute: ({ namespaces }) => ({
    modules: [SitePagesModule, ...(namespaces.has(SETTINGS_NAMESPACE) ? [PublicSiteModule] : [])],
    fallback: SitePagesHandler,
  }),
});
