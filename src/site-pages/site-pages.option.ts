import { type ServiceOption } from '../service-option.js';
import { SitePagesHandler } from './site-pages.handler.js';
import { SitePagesModule } from './site-pages.module.js';
import { PublicSiteModule } from './settings/public-site.module.js';

/** HTML pages at the permalinks. */
export const SITE_PAGES: ServiceOption = {
  contribute: ({ features: { pages, api } }) =>
    pages ? { modules: [SitePagesModule, ...(api ? [PublicSiteModule] : [])], fallback: SitePagesHandler } : {},
};
