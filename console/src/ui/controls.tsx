import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ComponentChildren,
  type InputHTMLAttributes,
  type VNode,
} from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../texts';
import { Icon, type IconName } from './icons';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  isBusy?: boolean;
  small?: boolean;
  type?: 'button' | 'submit';
  disabled?: boolean;
  children: ComponentChildren;
}

export function Button({
  kind = 'plain',
  icon,
  isBusy,
  small,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy ? 'true' : undefined}
      class={`button button-${kind}${small ? ' button-small' : ''} ${(rest.class as string | undefined) ?? ''}`}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
  disabled?: boolean;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      class={`icon-button ${(rest.class as string) ?? ''}`}
    >
      <Icon name={icon} />
    </button>
  );
}

interface FieldProps {
  label: string;
  help?: ComponentChildren;
  error?: string;
  hideLabel?: boolean;
  class?: string;
  children: VNode<Record<string, unknown>>;
}

/** A label, a control and its help or error, connected for screen readers. */
export function Field({ label, help, error, hideLabel, class: className = '', children }: FieldProps) {
  const id = useId();
  const { autofocus: wantsFocus } = children.props;
  // By code, since browsers heed the attribute once per document, and in dialogs when they are opened.
  useLayoutEffect(() => {
    if (wantsFocus) document.getElementById(id)?.focus();
  }, []);
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class={`field ${className}`}>
      <label for={id} class={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? 'true' : undefined,
      })}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Attributes of an input that its type does not decide. */
interface InputOptions {
  autocomplete?: string;
  autocapitalize?: string;
  autofocus?: boolean;
  required?: boolean;
  readOnly?: boolean;
  disabled?: boolean;
  spellcheck?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number | 'any';
  role?: 'combobox';
  'aria-autocomplete'?: 'list';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-activedescendant'?: string;
  onKeyDown?(event: KeyboardEvent): void;
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'email' | 'url' | 'password' | 'number' | 'date' | 'time' | 'datetime-local';
  input?: InputOptions;
}

export function TextField({ value, onChange, type = 'text', input, ...field }: TextFieldProps) {
  // The attributes' types depend on the input's type, which is known only at run time.
  const attributes = { type, ...input } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <Field {...field}>
      <input
        class="input"
        dir={type === 'number' ? undefined : 'auto'}
        {...attributes}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

export function PasswordField({ value, onChange, input, ...field }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="password-field">
      <TextField {...field} type={isShown ? 'text' : 'password'} value={value} onChange={onChange} input={input} />
      <button type="button" class="link-button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t.actions.hide : t.actions.show}
      </button>
    </div>
  );
}

interface TextAreaProps extends Omit<FieldProps, 'children'> {
  value: string;
  onChange(value: string): void;
  rows?: number;
  isCode?: boolean;
  autofocus?: boolean;
}

export function TextArea({ value, onChange, rows = 4, isCode, autofocus, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      <textarea
        class={`input${isCode ? ' code' : ''}`}
        dir="auto"
        rows={rows}
        value={value}
        spellcheck={!isCode}
        autofocus={autofocus}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

/** Types into a field where its cursor is, as a key would: it can be undone, and the cursor is behind the text. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  document.execCommand('insertText', false, text);
}

export type Option = readonly [value: string, label: string];

interface SelectProps extends Omit<FieldProps, 'children'> {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  disabled?: boolean;
}

export function Select({ value, onChange, options, disabled, ...field }: SelectProps) {
  return (
    <Field {...field}>
      <select class="input" value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, label]) => (
          <option key={key} value={key} selected={key === value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckboxProps {
  label: ComponentChildren;
  checked: boolean;
  onChange(checked: boolean): void;
  hideLabel?: boolean;
  disabled?: boolean;
}

export function Checkbox({ label, checked, onChange, hideLabel, disabled }: CheckboxProps) {
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch(value: string): void;
}

const SEARCH_PAUSE_MS = 250;

/** Searches when typing pauses, and at once when submitted. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // What is searched for. A value that differs was set from outside: filters were cleared, or the browser went back.
  const searched = useRef(value);
  const search = (words: string) => {
    if (words === searched.current) return;
    searched.current = words;
    latest.current(words);
  };
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <form
      role="search"
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Icon name="search" size={16} />
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
