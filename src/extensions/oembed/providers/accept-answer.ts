import { type RawAnswer } from './parse-answer.js';
import { reduceHtml } from './reduce-html.js';

/** An answer fit to be handed on. */
export type Answer = Record<string, string | number>;

type Reader = (value: unknown) => string | number | undefined;

const LONGEST_TEXT = 2000;
const LONGEST_HTML = 60_000;

const upTo = (longest: number, value: unknown) =>
  typeof value === 'string' && value.length <= longest ? value : undefined;
const text: Reader = (value) => upTo(LONGEST_TEXT, typeof value === 'number' ? String(value) : value);
const html: Reader = (value) => upTo(LONGEST_HTML, value);
const link: Reader = (value) => (/^(?:https?:)?\/\//i.test(String(value)) ? upTo(LONGEST_TEXT, value) : undefined);
/** Pixels, or a share of the room there is. */
const size: Reader = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string' || !/^\d{1,6}%?$/.test(value)) return undefined;
  return value.endsWith('%') ? value : Number(value);
};

/** Members that are handed on; others are dropped. */
const MEMBERS: Readonly<Record<string, Reader>> = {
  version: text,
  type: text,
  provider_name: text,
  provider_url: link,
  author_name: text,
  author_url: link,
  title: text,
  cache_age: size,
  url: link,
  width: size,
  height: size,
  html,
  thumbnail_url: link,
  thumbnail_width: size,
  thumbnail_height: size,
};

/** What each kind cannot do without. */
const NEEDED: Readonly<Record<string, string | undefined>> = {
  rich: 'html',
  video: 'html',
  photo: 'url',
  link: 'version',
};

/** Checks and cleans an answer; undefined where it is not one. HTML of providers that are not known is reduced. */
export function acceptAnswer(raw: RawAnswer, { isKnown }: { isKnown: boolean }): Answer | undefined {
  const answer: Answer = {};
  for (const [name, read] of Object.entries(MEMBERS)) {
    const value = Object.hasOwn(raw, name) ? read(raw[name]) : undefined;
    if (value !== undefined) answer[name] = value;
  }
  if (!isKnown && typeof answer.html === 'string') {
    const reduced = reduceHtml(answer.html);
    if (reduced === undefined) delete answer.html;
    else answer.html = reduced;
  }
  const { type } = answer;
  const needed = typeof type === 'string' && Object.hasOwn(NEEDED, type) ? NEEDED[type] : undefined;
  return needed !== undefined && answer[needed] !== undefined && answer[needed] !== '' ? answer : undefined;
}
