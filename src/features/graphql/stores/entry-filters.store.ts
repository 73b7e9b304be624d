import { fragment, type SqlFragment, type Tables } from '../../../database/index.js';

/** Entries with a template; without a file, those with the default one. */
export function withTemplate({ postmeta }: Tables, file: string | undefined): SqlFragment {
  const chosen = `SELECT post_id FROM ${postmeta} WHERE meta_key = '_wp_page_template'`;
  return file === undefined
    ? fragment(`ID NOT IN (${chosen} AND meta_value NOT IN ('', 'default'))`)
    : fragment(`ID IN (${chosen} AND meta_value = ?)`, file);
}

/** Entries with a term, without those of the terms below it. */
export function withTerm({ term_relationships, term_taxonomy }: Tables, taxonomy: string, term: number): SqlFragment {
  return fragment(
    `ID IN (SELECT r.object_id FROM ${term_relationships} r JOIN ${term_taxonomy} tt ` +
      'ON tt.term_taxonomy_id = r.term_taxonomy_id WHERE tt.taxonomy = ? AND tt.term_id = ?)',
    taxonomy,
    term,
  );
}
