import { escapeHtml } from '../../../text/escape.js';
import { type FormTag } from '../template/form-tag.js';
import { classes, element, errorId, type FormView } from './control.js';
import { renderTemplate } from './render-template.js';

/** The version of the original whose answers the script reads. */
const VERSION = '5.5.6';

/** Languages written from right to left. */
const RTL = /^(?:ar|arc|azb|ckb|dv|fa|haz|he|ks|ps|sd|skr|ug|ur|yi)(?:_|$)/;

/** A whole form, ready to stand in a page. */
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

/** Told at once to those who do not see the page: what happened, and a way to each field that is not right. */
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
  const said = element(
    'p',
    { role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' },
    escapeHtml(view.result?.message ?? ''),
  );
  return element('div', { class: 'screen-reader-response' }, said + element('ul', {}, items.join('')));
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
