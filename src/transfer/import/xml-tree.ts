/** An element of one record with everything in it. */
export class XmlElement {
  text = '';
  readonly children: XmlElement[] = [];

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  all(name: string): XmlElement[] {
    return this.children.filter((child) => child.name === name);
  }

  /** Text of the first child of that name; empty where there is none. */
  textOf(name: string): string {
    return this.children.find((child) => child.name === name)?.text ?? '';
  }

  has(name: string): boolean {
    return this.children.some((child) => child.name === name);
  }

  /** A whole number of no sign; 0 for anything else. */
  numberOf(name: string): number {
    const text = this.textOf(name).trim();
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }
}
