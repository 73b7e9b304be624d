import { PROFILES as CORE_PROFILES } from '../../src/variant/profiles.js';
import { C } from '../../src/wordpress-7/profile.js';

/** The profiles of all variants, by name. */
export const PROFILES = { ...CORE_PROFILES, C } as const;
