import { formatMysqlDate } from '../../../text/dates.js';
import { type FieldValue } from '../fields/field-value.js';
import { isRealDate } from '../fields/dates.js';
import { type MailTag } from './mail-tags.js';

/** What a mail-tag stands for. */
export interface TagValue {
  readonly text: string;
  /** Written by the site's people, not by the visitor. */
  readonly isOwn: boolean;
}

/** Finds what a tag stands for; undefined for one nobody knows, which stays as it is. */
export interface TagSource {
  value(tag: MailTag): TagValue | undefined;
}

/** Values of the form's fields; `files` are the names of what was uploaded. */
export class FieldTags implements TagSource {
  constructor(
    private readonly fields: ReadonlyMap<string, FieldValue>,
    private readonly files: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {}

  value({ name, values }: MailTag): TagValue | undefined {
    const raw = this.field(name.replace(/^_raw_/, ''));
    if (name.startsWith('_raw_') && raw) return { text: joined(raw.raw), isOwn: raw.isOffered };
    const dated = this.field(name.replace(/^_format_/, ''));
    if (name.startsWith('_format_') && dated)
      return { text: formatted(joined(dated.piped), values[0] ?? ''), isOwn: false };
    const files = this.files.get(name);
    if (files) return { text: joined(files), isOwn: false };
    const value = this.field(name);
    return value && { text: joined(value.piped), isOwn: value.isOffered };
  }

  private field(name: string): FieldValue | undefined {
    return this.fields.get(name);
  }
}

/** Asks several sources in turn. */
export class TagSources implements TagSource {
  constructor(private readonly sources: readonly TagSource[]) {}

  value(tag: MailTag): TagValue | undefined {
    for (const source of this.sources) {
      const value = source.value(tag);
      if (value) return value;
    }
    return undefined;
  }
}

function joined(values: readonly string[]): string {
  return values.filter((value) => value !== '').join(', ');
}

function formatted(date: string, format: string): string {
  return isRealDate(date) && format !== '' ? String(formatMysqlDate(format, date) ?? date) : date;
}
