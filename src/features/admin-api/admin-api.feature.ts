import { defineFeature } from '../../feature.js';
import { isApiServed } from './admin-api.config.js';
import { AdminApiModule } from './admin-api.module.js';

export const NAMESPACE = 'nestpress/v1';

/** Routes for the administration of a site that wp/v2 lacks. */
export const ADMIN_API = defineFeature({
  name: 'admin-api',
  isWeb: true,
  namespaces: [NAMESPACE],
  isActive: isApiServed,
  contribute: ({ profile }) => ({
    modules: [AdminApiModule.register(NAMESPACE, profile.routeModules)],
    itemEtags: true,
  }),
});
