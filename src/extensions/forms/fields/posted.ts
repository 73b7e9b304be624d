type Body = Readonly<Record<string, unknown>>;

/** Values of one field beyond this many are not read. */
const MAX_VALUES = 1000;

/** What a visitor sent, as texts. */
export class Posted {
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
