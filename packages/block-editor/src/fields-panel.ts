import { PluginDocumentSettingPanel } from '@wordpress/editor';
import { createElement, Fragment } from '@wordpress/element';
import { registerPlugin } from '@wordpress/plugins';
import { type FieldsTexts } from './panel-texts';
import { preloadedBody, type Preloaded, type PreloadedResponse } from './preload';
import { CONSOLE_URL, type EditedEntry } from './service';

interface Described {
  schema?: { properties?: { acf?: object; lang?: object } };
}

/** Where entries of the type have custom fields or a language: a link to the page of the console that edits them. */
export function addFieldsPanel({ id, type, route }: EditedEntry, preloaded: Preloaded, t: FieldsTexts): void {
  const { [route.replace(/\/\d+$/, '')]: response } = (preloaded.OPTIONS ?? {}) as Record<string, PreloadedResponse>;
  const { acf, lang } = (response?.body as Described | undefined)?.schema?.properties ?? {};
  const { rest_base: base } =
    preloadedBody<{ rest_base: string }>(preloaded, `/wp/v2/types/${type}?context=edit`) ?? {};
  if ((!acf && !lang) || base === undefined) return;
  const list = type === 'post' || type === 'page' ? base : `content/${base}`;
  const { href } = new URL(`${list}/${id}/fields`, CONSOLE_URL);
  registerPlugin('nestpress-fields', {
    render: () =>
      createElement(PluginDocumentSettingPanel, {
        name: 'fields',
        title: t.entryFields.title,
        children: createElement(
          Fragment,
          null,
          createElement('p', null, t.entryFields.elsewhere),
          createElement('a', { href, target: '_blank', rel: 'noopener' }, t.entryFields.open),
        ),
      }),
  });
}
