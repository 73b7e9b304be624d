export { can, type CapabilityHolder, holds } from './can.js';
export {
  type CapabilityMap,
  effectiveCapabilities,
  grantedCapabilities,
  type RoleDefinition,
  type RoleDefinitions,
  rolesOf,
} from './can.js';
export { networkCapabilities } from './network.js';
export { type Requester, NEVER, requiredCaps } from './required.js';
export type * from './required.js';
export { siteFacts } from './site-facts.js';
