import { type Asker, grantedName, NEVER, requiredCaps } from './required.js';
import { type MetaCapability, type MetaCapabilityTargets, type SiteFacts } from './targets.js';

export interface CapabilityHolder extends Asker {
  readonly caps: ReadonlySet<string>;
}

/** Whether the holder has a capability that needs no target. Everybody, even nobody, may `exist`. */
export function holds(holder: CapabilityHolder, capability: string): boolean {
  if (capability === 'exist') return true;
  return capability !== NEVER && holder.caps.has(grantedName(capability));
}

/** Whether the holder may do this to this target. */
export function can<C extends MetaCapability>(
  holder: CapabilityHolder,
  capability: C,
  target: MetaCapabilityTargets[C],
  site: SiteFacts,
): boolean {
  return requiredCaps(capability, holder, target, site).every((required) => holds(holder, required));
}
