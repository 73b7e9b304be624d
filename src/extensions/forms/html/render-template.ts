import { autop } from '../../../text/autop.js';
import { type FormTag } from '../template/form-tag.js';
import { parseTemplate, type Segment } from '../template/parse-template.js';
import { acceptance, choiceGroup, select } from './choice-controls.js';
import { type Control, type FormView } from './control.js';
import { captchaInput, captchaPicture, count, file, hidden, quiz, submit } from './special-controls.js';
import { dateInput, numberInput, textArea, textInput } from './text-controls.js';

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

/** Stand around a tag's number while paragraphs are made; lone surrogates do not occur in decoded text. */
const OPEN = '\uD800';
const CLOSE = '\uD801';
/** These make no paragraph of their own. */
const BLOCKS = new Set(['response', 'hidden']);
const PLACES = new RegExp(`<div ${OPEN}(\\d+)${CLOSE}></div>|${OPEN}(\\d+)${CLOSE}`, 'g');

/** The inside of a form: the template's own HTML with paragraphs, and a control for each tag. */
export function renderTemplate(view: FormView, response: string): { html: string; tags: FormTag[] } {
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
  // A tag that could not be read has no name and so nothing to send.
  if (tag.kind.named && tag.name === '') return '';
  if (tag.base === 'count')
    return count(
      control,
      tags.find(({ name, base }) => name === tag.name && base !== 'count'),
    );
  return DRAW.get(tag.base)?.(control) ?? '';
}

/** Follows the template's HTML: whether a label is open, and whether the text stopped in the middle of a tag. */
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

  /** A control there would tear the tag apart. */
  get isInsideTag(): boolean {
    return /^<[a-z/!?]/i.test(this.open);
  }

  /** By a label elsewhere. */
  isNamed({ id }: FormTag): boolean {
    return id !== undefined && this.named.has(id);
  }
}
