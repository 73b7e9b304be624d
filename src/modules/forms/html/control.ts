import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { cleanHtmlClass } from '../../../text/clean.js';
import { type QuizChallenge } from '../checks/quiz.service.js';
import { type FormTag } from '../template/form-tag.js';

/** False and undefined omit an attribute, true writes it without a value. */
type AttributeValue = string | number | boolean | undefined;
export type Attributes = Readonly<Record<string, AttributeValue>>;

const VOID = new Set(['br', 'img', 'input']);

/** An element. Attribute values are escaped here; `inner` is HTML. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const start = `<${name}${Object.entries(attributes).map(attribute).join('')}>`;
  return VOID.has(name) ? start : `${start}${inner}</${name}>`;
}

function attribute([name, value]: [string, AttributeValue]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`;
}

/** Templates are HTML, so `&amp;` in them means `&`; visitors' input is taken literally. */
export function asTyped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

/** The context of a form. All personal values are optional: without them the HTML is the same for everyone. */
export interface FormView {
  readonly id: number;
  readonly locale: string;
  readonly template: string;
  /** Unique ID of this form on the page, in element IDs and responses. */
  readonly unitTag: string;
  /** The page that contains it; 0 if there is none. */
  readonly page: number;
  readonly addresses: FormAddresses;
  /** Attributes of the form element, from the page's author. */
  readonly attributes?: Readonly<Partial<Record<'id' | 'name' | 'title' | 'class', string>>>;
  /** Default values of fields, by their source. */
  readonly defaults?: Readonly<Partial<Record<'get' | 'shortcode_attr', (name: string) => string | undefined>>>;
  /** For this visitor; must not be cached. */
  readonly fresh?: FreshParts;
  /** The result of a submission. */
  readonly result?: FormResult;
}

export interface FormAddresses {
  /** URL for submissions without a script. */
  readonly action: string;
  /** REST routes, for the script. */
  readonly feedback: string;
  readonly refill: string;
}

interface FreshParts {
  readonly token: string;
  readonly quiz: Readonly<Record<string, QuizChallenge>>;
  readonly captcha: Readonly<Record<string, string>>;
  /** The site's local time, as if it were UTC. */
  readonly today: Date;
}

export interface FormResult {
  /** As a class name, such as `invalid` or `sent`. */
  readonly state: string;
  readonly message: string;
  /** By field name. */
  readonly errors: ReadonlyMap<string, string>;
  /** The submitted values; not shown again after a successful submission. */
  readonly typed?: (name: string) => readonly string[];
}

/** A tag where it stands. */
export interface Control {
  readonly tag: FormTag;
  readonly view: FormView;
  /** Whether the template has a label around it; labels do not nest. */
  readonly isInLabel: boolean;
  /** That, or a label elsewhere that refers to its ID. */
  readonly isLabelled: boolean;
}

const SIGNED_INTEGER = /^-?\d{1,9}$/;

function isRequired({ base, isStarred }: FormTag): boolean {
  return isStarred || ['radio', 'quiz', 'captchar'].includes(base);
}

/** Attributes of the control itself, whichever kind it is. */
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
    autocomplete: tag.option('autocomplete', /^[-0-9a-zA-Z]+$/) ?? USUAL_AUTOCOMPLETE.get(tag.base),
    readonly: tag.has('readonly'),
    required: isRequired(tag),
    'aria-required': isRequired(tag) ? 'true' : undefined,
  };
}

/** Autocomplete values implied by the type. */
const USUAL_AUTOCOMPLETE: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    email: 'email',
    tel: 'tel',
    url: 'url',
    quiz: 'off',
    captchar: 'off',
  }),
);

/** With its validation message, in the element where scripts put it too. */
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

/** Without a label in the template: the placeholder, or the field's name. */
function accessibleName(tag: FormTag): string {
  const hint = isHinting(tag) ? (tag.values[0] ?? '') : '';
  return hint || tag.name.replace(/[-_:.]+/g, ' ').trim();
}

export function isHinting(tag: FormTag): boolean {
  return tag.has('placeholder') || tag.has('watermark');
}

/** The submitted value, else the first default that yields one; undefined if there is none. */
export function valueOf({ tag, view }: Control): string | undefined {
  const typed = view.result?.typed?.(tag.name)[0];
  if (typed !== undefined) return asTyped(typed);
  for (const source of tag.optionValues('default')) {
    const value = source === 'get' || source === 'shortcode_attr' ? view.defaults?.[source]?.(tag.name) : undefined;
    if (value !== undefined && value !== '') return asTyped(value);
  }
  return undefined;
}
