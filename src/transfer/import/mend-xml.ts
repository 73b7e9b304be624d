/** Not allowed in XML, yet found in real files. */
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** References XML knows by itself. */
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});/y;
const LONGEST_REFERENCE = 12;
const NOTABLE = /&|<!\[CDATA\[|<!--/g;
const LONGEST_NOTABLE = 9;

/**
 * Makes XML of what WordPress writes: addresses of commenters go into its files as they are, with bare ampersands, and
 * texts with control characters. An ampersand that begins none of XML's own references stands for itself; so entities a
 * file declares or names are never expanded. Works piece by piece and leaves line breaks where they are.
 */
export class XmlMender {
  private held = '';
  /** What ends the section under way, in which ampersands mean nothing. */
  private until?: ']]>' | '-->';

  /** Returns what can be passed on; the last piece has to be announced. */
  mend(piece: string, isLast = false): string {
    const text = this.held + piece.replace(IMPOSSIBLE, '');
    const parts: string[] = [];
    let at = 0;
    const pass = (end: number) => {
      parts.push(text.slice(at, end));
      at = end;
    };
    while (at < text.length) {
      if (this.until) {
        const end = text.indexOf(this.until, at);
        if (end < 0) break;
        pass(end + this.until.length);
        this.until = undefined;
        continue;
      }
      NOTABLE.lastIndex = at;
      const found = NOTABLE.exec(text);
      if (!found) break;
      pass(found.index);
      if (found[0] !== '&') {
        pass(at + found[0].length);
        this.until = found[0] === '<!--' ? '-->' : ']]>';
        continue;
      }
      REFERENCE.lastIndex = at;
      const reference = REFERENCE.exec(text);
      if (reference) pass(at + reference[0].length);
      else if (!isLast && text.length - at < LONGEST_REFERENCE) break;
      else {
        parts.push('&amp;');
        at++;
      }
    }
    this.held = isLast ? '' : text.slice(this.undecidedFrom(text, at));
    pass(text.length - this.held.length);
    return parts.join('');
  }

  /** Where something may begin whose end is not here yet. */
  private undecidedFrom(text: string, at: number): number {
    if (this.until) return Math.max(at, text.length - (this.until.length - 1));
    if (text[at] === '&') return at;
    const opening = text.lastIndexOf('<');
    return opening >= Math.max(at, text.length - LONGEST_NOTABLE + 1) ? opening : text.length;
  }
}
