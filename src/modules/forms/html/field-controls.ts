import { resolveDateLimit } from '../fields/validate-field.js';
import { escapeHtml } from '../../../text/escape.js';
import { type FormTag } from '../template/form-tag.js';
import {
  type Attributes,
  type Control,
  element,
  inputAttributes,
  isHinting,
  valueOf,
  wrapped,
  classes,
  commonAttributes,
  asTyped,
} from './control.js';
import { cleanHtmlClass } from '../../../text/clean.js';
import { acceptedExtensions } from '../fields/posted-files.js';

const WIDTH = '40';
const LINES = '10';

/** An input element; `values` are added after the attributes that all inputs have. */
function inputElement(control: Control, limits: Attributes, values: Attributes = {}): string {
  const { base, name } = control.tag;
  return element('input', { type: base, name, ...limits, ...inputAttributes(control), ...values });
}

/** text, email, url, tel. */
export function textInput(control: Control): string {
  return wrapped(control, inputElement(control, sizes(control.tag), contents(control)));
}

/** number and range. */
export function numberInput(control: Control): string {
  const { tag } = control;
  const limit = (name: string) => tag.option(name, /^[+-]?\d{1,15}$/)?.replace(/^\+/, '');
  const limits = { min: limit('min'), max: limit('max'), step: tag.option('step', /^\d{1,9}(?:\.\d{1,9})?$|^any$/) };
  return wrapped(control, inputElement(control, limits, contents(control)));
}

export function dateInput(control: Control): string {
  const { tag, view } = control;
  // A day counted from today is only right today, so the server checks it if the HTML may be cached.
  const today = view.fresh?.today;
  const limit = (name: string) =>
    tag
      .optionValues(name)
      .map((value) => dayOf(value, today))
      .find((day) => day !== undefined);
  const limits = { min: limit('min'), max: limit('max'), step: tag.option('step', /^\d{1,9}$/) };
  return wrapped(control, inputElement(control, limits, contents(control)));
}

function dayOf(limit: string, today: Date | undefined): string | undefined {
  return today || !/^today/i.test(limit) ? resolveDateLimit(limit, today ?? new Date(0)) : undefined;
}

export function textArea(control: Control): string {
  const { tag } = control;
  const { value, placeholder } = contents(control, tag.content === '' ? undefined : tag.content);
  const [, columns, rows] = shorthand(tag, /^(\d{0,9})x(\d{0,9})(?:\/\d{1,9})?$/) ?? [];
  const size = {
    cols: tag.option('cols', /^\d{1,9}$/) || columns || WIDTH,
    rows: tag.option('rows', /^\d{1,9}$/) || rows || LINES,
  };
  const attributes = { name: tag.name, ...size, ...lengths(tag), ...inputAttributes(control), placeholder };
  // Browsers drop a line break that comes first.
  return wrapped(control, element('textarea', attributes, `\n${escapeHtml(value ?? '')}`));
}

/** Value and hint: the first value of the template is one or the other. */
function contents(control: Control, enclosed?: string): { value?: string; placeholder?: string } {
  const [first = ''] = control.tag.values;
  const hint = isHinting(control.tag) && first !== '' ? first : undefined;
  const value = valueOf(control) ?? enclosed ?? (hint === undefined ? first : '');
  return { value: value === '' ? undefined : value, placeholder: hint };
}

function sizes(tag: FormTag): Attributes {
  const size = tag.option('size', /^\d{1,9}$/) ?? shorthand(tag, /^(\d{1,9})\/\d{0,9}$/)?.[1] ?? WIDTH;
  return { size, ...lengths(tag) };
}

/** Limits that contradict each other are none. */
function lengths(tag: FormTag): Attributes {
  const { maxLength, minLength } = tag;
  return maxLength !== undefined && minLength !== undefined && maxLength < minLength
    ? {}
    : { maxlength: maxLength, minlength: minLength };
}

function shorthand(tag: FormTag, pattern: RegExp): RegExpExecArray | undefined {
  for (const option of tag.options) {
    const match = pattern.exec(option);
    if (match) return match;
  }
  return undefined;
}

const SEND = 'Send';

