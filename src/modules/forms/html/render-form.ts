import { escapeHtml } from '../../../text/escape.js';
import { type FormTag } from '../template/form-tag.js';
import { classes, element, errorId, type FormView, type Control } from './control.js';
import { autop } from '../../../text/autop.js';
import { parseTemplate, type Segment } from '../template/parse-template.js';
import {
  dateInput,
  numberInput,
  textArea,
  textInput,
  captchaInput,
  captchaPicture,
  count,
  file,
  hidden,
  quiz,
  submit,
  acceptance,
  choiceGroup,
  select,
} from './field-controls.js';

type Draw = (control: Control) => string;

const DRAW: ReadonlyMap<string, Draw> = new Map(
  Object.entries<Draw>({
    text: textInput,
    email: textInput,
    url: textInput,
    tel: textInput,
    textarea: textArea,
    number: numberInput,
    range: numberInput,
    date: dateInput,
    checkbox: choiceGroup,
    radio: choiceGroup,
    select,
    acceptance,
    quiz,
    captchac: captchaPicture,
    captchar: captchaInput,
    file,
    hidden,
    submit,
  }),
);

/** Delimit a tag's number while paragraphs are created; lone surrogates do not occur in decoded text. */
const OPEN = '\uD800';
const CLOSE = '\uD801';
/** These make no paragraph of their own. */
const BLOCKS = new Set(['response', 'hidden']);
const PLACES = new RegExp(`<div ${OPEN}(\\d+)${CLOSE}></div>|${OPEN}(\\d+)${CLOSE}`, 'g');

/** The content of a form: the template's own HTML with paragraphs, and a control for each tag. */
function renderTemplate(view: FormView, response: string): { html: string; tags: FormTag[] } {
  const segments = parseTemplate(view.template);
  const tags = segments.flatMap((segment) => (segment.kind === 'tag' ? [segment.tag] : []));
  const drawn: string[] = [];
  const context = new LabelTracker(segments);
  const text = segments.map((segment) => {
    if (segment.kind === 'text') return context.pass(segment.text.replaceAll(OPEN, '').replaceAll(CLOSE, ''));
    if (context.isInsideTag) return '';
    const { isInLabel } = context;
    const control = { tag: segment.tag, view, isInLabel, isLabelled: isInLabel || context.isNamed(segment.tag) };
    const number = drawn.push(draw(control, tags, response)) - 1;
    const place = `${OPEN}${number}${CLOSE}`;
    return BLOCKS.has(segment.tag.base) ? `<div ${place}></div>` : place;
  });
  const html = autop(text.join('')).replace(
    PLACES,
    (_, block?: string, inline?: string) => drawn[Number(block ?? inline)] ?? '',
  );
  return { html: html.trim(), tags };
}

function draw(control: Control, tags: readonly FormTag[], response: string): string {
  const { tag } = control;
  if (tag.base === 'response') return response;
  // A malformed tag has no name and so nothing to submit.
  if (tag.kind.named && tag.name === '') return '';
  if (tag.base === 'count')
    return count(
      control,
      tags.find(({ name, base }) => name === tag.name && base !== 'count'),
    );
  return DRAW.get(tag.base)?.(control) ?? '';
}

/** Tracks the template's HTML: whether a label is open, and whether the text ends inside a tag. */
class LabelTracker {
  private readonly named: ReadonlySet<string>;
  isInLabel = false;
  /** The first characters of a tag that has not ended yet. */
  private open = '';

