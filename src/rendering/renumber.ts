import { type RenderCounters } from './render-counters.js';

/** Numbered names in attributes, by what is counted together. */
const NUMBERED = [
  ['block', /wp-container-|wp-block-(?:search__input|archives|gallery|media-text__media)-|is-style-[a-z\d-]+--/],
  ['block', /modal-(?=\d+\b)|accordion-item-/, /wp-block-(?:navigation|accordion)/],
  ['elements', /wp-elements-/],
  ['categories', /wp-block-categories-/],
  ['gallery', /gallery-/, /\bgalleryid-/],
  ['audio', /audio-\d+-/],
  ['video', /video-\d+-/],
] as const;

/** Tags, and selectors in the style sheets of galleries. */
const PLACES = /<[a-z][^<>]*>|#gallery-\d+(?=[\s{])/gi;

/**
 * HTML of a content that was numbered by itself, as a part of a response: its numbers continue those of the contents
 * before it, so that no two elements have the same ID.
 */
export function renumbered(html: string, counters: RenderCounters): string {
  let result = html;
  const highest = new Map<(typeof NUMBERED)[number][0], number>();
  for (const [kind, names, only] of NUMBERED) {
    if (only && !only.test(html)) continue;
    const offset = counters.count(kind);
    const name = new RegExp(`(?<=["'\\s#])(${names.source})(\\d+)\\b`, 'g');
    result = result.replace(PLACES, (place) =>
      place.replace(name, (_all, start: string, number: string) => {
        highest.set(kind, Math.max(highest.get(kind) ?? 0, Number(number)));
        return `${start}${Number(number) + offset}`;
      }),
    );
  }
  for (const [kind, count] of highest) counters.skip(kind, count);
  return result;
}
