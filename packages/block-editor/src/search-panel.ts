import apiFetch from '@wordpress/api-fetch';
import { Button, CheckboxControl, TextareaControl, TextControl } from '@wordpress/components';
import { PluginDocumentSettingPanel } from '@wordpress/editor';
import { createElement, useEffect, useState } from '@wordpress/element';
import { registerPlugin } from '@wordpress/plugins';
import { type SearchTexts } from './panel-texts';

/** nestpress/v1/entries/ID/search-meta */
interface SearchMeta {
  title: string;
  description: string;
  noindex: boolean;
  canonical: string;
}

/** How search engines and social networks show the entry, as in the console's own editor. */
export function addSearchPanel(id: number, t: SearchTexts): void {
  registerPlugin('nestpress-search', {
    render: () =>
      createElement(PluginDocumentSettingPanel, {
        name: 'search',
        title: t.search.title,
        children: createElement(SearchFields, { path: `nestpress/v1/entries/${id}/search-meta`, t }),
      }),
  });
}

function SearchFields({ path, t }: { path: string; t: SearchTexts }) {
  const [saved, setSaved] = useState<SearchMeta>();
  const [meta, setMeta] = useState<SearchMeta>();
  const [error, setError] = useState('');
  const accept = (stored: SearchMeta) => {
    setSaved(stored);
    setMeta(stored);
    setError('');
  };
  const fail = (reason: { message?: string }) => setError(reason.message ?? t.search.failed);
  useEffect(() => {
    apiFetch<SearchMeta>({ path }).then(accept, fail);
  }, [path]);
  if (!meta) return createElement('p', null, error);
  const { title, description, noindex, canonical } = meta;
  const change = (values: Partial<SearchMeta>) => setMeta({ ...meta, ...values });
  const save = () => {
    apiFetch<SearchMeta>({ path, method: 'POST', data: { title, description, noindex, canonical } }).then(accept, fail);
  };
  const isChanged = JSON.stringify(meta) !== JSON.stringify(saved);
  const look = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true } as const;
  return createElement(
    'div',
    { className: 'nestpress-search' },
    createElement(TextControl, {
      ...look,
      label: t.search.titleField,
      help: t.search.titleHelp({ length: title.length }),
      value: title,
      onChange: (value: string) => change({ title: value }),
    }),
    createElement(TextareaControl, {
      __nextHasNoMarginBottom: true,
      label: t.search.description,
      help: t.search.descriptionHelp({ length: description.length }),
      rows: 3,
      value: description,
      onChange: (value: string) => change({ description: value }),
    }),
    createElement(CheckboxControl, {
      __nextHasNoMarginBottom: true,
      label: t.search.noindex,
      checked: noindex,
      onChange: (value: boolean) => change({ noindex: value }),
    }),
    createElement(TextControl, {
      ...look,
      type: 'url',
      label: t.search.canonical,
      help: t.search.canonicalHelp,
      value: canonical,
      onChange: (value: string) => change({ canonical: value }),
    }),
    error !== '' && createElement('p', { role: 'alert' }, error),
    createElement(Button, { variant: 'secondary', disabled: !isChanged, onClick: save }, t.search.save),
  );
}
