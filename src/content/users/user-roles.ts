import { type CapabilityMap, effectiveCapabilities, type RoleDefinitions } from '../../access/capabilities/index.js';

/** What is stored on a user who gets these roles instead of all others; capabilities of their own stay. */
export function withRoles(own: CapabilityMap, roles: readonly string[], definitions: RoleDefinitions): CapabilityMap {
  const kept = [...own].filter(([key]) => !definitions.has(key));
  return new Map([...kept, ...roles.map((role) => [role, true] as const)]);
}

/** The level of old that goes with the capabilities; lists of authors ask for it. */
export function userLevel(own: CapabilityMap, definitions: RoleDefinitions): number {
  let highest = 0;
  for (const [capability, given] of effectiveCapabilities(own, definitions)) {
    const level = given ? /^level_(10|[0-9])$/.exec(capability)?.[1] : undefined;
    if (level !== undefined) highest = Math.max(highest, Number(level));
  }
  return highest;
}
