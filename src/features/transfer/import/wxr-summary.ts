import { readWxr } from './wxr-reader.js';

const MAX_AUTHORS = 50;

/** What an export file contains. */
export interface WxrSummary {
  /** The site it comes from. */
  site: string;
  /** Number of items by post type. */
  entries: Record<string, number>;
  comments: number;
  terms: number;
  /** Number of authors, and the names of the first. */
  authors: number;
  names: string[];
}

/** Reads a file to its end, so that a file that cannot be read completely is refused before anything is imported. */
export async function summarizeWxr(source: AsyncIterable<Uint8Array>): Promise<WxrSummary> {
  const summary: WxrSummary = { site: '', entries: {}, comments: 0, terms: 0, authors: 0, names: [] };
  const entries = new Map<string, number>();
  for await (const { records } of readWxr(source)) {
    for (const record of records) {
      if (record.kind === 'channel') summary.site = record.value.home;
      else if (record.kind === 'term') summary.terms++;
      else if (record.kind === 'author') {
        summary.authors++;
        if (summary.names.length < MAX_AUTHORS) summary.names.push(record.value.displayName || record.value.login);
      } else {
        const { type, comments } = record.value;
        entries.set(type, (entries.get(type) ?? 0) + 1);
        summary.comments += comments.length;
      }
    }
  }
  return { ...summary, entries: Object.fromEntries(entries) };
}
