/** Marks of Markdown with how much each of them counts; a single one that is common in other texts is not enough. */
const MARKS: readonly [RegExp, number][] = [
  [/^#{1,6} +\S.*(?:\n\s*\n|$(?![\s\S]))/m, 2],
  [/^(`{3,}|~{3,}).*$[\s\S]*?^\1\s*$/m, 2],
  [/!?\[[^\]\n]+\]\((?:https?:|mailto:|\/|#)[^)\s]*(?: "[^"]*")?\)/, 2],
  [/^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/m, 2],
  [/^(?:[-*+] +\S.*\n+(?: +.*\n+)*){1,}[-*+] +\S/m, 2],
  [/^1\. +\S.*\n+(?: +.*\n+)*2\. +\S/m, 2],
  [/(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])/, 1],
  [/(?<![\w_])__[^\s_](?:[^_\n]*[^\s_])?__(?![\w_])/, 1],
  [/(?<!`)`[^`\n]+`(?!`)/, 1],
  [/^> +\S/m, 1],
];
const ENOUGH = 2;

/** Whether a text is written in Markdown, rather than one that happens to contain a character of it. */
export function isMarkdown(text: string): boolean {
  const lines = text.replace(/\r\n?/g, '\n');
  return MARKS.reduce((sum, [mark, weight]) => sum + (mark.test(lines) ? weight : 0), 0) >= ENOUGH;
}
