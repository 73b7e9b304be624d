/** Pages with tables or figures of stored runs, from the root of the repository. */
export const PAGES: readonly string[];

/** The tables of the runs that are stored, by name. */
export function tables(): Record<string, string>;

/** The figures of the sentences in README.md, by name. */
export function figures(): Record<string, string>;

/** The files of the plot in README.md, from the root of the repository. */
export function plots(): Record<string, string>;

/** The page with the tables and figures of the stored runs. */
export function withFigures(page: string): string;
