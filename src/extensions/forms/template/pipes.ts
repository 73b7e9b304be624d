/** `label|value`: what the visitor sees and sends stands before the bar, what the mail gets behind it. */
export interface Pipe {
  readonly before: string;
  readonly after: string;
}

export function parsePipe(text: string): Pipe {
  const bar = text.indexOf('|');
  if (bar < 0) return { before: text.trim(), after: text.trim() };
  return { before: text.slice(0, bar).trim(), after: text.slice(bar + 1).trim() };
}

/** What stands behind the bar of the first pipe with this front; a text that is no front stays as it is. */
export function throughPipes(pipes: readonly Pipe[], text: string): string {
  return pipes.find(({ before }) => before === text.trim())?.after ?? text;
}
