import { roleCapability } from '../../content-model/capabilities.js';
import {
  type Requester,
  grantedName,
  NEVER,
  requiredCaps,
  type MetaCapability,
  type MetaCapabilityTargets,
  type SiteFacts,
} from './required.js';

export interface CapabilityHolder extends Requester {
  readonly caps: ReadonlySet<string>;
}

/** Whether the holder has a capability that needs no target. Every requester, even an anonymous one, has `exist`. */
export function holds(holder: CapabilityHolder, capability: string): boolean {
  if (capability === 'exist') return true;
  return has(holder, roleCapability(grantedName(capability)));
}

function has({ caps }: CapabilityHolder, capability: string): boolean {
  return capability !== NEVER && caps.has(capability);
}

/** Whether the holder may perform this operation on this target. */
export function can<C extends MetaCapability>(
  holder: CapabilityHolder,
  capability: C,
  target: MetaCapabilityTargets[C],
  site: SiteFacts,
): boolean {
  return requiredCaps(capability, holder, target, site).every(
    (required) => required === 'exist' || has(holder, required),
  );
}

/** A capability and whether it is granted; `false` revokes what an earlier role granted. */
export type CapabilityMap = ReadonlyMap<string, boolean>;

export interface RoleDefinition {
  readonly name: string;
  readonly capabilities: CapabilityMap;
}

/** Role definitions of the site, by role key, in their stored order. */
export type RoleDefinitions = ReadonlyMap<string, RoleDefinition>;

/** The roles among the keys of a user's stored capabilities. */
export function rolesOf(own: CapabilityMap, definitions: RoleDefinitions): string[] {
  return [...own].filter(([key, provided]) => provided && definitions.has(key)).map(([key]) => key);
}

/** The capabilities of the roles, then those stored on the user; the later entry wins. */
export function effectiveCapabilities(own: CapabilityMap, definitions: RoleDefinitions): Map<string, boolean> {
  const effective = new Map<string, boolean>();
  for (const role of rolesOf(own, definitions)) {
    for (const [capability, provided] of definitions.get(role)!.capabilities) effective.set(capability, provided);
  }
  for (const [capability, provided] of own) effective.set(capability, provided);
  return effective;
}

export function grantedCapabilities(own: CapabilityMap, definitions: RoleDefinitions): Set<string> {
  return new Set(
    [...effectiveCapabilities(own, definitions)].filter(([, provided]) => provided).map(([capability]) => capability),
  );
}
