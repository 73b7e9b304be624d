import { type FormTag, throughPipes } from '../template/form-tag.js';

type Body = Readonly<Record<string, unknown>>;

/** Values of one field beyond this many are not read. */
const MAX_VALUES = 1000;

/** What a visitor sent, as texts. */
export class SubmittedFields {
  constructor(private readonly body: Body) {}

  has(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /** All values of a field that may be sent as a list. */
  all(name: string): string[] {
    const value = this.find(name);
    if (typeof value !== 'object' || value === null)
      return value === undefined || value === null ? [] : [cleanText(value)];
    return Object.values(value)
      .slice(0, MAX_VALUES)
      .map((entry: unknown) => cleanText(entry));
  }

  first(name: string): string {
    return this.all(name)[0] ?? '';
  }

  /** A field that is about the form and not of it: `_unit_tag`, or under the name older pages send, `_wpcf7_unit_tag`. */
  about(name: string): string {
    return this.first(`_${name}`) || this.first(`_wpcf7_${name}`);
  }

  /** Dots and blanks in names do not survive forms. */
  private find(name: string): unknown {
    if (Object.hasOwn(this.body, name)) return this.body[name];
    const onTheWire = name.replace(/[ .]/g, '_');
    return Object.hasOwn(this.body, onTheWire) ? this.body[onTheWire] : undefined;
  }
}

function cleanText(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (typeof value === 'number') return String(value);
  return value === true ? '1' : '';
}

/** A field's value: what was sent, and what the mail says instead. */
export interface FieldValue {
  readonly raw: readonly string[];
  readonly piped: readonly string[];
  /** Every word of it stands in the template; nothing is the visitor's own. */
  readonly isOffered: boolean;
}

const SINGLE_LINE = new Set(['text', 'email', 'url', 'tel', 'number', 'range', 'date']);

export function readFieldValue(tag: FormTag, posted: SubmittedFields): FieldValue {
  if (tag.base === 'acceptance') return acceptanceValue(tag, posted);
  const sent = posted.all(tag.name);
  if (!tag.kind.selectable) {
    const raw = sent.slice(0, 1).map((value) => (SINGLE_LINE.has(tag.base) ? oneLine(value) : value));
    return { raw, piped: raw, isOffered: false };
  }
  const raw = withFreeText(tag, posted, tag.base === 'select' ? sent.filter((value) => value !== '') : sent);
  const offered = new Set(tag.values);
  return {
    raw,
    piped: raw.map((value) => throughPipes(tag.pipes, value)),
    isOffered: raw.every((value) => offered.has(value.trim())),
  };
}

function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, ' ').trim();
}

export function isAccepted(tag: FormTag, posted: SubmittedFields): boolean {
  const isChecked = !['', '0'].includes(posted.first(tag.name));
  return isChecked !== tag.has('invert');
}

function acceptanceValue(tag: FormTag, posted: SubmittedFields): FieldValue {
  const condition = (tag.content || (tag.values[0] ?? '')).trim();
  const word = isAccepted(tag, posted) ? 'Agreed' : 'Not agreed';
  return {
    raw: [posted.first(tag.name) === '' ? '0' : '1'],
    piped: [condition === '' ? word : `${word}: ${condition}`],
    isOffered: true,
  };
}

/** The last item may have a text box of its own. */
function withFreeText(tag: FormTag, posted: SubmittedFields, values: string[]): string[] {
  const last = tag.values.at(-1);
  if (!tag.has('free_text') || last === undefined || !values.includes(last)) return values;
  const text = posted.first(`${tag.name}_free_text`) || posted.first(`_wpcf7_${tag.base}_free_text_${tag.name}`);
  return values.map((value) => (value === last ? `${value} ${oneLine(text)}`.trim() : value));
}
