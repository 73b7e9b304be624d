import { cleanHtmlClass } from '../../../text/names.js';
import { escapeHtml } from '../../../text/escape.js';
import { type FormTag } from '../template/form-tag.js';
import { type Attributes, asTyped, classes, element } from './element.js';
import { type FormView } from './form-view.js';

/** A tag where it stands. */
export interface Control {
  readonly tag: FormTag;
  readonly view: FormView;
  /** The template has a label around it; labels do not nest. */
  readonly isInLabel: boolean;
  /** That, or a label elsewhere that names its id. */
  readonly isLabelled: boolean;
}

const SIGNED_INTEGER = /^-?\d{1,9}$/;

export function isRequired({ base, isStarred }: FormTag): boolean {
  return isStarred || ['radio', 'quiz', 'captchar'].includes(base);
}

/** Of the control itself, whichever kind it is. */
export function commonAttributes(control: Control, { isGroup = false } = {}): Attributes {
  const { tag } = control;
  const error = errorOf(control);
  return {
    id: tag.id,
    class: classes(
      'wpcf7-form-control',
      `wpcf7-${tag.base}`,
      isRequired(tag) && 'wpcf7-validates-as-required',
      error !== undefined && 'wpcf7-not-valid',
      ...tag.optionValues('class').filter((name) => /^[-0-9a-zA-Z_]+$/.test(name)),
    ),
    'aria-label': control.isLabelled ? undefined : accessibleName(tag),
    'aria-invalid': error === undefined ? undefined : 'true',
    'aria-describedby': error === undefined ? undefined : errorId(control),
    ...(!isGroup && { tabindex: tag.option('tabindex', SIGNED_INTEGER) }),
  };
}

/** For one that takes typing or choosing. */
export function inputAttributes(control: Control): Attributes {
  const { tag } = control;
  return {
    ...commonAttributes(control),
    autocomplete: tag.option('autocomplete', /^[-0-9a-zA-Z]+$/) ?? USUAL_AUTOCOMPLETE[tag.base],
    readonly: tag.has('readonly'),
    required: isRequired(tag),
    'aria-required': isRequired(tag) ? 'true' : undefined,
  };
}

/** What browsers can fill in by the type alone. */
const USUAL_AUTOCOMPLETE: Readonly<Record<string, string>> = {
  email: 'email',
  tel: 'tel',
  url: 'url',
  quiz: 'off',
  captchar: 'off',
};

/** With what is wrong, in the place where scripts put it, too. */
export function wrapped(control: Control, html: string): string {
  const { name } = control.tag;
  const error = errorOf(control);
  const tip =
    error === undefined
      ? ''
      : element('span', { class: 'wpcf7-not-valid-tip', id: errorId(control) }, escapeHtml(error));
  return element(
    'span',
    { class: classes('wpcf7-form-control-wrap', cleanHtmlClass(name)), 'data-name': name },
    html + tip,
  );
}

function errorOf({ tag, view }: Control): string | undefined {
  return view.result?.errors.get(tag.name);
}

export function errorId({ tag, view }: Pick<Control, 'tag' | 'view'>): string {
  return `${view.unitTag}-ve-${tag.name}`;
}

/** Where the template gives no label: the hint inside the field, or what the field's name says. */
function accessibleName(tag: FormTag): string {
  const hint = isHinting(tag) ? (tag.values[0] ?? '') : '';
  return hint || tag.name.replace(/[-_:.]+/g, ' ').trim();
}

export function isHinting(tag: FormTag): boolean {
  return tag.has('placeholder') || tag.has('watermark');
}

/** What was typed, else the first default that yields something; undefined where neither says anything. */
export function valueOf({ tag, view }: Control): string | undefined {
  const typed = view.result?.typed?.(tag.name)[0];
  if (typed !== undefined) return asTyped(typed);
  for (const source of tag.optionValues('default')) {
    const value = source === 'get' || source === 'shortcode_attr' ? view.defaults?.[source]?.(tag.name) : undefined;
    if (value !== undefined && value !== '') return asTyped(value);
  }
  return undefined;
}
