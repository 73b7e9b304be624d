import { escapeHtml } from '../../../text/escape.js';
import { cleanHtmlClass } from '../../../text/names.js';
import { acceptedExtensions } from '../fields/files.js';
import { classes, commonAttributes, type Control, element, inputAttributes, valueOf, wrapped } from './control.js';
import { lengths, sizeOf } from './text-controls.js';

const SEND = 'Send';

/** Field names are free text, so one may be `constructor`. */
function own<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The question stands in the label. Where the page may be kept there is none yet: the script fetches one for each visitor. */
export function quiz(control: Control): string {
  const { tag, view, isInLabel } = control;
  const [question, proof] = own(view.fresh?.quiz, tag.name) ?? ['', ''];
  const words = element('span', { class: 'wpcf7-quiz-label' }, escapeHtml(question));
  const input = element('input', {
    type: 'text',
    name: tag.name,
    size: sizeOf(tag),
    ...lengths(tag),
    ...inputAttributes(control),
    'aria-label': undefined,
  });
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
  const { tag } = control;
  return wrapped(
    control,
    element('input', { type: 'text', name: tag.name, size: sizeOf(tag), ...lengths(tag), ...inputAttributes(control) }),
  );
}

export function file(control: Control): string {
  const { tag } = control;
  const attributes = {
    type: 'file',
    name: tag.name,
    accept: acceptedExtensions(tag)
      .map((extension) => `.${extension}`)
      .join(','),
    capture: tag.option('capture', /^(?:user|environment)$/),
    ...inputAttributes(control),
    readonly: undefined,
  };
  return wrapped(control, element('input', attributes));
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
