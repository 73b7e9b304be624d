/**
 * The release whose rules apply. Current ones
 * - filter the attributes of blocks in authors' markup, too,
 * - drop blanks in front of a URL and allow further schemes,
 * - know newer letters and Unicode spaces in slugs, and remove accents from names of files,
 * - skip empty items of lists of IDs and slugs, as in `,1`, which otherwise count as 0 or as an empty slug,
 * - know daylight saving time after 2037, accept the year 0 and the first second of 1970, and read dates alike whether
 *   the site has a named zone or an offset.
 */
export type TextRules = 'wp4' | 'wp7';

/** How text differs between the variants. */
export interface TextDialect {
  readonly rules: TextRules;
  /** A slash in a title becomes a dash of the slug; otherwise it is dropped. */
  readonly slashBecomesDash: boolean;
}

export const TEXT_A: TextDialect = { rules: 'wp4', slashBecomesDash: true };

export const TEXT_B: TextDialect = { ...TEXT_A, slashBecomesDash: false };
