/** A tag in a mail's template or a message: `[your-name]`, `[_format_day "d.m.Y"]`. */
export interface MailTag {
  readonly name: string;
  readonly values: readonly string[];
}

export type MailPiece =
  { readonly text: string; readonly tag?: undefined } | { readonly text: string; readonly tag: MailTag };

const TAG = /\[(\[?)[\t\r\n ]*([a-zA-Z_][0-9a-zA-Z:._-]*)((?:[\t\r\n ]+(?:"[^"]*"|'[^']*'))*)[\t\r\n ]*\](\]?)/y;
/** A tag is never longer; keeps the search for its end short. */
const LONGEST = 1000;

/** Splits a template at its tags. The texts of all pieces are the template, but escaped tags lose a pair of brackets. */
export function parseMailTemplate(template: string): MailPiece[] {
  const pieces: MailPiece[] = [];
  let textStart = 0;
  for (let at = template.indexOf('['); at >= 0; at = template.indexOf('[', at)) {
    const found = tagAt(template, at);
    if (!found) {
      at++;
      continue;
    }
    if (at > textStart) pieces.push({ text: template.slice(textStart, at) });
    pieces.push(found.piece);
    textStart = at = at + found.length;
  }
  if (textStart < template.length) pieces.push({ text: template.slice(textStart) });
  return pieces;
}

function tagAt(template: string, at: number): { piece: MailPiece; length: number } | undefined {
  if (!/[[\w\s]/.test(template[at + 1] ?? '')) return undefined;
  TAG.lastIndex = 0;
  const match = TAG.exec(template.slice(at, at + LONGEST));
  if (!match) return undefined;
  const [all, opening, name = '', values = '', closing] = match;
  if (opening !== '' && closing !== '') return { piece: { text: all.slice(1, -1) }, length: all.length };
  if (opening !== '') return undefined;
  const text = closing === '' ? all : all.slice(0, -1);
  const quoted = [...values.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '');
  return { piece: { text, tag: { name, values: quoted } }, length: text.length };
}
