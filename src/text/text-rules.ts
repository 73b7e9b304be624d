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
