import { resolveDateLimit } from '../fields/date-limits.js';
import { escapeHtml } from '../../../text/escape.js';
import { type FormTag } from '../template/form-tag.js';
import { type Attributes, type Control, element, inputAttributes, isHinting, valueOf, wrapped } from './control.js';

const WIDTH = '40';
const LINES = '10';

/** text, email, url, tel. */
export function textInput(control: Control): string {
  const { tag } = control;
  const attributes = {
    type: tag.base,
    name: tag.name,
    size: sizeOf(tag),
    ...lengths(tag),
    ...inputAttributes(control),
    ...contents(control),
  };
  return wrapped(control, element('input', attributes));
}

/** number and range. */
export function numberInput(control: Control): string {
  const { tag } = control;
  const limit = (name: string) => tag.option(name, /^[+-]?\d{1,15}$/)?.replace(/^\+/, '');
  const limits = { min: limit('min'), max: limit('max'), step: tag.option('step', /^\d{1,9}(?:\.\d{1,9})?$|^any$/) };
  return wrapped(
    control,
    element('input', { type: tag.base, name: tag.name, ...limits, ...inputAttributes(control), ...contents(control) }),
  );
}

export function dateInput(control: Control): string {
  const { tag, view } = control;
  // A day counted from today is only right today, so it is left to the server where the HTML is kept.
  const today = view.fresh?.today;
  const limit = (name: string) =>
    tag
      .optionValues(name)
      .map((value) => dayOf(value, today))
      .find((day) => day !== undefined);
  const limits = { min: limit('min'), max: limit('max'), step: tag.option('step', /^\d{1,9}$/) };
  return wrapped(
    control,
    element('input', { type: 'date', name: tag.name, ...limits, ...inputAttributes(control), ...contents(control) }),
  );
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

export function sizeOf(tag: FormTag): string {
  return tag.option('size', /^\d{1,9}$/) ?? shorthand(tag, /^(\d{1,9})\/\d{0,9}$/)?.[1] ?? WIDTH;
}

/** Limits that contradict each other are none. */
export function lengths(tag: FormTag): Attributes {
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
