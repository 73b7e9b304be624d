/** The additional settings of a form: one `name: value` a line. A name may come more than once. */
export class FormSettings {
  private readonly pairs: readonly (readonly [name: string, value: string])[];

  constructor(text: string | null) {
    this.pairs = (text ?? '').split(/\r\n|\r|\n/).flatMap((line) => {
      const match = /^([a-zA-Z0-9_]+)[\t ]*:(.*)$/.exec(line.trim());
      return match ? [[match[1]!, unquoted(match[2]!.trim())] as const] : [];
    });
  }

  all(name: string): string[] {
    return this.pairs.filter(([candidate]) => candidate === name).map(([, value]) => value);
  }

  isOn(name: string): boolean {
    return ['on', 'true', '1'].includes(this.all(name)[0] ?? '');
  }

  /** As newer clients read them: words for yes and no as booleans. */
  toJson(): [string, string | boolean][] {
    return this.pairs.map(([name, value]) => [
      name,
      /^(?:on|true)$/.test(value) ? true : /^(?:off|false)$/.test(value) ? false : value,
    ]);
  }
}

function unquoted(value: string): string {
  return /^".*"$|^'.*'$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
