import { type TextRules } from './text-rules.js';
/** Base letters and the accented characters that become them. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  A: 'ÀÁÂÃÄÅĀĂĄǍẠẢẤẦẨẪẬẮẰẲẴẶ',
  AE: 'Æ',
  C: 'ÇĆĈĊČ',
  D: 'ÐĎĐ',
  E: 'ÈÉÊËĒĔĖĘĚẸẺẼẾỀỂỄỆ€',
  G: 'ĜĞĠĢ',
  H: 'ĤĦ',
  I: 'ÌÍÎÏĨĪĬĮİǏỈỊ',
  IJ: 'Ĳ',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'ĹĻĽĿŁ',
  N: 'ÑŃŅŇŊ',
  O: 'ÒÓÔÕÖØŌŎŐƠǑỌỎỐỒỔỖỘỚỜỞỠỢ',
  OE: 'Œ',
  R: 'ŔŖŘ',
  S: 'ŚŜŞŠȘ',
  T: 'ŢŤŦȚ',
  TH: 'Þ',
  U: 'ÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛỤỦỨỪỬỮỰ',
  W: 'Ŵ',
  Y: 'ÝŶŸỲỴỶỸ',
  Z: 'ŹŻŽ',
  a: 'ªàáâãäåāăąǎɑạảấầẩẫậắằẳẵặ',
  ae: 'æ',
  c: 'çćĉċč',
  d: 'ðďđ',
  e: 'èéêëēĕėęěẹẻẽếềểễệ',
  g: 'ĝğġģ',
  h: 'ĥħ',
  i: 'ìíîïĩīĭįıǐỉị',
  ij: 'ĳ',
  j: 'ĵ',
  k: 'ķĸ',
  l: 'ĺļľŀł',
  n: 'ñńņňŉŋ',
  o: 'ºòóôõöøōŏőơǒọỏốồổỗộớờởỡợ',
  oe: 'œ',
  r: 'ŕŗř',
  s: 'ßśŝşšſș',
  t: 'ţťŧț',
  th: 'þ',
  u: 'ùúûüũūŭůűųưǔǖǘǚǜụủứừửữự',
  w: 'ŵ',
  y: 'ýÿŷỳỵỷỹ',
  z: 'źżž',
  '': '£',
};

type Replacements = Readonly<Record<string, string>>;

const GERMAN: Replacements = { Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ä: 'ae', ö: 'oe', ü: 'ue' };
const DANISH: Replacements = { Å: 'Aa', Æ: 'Ae', Ø: 'Oe', å: 'aa', æ: 'ae', ø: 'oe' };
const SERBIAN: Replacements = { Đ: 'DJ', đ: 'dj' };

const BY_LOCALE: Readonly<Record<string, Replacements>> = {
  de_DE: GERMAN,
  de_DE_formal: GERMAN,
  de_CH: GERMAN,
  de_CH_informal: GERMAN,
  da_DK: DANISH,
  sr_RS: SERBIAN,
  bs_BA: SERBIAN,
};

const COMMON: ReadonlyMap<string, string> = new Map(
  Object.entries(BASE_LETTERS).flatMap(([base, accented]) => Array.from(accented, (char) => [char, base] as const)),
);

/** Letters and locales that only WordPress 7 knows. */
const NEWER_LETTERS: Replacements = { Ə: 'E', ǝ: 'e' };
const NEWER_GERMAN: Replacements = { ...GERMAN, ẞ: 'SS' };
const NEWER_GERMAN_LOCALE = 'de_AT';

export interface AccentOptions {
  /** Site locale such as `de_DE`; some languages have their own transcription. */
  locale?: string;
  /** Whether Bosnian shares the Serbian transcription of Đ. */
  bosnianTranscription?: boolean;
  /** By current rules, Ə, ǝ and the German ẞ have base letters, and Austria shares the German transcription. */
  rules?: TextRules;
}

/** Replaces accented Latin letters by their base letters; everything else stays. */
export function removeAccents(
  input: string,
  { locale = 'en_US', bosnianTranscription = true, rules }: AccentOptions = {},
): string {
  const newerLetters = rules === 'wp7';
  const text = locale === 'ca' ? input.replaceAll('l·l', 'll') : input;
  const local = locale === 'bs_BA' && !bosnianTranscription ? undefined : transcription(locale, newerLetters);
  const newer = newerLetters ? NEWER_LETTERS : undefined;
  return text.replace(/[^\x00-\x7f]/gu, (char) => local?.[char] ?? COMMON.get(char) ?? newer?.[char] ?? char);
}

/** What a language writes differently from the base letters. */
function transcription(locale: string, newerLetters: boolean): Replacements | undefined {
  const letters = Object.hasOwn(BY_LOCALE, locale) ? BY_LOCALE[locale] : undefined;
  if (!newerLetters) return letters;
  return letters === GERMAN || locale === NEWER_GERMAN_LOCALE ? NEWER_GERMAN : letters;
}
