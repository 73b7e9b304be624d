import { filterBlocks } from '../../rendering/blocks/filter-blocks.js';
import { isMap, isTruthy, toInteger, toText } from '../../text/php/php-values.js';
import { cleanTextField } from '../../text/clean.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';

export type WidgetSettings = Readonly<Record<string, unknown>>;

/** How a setting is stored: undefined if it is left out. */
type Cleaner = (value: unknown, html: HtmlFilter) => unknown;
type HtmlFilter = (html: string) => string;

const line: Cleaner = (value) => cleanTextField(toText(value));
const html: Cleaner = (value, filter) => filter(toText(value));
const flag: Cleaner = (value) => (isTruthy(value) ? 1 : 0);
const count: Cleaner = (value) => Math.abs(toInteger(value));
const oneOf =
  (choices: readonly string[], otherwise: string): Cleaner =>
  (value) =>
    choices.includes(toText(value)) ? value : otherwise;
const ifAny =
  (cleaner: Cleaner): Cleaner =>
  (value, filter) =>
    isTruthy(value) ? cleaner(value, filter) : undefined;

/** The settings of WordPress’s own widgets, in the order in which they are stored. Other types take what is sent. */
const SETTINGS: ReadonlyMap<string, Readonly<Record<string, Cleaner>>> = new Map<string, Record<string, Cleaner>>([
  ['archives', { title: line, count: flag, dropdown: flag }],
  ['block', { content: html }],
  ['calendar', { title: line }],
  ['categories', { title: line, count: flag, hierarchical: flag, dropdown: flag }],
  ['custom_html', { title: line, content: html }],
  ['meta', { title: line }],
  ['nav_menu', { title: ifAny(line), nav_menu: ifAny((value) => toInteger(value)) }],
  ['pages', { title: line, sortby: oneOf(['post_title', 'menu_order', 'ID'], 'menu_order'), exclude: line }],
  ['recent-comments', { title: line, number: count }],
  ['recent-posts', { title: line, number: (value) => toInteger(value), show_date: (value) => isTruthy(value) }],
  ['search', { title: line }],
  ['tag_cloud', { title: line, count: flag, taxonomy: (value) => toText(value) }],
  ['text', { title: line, text: html, filter: (value) => isTruthy(value) }],
]);

/** The settings as the type of the widget stores them. */
export function storedSettings(base: string, sent: WidgetSettings, allowsHtml: boolean): WidgetSettings {
  const cleaners = SETTINGS.get(base);
  const filter: HtmlFilter = allowsHtml ? (text) => text : filterHtml;
  if (!cleaners) return allowsHtml ? sent : (filtered(sent) as WidgetSettings);
  const cleaned = Object.entries(cleaners)
    .map(([name, cleaner]) => [name, cleaner(Object.hasOwn(sent, name) ? sent[name] : undefined, filter)] as const)
    .filter(([, value]) => value !== undefined);
  const settings = Object.fromEntries(cleaned);
  return base === 'text' ? { ...settings, ...visualMode(sent) } : settings;
}

/** Text widgets that were written in the visual editor always have paragraphs. */
function visualMode({ visual, filter }: WidgetSettings): WidgetSettings {
  if (visual === undefined || visual === null) return filter === 'content' ? { filter: true, visual: true } : {};
  return isTruthy(visual) ? { filter: true, visual: true } : { visual: false };
}

const filterHtml: HtmlFilter = (text) => filterPostHtml(filterBlocks(text), 'wp7');

function filtered(value: unknown): unknown {
  if (typeof value === 'string') return filterHtml(value);
  if (Array.isArray(value)) return value.map(filtered);
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filtered(item)])) : value;
}