/** Field names are free text, so one may be `constructor`. */
function own<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The question stands in the label. If the page may be cached there is none yet: the script fetches one for each visitor. */
export function quiz(control: Control): string {
  const { tag, view, isInLabel } = control;
  const [question, proof] = own(view.fresh?.quiz, tag.name) ?? ['', ''];
  const words = element('span', { class: 'wpcf7-quiz-label' }, escapeHtml(question));
  const input = inputElement(control, { type: 'text', ...sizes(tag) }, { 'aria-label': undefined });
  const answer = element('input', { type: 'hidden', name: `_wpcf7_quiz_answer_${tag.name}`, value: proof });
  return wrapped(control, (isInLabel ? `${words} ${input}` : element('label', {}, `${words} ${input}`)) + answer);
}

export function captchaPicture({ tag, view }: Control): string {
  const src = own(view.fresh?.captcha, tag.name);
  const picture = element('img', {
    class: classes('wpcf7-form-control', 'wpcf7-captchac', `wpcf7-captcha-${cleanHtmlClass(tag.name)}`),
    alt: 'Characters to copy into the next field',
    src,
    hidden: src === undefined,
    'data-captcha': tag.name,
  });
  return (
    element('input', { type: 'hidden', name: `_wpcf7_captcha_challenge_${tag.name}`, value: challengeIn(src ?? '') }) +
    picture
  );
}

/** The number a picture's address ends with. */
function challengeIn(address: string): string {
  return /(\d+)\.png$/.exec(address)?.[1] ?? '';
}

export function captchaInput(control: Control): string {
  return wrapped(control, inputElement(control, { type: 'text', ...sizes(control.tag) }));
}

export function file(control: Control): string {
  const { tag } = control;
  const extensions = acceptedExtensions(tag).map((extension) => `.${extension}`);
  const limits = { accept: extensions.join(','), capture: tag.option('capture', /^(?:user|environment)$/) };
  return wrapped(control, inputElement(control, limits, { readonly: undefined }));
}

export function hidden(control: Control): string {
  const { tag } = control;
  return element('input', {
    type: 'hidden',
    name: tag.name,
    id: tag.id,
    value: valueOf(control) ?? tag.values[0] ?? '',
  });
}

/** How many characters a field has, or still takes; the script counts on. */
export function count({ tag, view }: Control, target: { maxLength?: number } | undefined): string {
  const isDown = tag.has('down') && target?.maxLength !== undefined;
  const attributes = {
    class: classes('wpcf7-character-count', isDown ? 'down' : 'up'),
    'data-target-name': tag.name,
    'data-maximum-value': isDown ? target.maxLength : undefined,
  };
  const typed = (view.result?.typed?.(tag.name)[0] ?? '').replaceAll('\r\n', '\n').length;
  return element('span', attributes, String(isDown ? Math.max(0, target.maxLength! - typed) : typed));
}

