import * as features from '../features.js';
import { type Config } from '../platform/config/config.js';
import { readInstalledSite } from '../platform/start/installed-here.js';
import { type Feature, type FeatureSite } from '../feature.js';

/** All features of this build, each after those that it requires; those that respond to every path below one are last. */
export const FEATURES: readonly Feature[] = inOrder(Object.values(features));

function inOrder(all: readonly Feature[]): Feature[] {
  const ordered = new Set<Feature>();
  const add = (feature: Feature) => {
    feature.requires?.forEach(add);
    ordered.add(feature);
  };
  for (const isLast of [false, true]) all.filter(({ paths }) => (paths !== undefined) === isLast).forEach(add);
  return [...ordered];
}

/** The features of a service with this configuration. */
export async function activeFeatures(config: Config): Promise<readonly Feature[]> {
  return activeOn(await readInstalledSite(config));
}

export function activeOn(site: FeatureSite): readonly Feature[] {
  const active = new Set<Feature>();
  for (const feature of FEATURES) {
    const hasRequired = (feature.requires ?? []).every((required) => active.has(required));
    if (hasRequired && (feature.isActive?.(site) ?? true)) active.add(feature);
  }
  return [...active];
}
