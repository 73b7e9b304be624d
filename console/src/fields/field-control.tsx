import { type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { textOf } from '../lib/html';
import { t } from '../texts';
import { Checkbox, Field, Select, TextArea, TextField } from '../ui/controls';
import {
  asList,
  asText,
  type Choice,
  type Control,
  type ControlProps,
  type FieldSpec,
  labelWithMark,
  optionsOf,
} from './field-spec';
import { FieldNotes } from './field-notes';
import { MediaControl } from './media-control';
import { RelationControl } from './relation-control';

/** Controls of objects contain forms: see `FieldForm`. */
type Simple = Exclude<Control['kind'], 'group' | 'rows' | 'layouts' | 'link' | 'place' | 'icon'>;

type Controls = { [K in Simple]: (props: ControlProps<K>) => JSX.Element };

const CONTROLS: Controls = {
  text: TextControl,
  textarea: TextAreaControl,
  number: NumberControl,
  checkbox: CheckboxControl,
  choice: ChoiceControl,
  date: (props) => <DateControl {...props} />,
  time: (props) => <DateControl {...props} />,
  datetime: (props) => <DateControl {...props} />,
  color: ColorControl,
  lines: LinesControl,
  relation: RelationControl,
  media: MediaControl,
  note: NoteControl,
  json: JsonControl,
};

/** The control for a value that contains no forms, by the description of its field. */
export function FieldControl(props: ControlProps) {
  const Shown = CONTROLS[props.spec.control.kind as Simple] as (props: ControlProps) => JSX.Element;
  return <Shown {...props} />;
}

const textsOf = ({ spec, errors, path }: Pick<ControlProps, 'errors' | 'path'> & { spec: FieldSpec }) => ({
  label: labelWithMark(spec),
  help: spec.help,
  error: errors[path],
});

function TextControl(props: ControlProps<'text'>) {
  const { control, required } = props.spec;
  return (
    <TextField
      {...textsOf(props)}
      type={control.type}
      input={{ required, maxLength: control.maxLength }}
      value={asText(props.value)}
      onChange={props.onChange}
    />
  );
}

function TextAreaControl(props: ControlProps<'textarea'>) {
  return (
    <TextArea
      {...textsOf(props)}
      rows={props.spec.control.rows ?? 4}
      value={asText(props.value)}
      onChange={props.onChange}
    />
  );
}

function NumberControl(props: ControlProps<'number'>) {
  const { value, onChange, spec } = props;
  const { min, max, step } = spec.control;
  // Zero is what the API sends for a number that is not set.
  const isUnset = value === undefined || value === null || (value === 0 && (min ?? 0) > 0);
  return (
    <TextField
      {...textsOf(props)}
      type="number"
      value={isUnset ? '' : asText(value)}
      input={{ required: spec.required, min, max, step }}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
    />
  );
}

function CheckboxControl(props: ControlProps<'checkbox'>) {
  const { label, help, error } = textsOf(props);
  return (
    <div class="field">
      <Checkbox label={label} checked={props.value === true} onChange={props.onChange} />
      <FieldNotes help={help} error={error} />
    </div>
  );
}

const chosen = (options: readonly Choice[], text: string) => options.find(({ value }) => String(value) === text)?.value;

/** A stored value may be none of the options. */
const withStored = (options: readonly Choice[], text: string): readonly Choice[] =>
  text === '' || options.some(({ value }) => String(value) === text)
    ? options
    : [...options, { value: text, label: text }];

function ChoiceControl(props: ControlProps<'choice'>) {
  const { value, onChange, spec } = props;
  const { options, isMany, isOptional = false } = spec.control;
  if (isMany) return <ChoicesControl {...props} />;
  return (
    <Select
      {...textsOf(props)}
      value={asText(value)}
      options={optionsOf(withStored(options, asText(value)), (isOptional && !spec.required) || asText(value) === '')}
      // Null deletes the stored value.
      onChange={(text) => onChange(chosen(withStored(options, asText(value)), text) ?? null)}
    />
  );
}

function ChoicesControl(props: ControlProps<'choice'>) {
  const { value, onChange, spec, errors, path } = props;
  const list = asList(value).map(asText);
  return (
    <fieldset class="plain-fieldset stack">
      <legend class="field-label">{labelWithMark(spec)}</legend>
      {spec.control.options.map((option) => {
        const text = String(option.value);
        const others = asList(value).filter((item) => asText(item) !== text);
        return (
          <Checkbox
            key={text}
            label={option.label}
            checked={list.includes(text)}
            onChange={(isChecked) => onChange(isChecked ? [...others, option.value] : others)}
          />
        );
      })}
      <FieldNotes help={spec.help} error={errors[path]} />
    </fieldset>
  );
}

const INPUTS = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;
const ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Seconds and the time zone of a stored value stay as they are. */
function DateControl(props: ControlProps<'date'> | ControlProps<'time'> | ControlProps<'datetime'>) {
  const { value, onChange, spec } = props;
  const { kind, stored: form } = spec.control;
  const stored = asText(value);
  const zone = kind === 'datetime' ? (ZONE.exec(stored)?.[0] ?? '') : '';
  const date = form === 'digits' ? stored.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : stored;
  const shown = kind === 'date' ? date.slice(0, 10) : stored.replace(ZONE, '').replace(' ', 'T');
  const toStored = (text: string): string => {
    if (form === 'digits') return text.replaceAll('-', '');
    if (form === 'seconds') return /^\d\d:\d\d$/.test(text) ? `${text}:00` : text;
    if (kind !== 'datetime' || text === '') return text;
    return form === 'spaced' ? withSeconds(text).replace('T', ' ') : withSeconds(text) + zone;
  };
  return (
    <TextField
      {...textsOf(props)}
      type={INPUTS[kind]}
      value={shown}
      input={{ required: spec.required }}
      onChange={(text) => onChange(toStored(text))}
    />
  );
}

const withSeconds = (text: string) => (text.length === 16 ? `${text}:00` : text);

function ColorControl(props: ControlProps<'color'>) {
  const { value, onChange } = props;
  return (
    <Field {...textsOf(props)}>
      <input
        type="color"
        class="color-input"
        value={/^#[0-9a-f]{6}$/i.test(asText(value)) ? asText(value) : '#000000'}
        onInput={(event: Event) => onChange((event.currentTarget as HTMLInputElement).value)}
      />
    </Field>
  );
}

function LinesControl(props: ControlProps<'lines'>) {
  const { value, onChange, spec } = props;
  const [text, setText] = useState(asList(value).map(asText).join('\n'));
  const { help, ...texts } = textsOf(props);
  return (
    <TextArea
      {...texts}
      help={[help, t.fields.perLine].filter(Boolean).join(' ')}
      rows={3}
      value={text}
      onChange={(next) => {
        setText(next);
        const lines = next
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        const asNumber = (line: string) => (Number.isNaN(Number(line)) ? line : Number(line));
        onChange(spec.control.isNumeric ? lines.map(asNumber) : lines);
      }}
    />
  );
}

/** HTML of editors of the site, as text. */
function NoteControl({ spec }: ControlProps<'note'>) {
  return (
    <div class="field">
      <span class="field-label">{spec.label}</span>
      <p class="help">{textOf(spec.control.text)}</p>
    </div>
  );
}

/** For what no form can be made of: the value as it is. */
function JsonControl(props: ControlProps<'json'>) {
  const [text, setText] = useState(() => JSON.stringify(props.value ?? null, null, 2));
  const [problem, setProblem] = useState<string>();
  const { label, help, error } = textsOf(props);
  return (
    <TextArea
      label={`${label} (${t.fields.json})`}
      help={help}
      error={problem ?? error}
      isCode
      value={text}
      onChange={(next) => {
        setText(next);
        try {
          props.onChange(JSON.parse(next));
          setProblem(undefined);
        } catch {
          setProblem(t.fields.invalidJson);
        }
      }}
    />
  );
}
