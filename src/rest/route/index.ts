/** Public API of this folder, for the features. */
export { type EndpointMatch, RouteRegistry } from './route-registry.js';
export {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  PUBLIC,
  READABLE,
  RestController,
  Route,
} from './route.decorators.js';
export { type Allowed, type Endpoint, type RestExchange, type RestRoute } from './route.types.js';
export { SitePolicy } from './site.policy.js';
