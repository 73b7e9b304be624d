import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { cleanHtmlClass } from '../../../text/clean.js';
import { type QuizChallenge } from '../checks/quiz.service.js';
import { type FormTag } from '../template/form-tag.js';

/** False and undefined leave an attribute out, true writes its bare name. */
type AttributeValue = string | number | boolean | undefined;
export type Attributes = Readonly<Record<string, AttributeValue>>;

const VOID = new Set(['br', 'img', 'input']);

/** One element. Attribute values are escaped here; `inner` is HTML already. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const start = `<${name}${Object.entries(attributes).map(attribute).join('')}>`;
  return VOID.has(name) ? start : `${start}${inner}</${name}>`;
}

function attribute([name, value]: [string, AttributeValue]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`;
}

/** Templates are HTML, so `&amp;` in them stands for `&`; what visitors typed stands for itself. */
export function asTyped(text: string): string {
  return text.replaceAll('&', '&amp;');
}

export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}

/** What a form is shown with. Everything personal may be left out: then the HTML is the same for everybody. */
export interface FormView {
  readonly id: number;
  readonly locale: string;
  readonly template: string;
  /** Tells this form from others on the page, in ids and in answers. */
  readonly unitTag: string;
  /** The page that holds it; 0 where there is none. */
  readonly page: number;
  readonly addresses: FormAddresses;
  /** What the page's author says about the form element. */
  readonly attributes?: Readonly<Partial<Record<'id' | 'name' | 'title' | 'class', string>>>;
  /** First values of fields that ask for them, by where they come from. */
  readonly defaults?: Readonly<Partial<Record<'get' | 'shortcode_attr', (name: string) => string | undefined>>>;
  /** For this one visitor; must not be cached. */
  readonly fresh?: FreshParts;
  /** The outcome of sending it. */
  readonly result?: FormResult;
}

export interface FormAddresses {
  /** Takes the form where no script runs. */
  readonly action: string;
  /** Routes of the interface, for the script. */
  readonly feedback: string;
  readonly refill: string;
}

interface FreshParts {
  readonly token: string;
  readonly quiz: Readonly<Record<string, QuizChallenge>>;
  readonly captcha: Readonly<Record<string, string>>;
  /** The site's wall clock, as if it were UTC. */
  readonly today: Date;
}

export interface FormResult {
  /** As a class name, such as `invalid` or `sent`. */
  readonly state: string;
  readonly message: string;
  /** By field name. */
  readonly errors: ReadonlyMap<string, string>;
  /** What was typed or chosen; not shown again once it was sent. */
  readonly typed?: (name: string) => readonly string[];
}

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

function isRequired({ base, isStarred }: FormTag): boolean {
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
    autocomplete: tag.option('autocomplete', /^[-0-9a-zA-Z]+$/) ?? USUAL_AUTOCOMPLETE.get(tag.base),
    readonly: tag.has('readonly'),
    required: isRequired(tag),
    'aria-required': isRequired(tag) ? 'true' : undefined,
  };
}

/** What browsers can fill in by the type alone. */
const USUAL_AUTOCOMPLETE: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    email: 'email',
    tel: 'tel',
    url: 'url',
    quiz: 'off',
    captchar: 'off',
  }),
);

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
