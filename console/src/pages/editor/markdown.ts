import { marked } from 'marked';

/** HTML of a text in Markdown with the tables and lists of GitHub. What it may contain is decided by `cleanPasted`. */
export const htmlOf = (markdown: string): string => marked.parse(markdown, { gfm: true, async: false });
