import { isPluginActive } from '../../site/index.js';
import { PhpArray, type PhpValue, toText } from '../../text/php/index.js';

/** The options that heads follow from. */
export const OPTION_NAMES = ['active_plugins', 'rank-math-options-titles', 'rank-math-options-general'] as const;

export type StoredOptions = Readonly<Record<(typeof OPTION_NAMES)[number], PhpValue | undefined>>;

export const PLUGIN = /^seo-by-rank-math(?:-pro)?\//;
const NO_VALUES = new PhpArray();

/** What applies where the plugin has not stored a value. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title_separator: '-',
    homepage_title: '%sitename% %page% %sep% %sitedesc%',
    author_archive_title: '%name% %sep% %sitename% %page%',
    twitter_card_type: 'summary_large_image',
  }),
);

/** The settings of Rank Math; what is malformed counts as missing. */
export class RankMathOptions {
  readonly isActive: boolean;
  /** Whether the plugin has its route for other front ends, which its settings switch on. */
  readonly isHeadless: boolean;
  private readonly titles: PhpArray;

  constructor(stored: StoredOptions) {
    const arrayOf = (value: PhpValue | undefined) => (value instanceof PhpArray ? value : NO_VALUES);
    this.titles = arrayOf(stored['rank-math-options-titles']);
    this.isActive = isPluginActive(stored.active_plugins, PLUGIN);
    this.isHeadless = toText(arrayOf(stored['rank-math-options-general']).get('headless_support')) === 'on';
  }

  text(name: string): string {
    const value = this.titles.get(name);
    if (value !== undefined && !(value instanceof PhpArray)) return toText(value);
    return DEFAULTS.get(name) ?? defaultTemplate(name);
  }

  isOn(name: string): boolean {
    return this.text(name) === 'on';
  }

  /** Directives for robots of a kind of page, such as `pt_post`; those of the site unless it has its own. */
  robots(kind: string): string[] {
    const own = this.isOn(`${kind}_custom_robots`) ? this.list(`${kind}_robots`) : [];
    return own.length > 0 ? own : this.list('robots_global');
  }

  /** Limits of what robots show, such as `max-snippet:-1`. */
  get advancedRobots(): string[] {
    return directives(this.titles.get('advanced_robots_global'));
  }

  private list(name: string): string[] {
    const value = this.titles.get(name);
    return value instanceof PhpArray ? [...value.values()].map(toText) : [];
  }
}

export function directives(value: PhpValue | undefined): string[] {
  if (!(value instanceof PhpArray)) return [];
  return [...value].flatMap(([name, limit]) => {
    const text = toText(limit);
    return text === '' || (text === '0' && name !== 'max-snippet') ? [] : [`${String(name)}:${text}`];
  });
}

function defaultTemplate(name: string): string {
  if (/^pt_.+_title$/.test(name)) return '%title% %page% %sep% %sitename%';
  if (/^pt_.+_description$/.test(name)) return '%excerpt%';
  if (/^tax_.+_title$/.test(name)) return '%term% %sep% %sitename%';
  if (/^tax_.+_description$/.test(name)) return '%term_description%';
  return '';
}
