import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { siteNow } from '../../lib/dates';
import { session } from '../../lib/session';
import { type Option, Select, TextField } from '../../ui/controls';

/** The first of each is written as the language of the site does. */
const FORMATS = {
  date_format: ['F j, Y', 'Y-m-d', 'd/m/Y', 'm/d/Y', 'd.m.Y'],
  time_format: ['g:i a', 'H:i'],
} as const;

export type FormatName = keyof typeof FORMATS;

export const isFormat = (name: string): name is FormatName => Object.hasOwn(FORMATS, name);

const OTHER = 'other';

interface Props {
  name: FormatName;
  label: string;
  help: string | undefined;
  value: string;
  onChange(format: string): void;
}

/** A format of dates or times, chosen by what this moment looks like in it. */
export function DateFormat({ name, label, help, value, onChange }: Props) {
  const formats: readonly string[] = FORMATS[name];
  const [isOther, setOther] = useState(!formats.includes(value));
  const now = siteNow();
  const options = formats.map((format): Option => [format, exampleOf(name, format, now)]);
  return (
    <>
      <Select
        label={label}
        value={isOther ? OTHER : value}
        options={[...options, [OTHER, t.settings.otherFormat]]}
        onChange={(format) => {
          setOther(format === OTHER);
          if (format !== OTHER) onChange(format);
        }}
      />
      {isOther && (
        <TextField label={t.settings.format({ name: label })} help={help} value={value} onChange={onChange} />
      )}
    </>
  );
}

/** A date of the site in one of the formats above. */
function exampleOf(name: FormatName, format: string, local: string): string {
  const [year = '', month = '', day = '', hour = '', minute = ''] = local.split(/\D/);
  const letters: Readonly<Record<string, string>> = { Y: year, m: month, d: day, H: hour, i: minute };
  if (format !== FORMATS[name][0]) return format.replace(/[a-z]/gi, (letter) => letters[letter] ?? letter);
  const style = name === 'date_format' ? ({ dateStyle: 'long' } as const) : ({ timeStyle: 'short' } as const);
  // A third part names a variant of WordPress, such as `pt_PT_ao90`.
  const tag = (session.get()?.site.language ?? 'en_US').split('_').slice(0, 2).join('-');
  return new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' }).format(new Date(`${local}Z`));
}
