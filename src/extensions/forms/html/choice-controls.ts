import { escapeHtml } from '../../../text/escape.js';
import {
  asTyped,
  classes,
  commonAttributes,
  type Control,
  element,
  inputAttributes,
  valueOf,
  wrapped,
} from './control.js';

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
  const given = valueOf(control);
  if (given !== undefined) return (value) => value !== '' && asTyped(value) === given;
  const places = tag
    .optionValues('default')
    .flatMap((option) => (/^\d{1,4}(?:_\d{1,4})*$/.test(option) ? option.split('_').map(Number) : []));
  const isOne = !tag.has('multiple') && (tag.base !== 'checkbox' || tag.has('exclusive'));
  const values = new Set((isOne ? places.slice(0, 1) : places).map((place) => offered[place - 1]));
  return (value) => value !== '' && values.has(value);
}
