/** Pages with tables of stored runs, from the root of the repository. */
export const PAGES: readonly string[];

/** The tables of the runs that are stored, by name. */
export function tables(): Record<string, string>;

/** The page with the tables of the stored runs. */
export function withTables(page: string): string;