  constructor(segments: readonly Segment[]) {
    const text = segments.map((segment) => (segment.kind === 'text' ? segment.text : '')).join('');
    this.named = new Set(
      [...text.matchAll(/<label\s[^<>]{0,500}?\bfor\s*=\s*["']?([-\w]+)/gi)].map((match) => match[1]!),
    );
  }

  pass(text: string): string {
    for (const [, slash] of text.matchAll(/<(\/?)label(?=[\s>])/gi)) this.isInLabel = slash === '';
    const joined = this.open + text;
    const last = joined.lastIndexOf('<');
    this.open = last > joined.lastIndexOf('>') ? joined.slice(last, last + 2) : '';
    return text;
  }

  /** A control there would break the tag. */
  get isInsideTag(): boolean {
    return /^<[a-z/!?]/i.test(this.open);
  }

  /** By a label elsewhere. */
  isNamed({ id }: FormTag): boolean {
    return id !== undefined && this.named.has(id);
  }
}

/** The emulated version of the original, whose responses the script reads. */
const VERSION = '5.5.6';

/** Languages written from right to left. */
const RTL = /^(?:ar|arc|azb|ckb|dv|fa|haz|he|ks|ps|sd|skr|ug|ur|yi)(?:_|$)/;

/** A complete form for use in a page. */
export function renderForm(view: FormView): string {
  const { html, tags } = renderTemplate(view, responseOutput(view));
  const hasResponse = tags.some(({ base }) => base === 'response');
  const form = [hiddenFields(view), trap(), html, ...(hasResponse ? [] : [responseOutput(view)])].join('\n');
  const { id, name, title, class: names } = view.attributes ?? {};
  const attributes = {
    action: `${view.addresses.action}#${view.unitTag}`,
    method: 'post',
    enctype: tags.some(({ base }) => base === 'file') ? 'multipart/form-data' : undefined,
    class: classes('wpcf7-form', view.result?.state ?? 'init', names?.replace(/[^-\w ]/g, '')),
    id: id?.replace(/[^-\w]/g, '') || undefined,
    name: name?.replace(/[^-\w]/g, '') || undefined,
    'aria-label': title || 'Contact form',
    'data-status': view.result?.state ?? 'init',
  };
  const box = {
    class: 'wpcf7',
    id: view.unitTag,
    lang: view.locale.replaceAll('_', '-'),
    dir: RTL.test(view.locale) ? 'rtl' : 'ltr',
    'data-form': view.id,
    'data-feedback': view.addresses.feedback,
    'data-refill': view.addresses.refill,
  };
  return element('div', box, `\n${screenReaderResponse(view, tags)}\n${element('form', attributes, `\n${form}\n`)}\n`);
}

/** A live region for screen readers: what happened, and links to the invalid fields. */
function screenReaderResponse(view: FormView, tags: readonly FormTag[]): string {
  const items = tags.flatMap((tag) => {
    const error = tag.name === '' ? undefined : view.result?.errors.get(tag.name);
    if (error === undefined) return [];
    const text = escapeHtml(error);
    return [
      element(
        'li',
        { id: `${errorId({ tag, view })}-item` },
        tag.id === undefined ? text : element('a', { href: `#${tag.id}` }, text),
      ),
    ];
  });
  const status = element(
    'p',
    { role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' },
    escapeHtml(view.result?.message ?? ''),
  );
  return element('div', { class: 'screen-reader-response' }, status + element('ul', {}, items.join('')));
}

function responseOutput({ result }: FormView): string {
  return element(
    'div',
    { class: 'wpcf7-response-output', 'aria-hidden': 'true', hidden: result === undefined },
    escapeHtml(result?.message ?? ''),
  );
}

function hiddenFields({ id, locale, unitTag, page, fresh }: FormView): string {
  const fields = {
    _wpcf7: id,
    _wpcf7_version: VERSION,
    _wpcf7_locale: locale,
    _wpcf7_unit_tag: unitTag,
    _wpcf7_container_post: page,
    _form_token: fresh?.token ?? '',
  };
  return element(
    'div',
    { hidden: true },
    Object.entries(fields)
      .map(([name, value]) => element('input', { type: 'hidden', name, value }))
      .join(''),
  );
}

/** Honeypot: hidden from people, filled in by bots. */
function trap(): string {
  const input = element('input', { type: 'text', name: '_form_trap', tabindex: -1, autocomplete: 'off' });
  return element('div', { hidden: true, 'aria-hidden': 'true' }, element('label', {}, `Leave this empty ${input}`));
}
