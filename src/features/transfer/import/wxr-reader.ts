import { type SaxesOptions, SaxesParser } from 'saxes';
import { authorFrom, itemFrom, termFrom, XmlElement } from './wxr-record-parser.js';
import { type WxrRecord } from './wxr-records.js';

/** Maximum depth of such a file: rss, channel, item, comment, its meta, key. */
const MAX_DEPTH = 8;
/** Maximum size of a record, which has to fit into memory. */
const MAX_RECORD = 64 * 1024 * 1024;
/** The second one is used by WordPress.com. */
const AUTHORS = new Set(['wp:author', 'wp:wp_author']);
const RECORDS = new Set([...AUTHORS, 'wp:category', 'wp:tag', 'wp:term', 'item']);
const VERSIONS = new Set(['1.0', '1.1', '1.2']);

/** The file is not an export file, or it is malformed. */
export class WxrError extends Error {
  constructor(
    readonly line: number,
    problem: string,
  ) {
    super(`Line ${line}: ${problem}`);
  }
}

interface ReadPart {
  records: WxrRecord[];
  /** Bytes read so far. */
  bytes: number;
}

/**
 * Reads an export file as a stream: only a chunk and the current record are in memory. Only XML's predefined entities are
 * recognized, so nothing a file declares is expanded and nothing is fetched.
 */
export async function* readWxr(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadPart> {
  const reader = new RecordReader();
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  let complete = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    const records = reader.feed(decoder.decode(chunk, { stream: true }));
    if (records.length > 0) complete = bytes;
    if (bytes - complete > MAX_RECORD)
      throw new WxrError(reader.line, `a record is larger than ${MAX_RECORD / 1024 / 1024} MiB.`);
    yield { records, bytes };
  }
  yield { records: reader.finish(decoder.decode()), bytes };
}

class RecordReader {
  private readonly parser = new SaxesParser<SaxesOptions>({ position: true });
  private readonly repairer = new XmlRepairer();
  private records: WxrRecord[] = [];
  private readonly channel = new Map<string, string>();
  private hasEmittedChannel = false;
  private depth = 0;
  /** Open elements, from the record down to the current one. */
  private readonly open: XmlElement[] = [];
  private startLine = 1;

  constructor() {
    const { parser } = this;
    parser.on('error', (error) =>
      this.fail(`this is not well-formed XML: ${error.message.replace(/^[\d:]+ |\.$/g, '')}.`),
    );
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
        this.fail(`the file must be in UTF-8, not ${encoding}.`);
    });
    parser.on('opentag', ({ name, attributes }) => this.begin(name, attributes as Record<string, string>));
    parser.on('closetag', () => this.end());
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
  }

  get line(): number {
    return this.parser.line;
  }

  feed(text: string): WxrRecord[] {
    this.parser.write(this.repairer.repair(text));
    return this.take();
  }

  finish(rest: string): WxrRecord[] {
    this.parser.write(this.repairer.repair(rest, true)).close();
    if (!this.hasEmittedChannel) this.emitChannel();
    return this.take();
  }

  private take(): WxrRecord[] {
    const taken = this.records;
    this.records = [];
    return taken;
  }

  private begin(name: string, attributes: Record<string, string>): void {
    this.depth++;
    if (this.depth === 1 && name !== 'rss')
      this.fail('this is not an export file of WordPress: it does not begin with <rss>.');
    if (this.depth > MAX_DEPTH) this.fail(`<${name}> lies too deep.`);
    if (this.depth < 3) return;
    if (this.depth === 3) this.startLine = this.line;
    const element = new XmlElement(name, attributes);
    this.open.at(-1)?.children.push(element);
    this.open.push(element);
  }

  private end(): void {
    this.depth--;
    const element = this.open.pop();
    if (!element || this.open.length > 0) return;
    if (RECORDS.has(element.name)) {
      if (!this.hasEmittedChannel) this.emitChannel();
      this.records.push(recordFrom(element, this.startLine));
    } else {
      this.channel.set(element.name, element.text.trim());
    }
  }

  private addText(text: string): void {
    const element = this.open.at(-1);
    if (element) element.text += text;
  }

  private emitChannel(): void {
    const version = this.channel.get('wp:wxr_version');
    if (version === undefined) this.fail('this is not an export file of WordPress: wp:wxr_version is missing.');
    if (!VERSIONS.has(version)) this.fail(`export files of version ${version} are not known.`);
    const home =
      this.channel.get('wp:base_blog_url') || this.channel.get('wp:base_site_url') || this.channel.get('link') || '';
    this.records.push({ kind: 'channel', value: { home: home.replace(/\/+$/, '') } });
    this.hasEmittedChannel = true;
  }

  private fail(problem: string): never {
    throw new WxrError(this.line, problem);
  }
}

function recordFrom(element: XmlElement, line: number): WxrRecord {
  if (element.name === 'item') return { kind: 'item', value: itemFrom(element), line };
  return AUTHORS.has(element.name)
    ? { kind: 'author', value: authorFrom(element) }
    : { kind: 'term', value: termFrom(element) };
}

/** Not allowed in XML, but found in real files. */
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** XML's predefined entities. */
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});/y;
const MAX_REFERENCE_LENGTH = 12;
const NOTABLE = /&|<!\[CDATA\[|<!--/g;
const MAX_NOTABLE_LENGTH = 9;

/**
 * Repairs what WordPress writes into XML: URLs of comment authors with bare ampersands, and texts with control characters.
 * An ampersand that does not begin a predefined entity is taken literally; so entities a file declares or names are never
 * expanded. Works chunk by chunk and does not move line breaks.
 */
export class XmlRepairer {
  private held = '';
  /** End marker of the current section, in which ampersands have no meaning. */
  private until?: ']]>' | '-->';

  /** Returns what can be passed on; `isLast` marks the final chunk. */
  repair(piece: string, isLast = false): string {
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
      else if (!isLast && text.length - at < MAX_REFERENCE_LENGTH) break;
      else {
        parts.push('&amp;');
        at++;
      }
    }
    this.held = isLast ? '' : text.slice(this.undecidedFrom(text, at));
    pass(text.length - this.held.length);
    return parts.join('');
  }

  /** Position of a construct whose end has not been received yet. */
  private undecidedFrom(text: string, at: number): number {
    if (this.until) return Math.max(at, text.length - (this.until.length - 1));
    if (text[at] === '&') return at;
    const opening = text.lastIndexOf('<');
    return opening >= Math.max(at, text.length - MAX_NOTABLE_LENGTH + 1) ? opening : text.length;
  }
}