export function submit(control: Control): string {
  const { 'aria-label': _, ...attributes } = commonAttributes(control);
  return element('input', { type: 'submit', value: control.tag.values[0] || SEND, ...attributes });
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

export function select(control: Control): string {
  const { tag } = control;
  const isMultiple = tag.has('multiple');
  const attributes = {
    name: isMultiple ? `${tag.name}[]` : tag.name,
    multiple: isMultiple,
    size: tag.option('size', /^[1-9]\d{0,3}$/),
    ...inputAttributes(control),
    readonly: undefined,
  };
  const options = choices(control).map(({ value, label, isChosen }) =>
    element('option', { value, selected: isChosen }, escapeHtml(label)),
  );
  return wrapped(control, element('select', attributes, options.join('')));
}

/** checkbox and radio: one input for each value. */
export function choiceGroup(control: Control): string {
  const { tag } = control;
  const isRadio = tag.base === 'radio';
  const isExclusive = tag.has('exclusive') && !isRadio;
  const name = isRadio || isExclusive ? tag.name : `${tag.name}[]`;
  const offered = choices(control);
  const items = offered.map(({ value, label, isChosen }, index) => {
    const input = element('input', { type: tag.base, name, value, checked: isChosen, required: isRadio });
    const isLast = index === offered.length - 1;
    const freeText = isLast && tag.has('free_text') ? freeTextInput(control, label) : '';
    return item(
      control,
      input,
      escapeHtml(label),
      classes(index === 0 && 'first', isLast && 'last', freeText !== '' && 'has-free-text'),
      freeText,
    );
  });
  const attributes = {
    ...commonAttributes(control, { isGroup: true }),
    role: isRadio ? 'radiogroup' : 'group',
    'aria-required': isRadio ? 'true' : undefined,
  };
  const exclusive = isExclusive ? { 'data-exclusive': true } : {};
  return wrapped(control, element('span', { ...attributes, ...exclusive }, items.join('')));
}

function freeTextInput({ tag, view }: Control, label: string): string {
  const name = `${tag.name}_free_text`;
  const typed = view.result?.typed?.(name)[0];
  return element('input', {
    type: 'text',
    name,
    class: 'wpcf7-free-text',
    'aria-label': label,
    value: typed === undefined ? undefined : asTyped(typed),
  });
}

/** A condition to agree to: the enclosed text, which may link somewhere, or the first value. */
export function acceptance(control: Control): string {
  const { tag, view } = control;
  const condition = tag.content || escapeHtml(tag.values[0] ?? '');
  const typed = view.result?.typed;
  const isChecked = typed ? !['', '0'].includes(typed(tag.name)[0] ?? '') : tag.optionValues('default').includes('on');
  const isNeeded = !tag.has('optional') && !tag.has('invert');
  const { 'aria-label': label, class: names, ...attributes } = commonAttributes(control);
  const input = element('input', {
    type: 'checkbox',
    name: tag.name,
    value: '1',
    ...attributes,
    'aria-label': condition === '' ? label : undefined,
    checked: isChecked,
    required: isNeeded,
  });
  const flags = classes(String(names), tag.has('optional') && 'optional', tag.has('invert') && 'invert');
  return wrapped(control, element('span', { class: flags }, item(control, input, condition)));
}

/** An input with its words, in a label of its own unless there is one around everything. */
function item(control: Control, input: string, label: string, names = '', further = ''): string {
  const words = label === '' ? '' : element('span', { class: 'wpcf7-list-item-label' }, label);
  const parts = control.tag.has('label_first') ? words + input : input + words;
  return element(
    'span',
    { class: classes('wpcf7-list-item', names) },
    (control.isInLabel ? parts : element('label', {}, parts)) + further,
  );
}

function choices(control: Control): Choice[] {
  const { tag } = control;
  const isSelect = tag.base === 'select';
  const offered = tag.values.filter((value) => isSelect || value !== '');
  const caption = isSelect && tag.has('first_as_label') ? offered.shift() : undefined;
  const values =
    caption === undefined && isSelect && (tag.has('include_blank') || offered.length === 0)
      ? ['', ...offered]
      : offered;
  const isChosen = chosen(control, offered);
  const list = values.map((value): Choice => ({
    value,
    label: value === '' && isSelect ? '—' : value,
    isChosen: isChosen(value),
  }));
  return caption === undefined ? list : [{ value: '', label: caption, isChosen: false }, ...list];
}

/** By what was sent before, else by a value given from outside, else by numbers such as `default:1_3`, counted from 1. */
function chosen(control: Control, offered: readonly string[]): (value: string) => boolean {
  const { tag, view } = control;
  const typed = view.result?.typed?.(tag.name);
  if (typed) return (value) => value !== '' && typed.some((sent) => asTyped(sent) === asTyped(value));
  const provided = valueOf(control);
  if (provided !== undefined) return (value) => value !== '' && asTyped(value) === provided;
  const places = tag
    .optionValues('default')
    .flatMap((option) => (/^\d{1,4}(?:_\d{1,4})*$/.test(option) ? option.split('_').map(Number) : []));
  const isOne = !tag.has('multiple') && (tag.base !== 'checkbox' || tag.has('exclusive'));
  const values = new Set((isOne ? places.slice(0, 1) : places).map((place) => offered[place - 1]));
  return (value) => value !== '' && values.has(value);
}
