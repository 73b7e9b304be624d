/** What a kind of tag is like, whatever its options say. */
export interface TagType {
  /** The name without the star. */
  readonly name: string;
  /** A star makes it required. */
  readonly starred?: boolean;
  /** The first option is the field's name. */
  readonly named?: boolean;
  /** The visitor chooses among the values. */
  readonly selectable?: boolean;
  /** Its value is not offered to mails. */
  readonly notForMail?: boolean;
  /** Its value is not kept with the submission. */
  readonly notStored?: boolean;
  /** How many inputs it puts on the page: none, one, or one for each value. */
  readonly controls: 'none' | 'one' | 'many';
}

const input = (name: string, further: Partial<TagType> = {}): TagType => ({
  name,
  starred: true,
  named: true,
  controls: 'one',
  ...further,
});
const silent = (name: string, further: Partial<TagType> = {}): TagType => ({ name, controls: 'none', ...further });

const TYPES: readonly TagType[] = [
  input('text'),
  input('email'),
  input('url'),
  input('tel'),
  input('textarea'),
  input('number'),
  input('range'),
  input('date'),
  input('checkbox', { selectable: true, controls: 'many' }),
  input('radio', { selectable: true, controls: 'many', starred: false }),
  input('select', { selectable: true }),
  input('acceptance', { starred: false }),
  input('quiz', { starred: false, notForMail: true, notStored: true }),
  input('captchar', { starred: false, notForMail: true, notStored: true }),
  silent('captchac', { named: true, notForMail: true, notStored: true }),
  input('file'),
  silent('hidden', { named: true }),
  silent('count', { named: true, notForMail: true, notStored: true }),
  silent('submit'),
  silent('response'),
  silent('recaptcha'),
];

/** By the name as it stands in a template, with or without its star. */
export const TAG_TYPES: ReadonlyMap<string, TagType> = new Map(
  TYPES.flatMap(
    (type) =>
      (type.starred
        ? [
            [type.name, type],
            [`${type.name}*`, type],
          ]
        : [[type.name, type]]) as [string, TagType][],
  ),
);
