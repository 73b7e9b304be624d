import { type Database, OptionsStore, type Transaction } from '../../database/index.js';
import { toText } from '../../text/php/index.js';
import { type Config } from './config.js';

/** What the owner of a new site chooses from: blocks as in WordPress 7.1, or the classic editor as in WordPress 4.9. */
export const SITE_KINDS = ['blocks', 'classic'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

interface Choice {
  readonly variant: Config['variant'];
  readonly modules: readonly string[];
}

/** Modules besides those of the variant: a site of either kind has forms, popups, the cache tools and the font library. */
const CHOICES: Record<SiteKind, Choice> = {
  blocks: { variant: 'C', modules: ['forms', 'popups', 'cache'] },
  classic: { variant: 'A', modules: ['fonts'] },
};

/** Options of the site. */
const VARIANT = 'nestpress_variant';
const MODULES = 'nestpress_modules';

export const siteKind = ({ variant }: Config): SiteKind => (variant === CHOICES.blocks.variant ? 'blocks' : 'classic');

/** Whether the service runs as a site of this kind already, with its modules. */
export function servesKind(kind: SiteKind, { variant, routeModules }: Config): boolean {
  const choice = CHOICES[kind];
  return variant === choice.variant && choice.modules.every((name) => routeModules.includes(name));
}

/** Whether the environment decides, whatever was chosen. */
export const isKindFixed = ({ isVariantSet }: Config): boolean => isVariantSet;

export async function storeSiteKind(options: OptionsStore, tx: Transaction, kind: SiteKind): Promise<void> {
  await options.set(tx, VARIANT, CHOICES[kind].variant);
  await options.set(tx, MODULES, CHOICES[kind].modules.join(','));
}

/** The configuration with what the owner chose when the site was set up, unless the environment names a variant. */
export async function withSiteKind(config: Config, database: Database): Promise<Config> {
  if (isKindFixed(config)) return config;
  const stored = await new OptionsStore(database).getMany([VARIANT, MODULES]);
  const variant = Object.values(CHOICES).find((choice) => choice.variant === toText(stored[VARIANT]))?.variant;
  if (variant === undefined) return config;
  const modules = toText(stored[MODULES])
    .split(',')
    .filter((name) => name !== '');
  return { ...config, variant, routeModules: config.routeModules.length > 0 ? config.routeModules : modules };
}
