/** Public API of this folder, for the features. */
export {
  type FallbackRoutes,
  NO_FALLBACK_ROUTES,
  type RouteFallback,
  UndeclaredRoutesService,
  type UnreadRequest,
} from './undeclared-routes.service.js';
