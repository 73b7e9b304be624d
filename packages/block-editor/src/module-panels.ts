import apiFetch from '@wordpress/api-fetch';
import { Button } from '@wordpress/components';
import { dispatch } from '@wordpress/data';
import { PluginDocumentSettingPanel } from '@wordpress/editor';
import { createElement, Fragment, useEffect, useState } from '@wordpress/element';
import { store as noticesStore } from '@wordpress/notices';
import { registerPlugin } from '@wordpress/plugins';
import { CONSOLE_URL, type EditedEntry, type ModuleAction, type Session } from './service';

interface Row {
  label: string;
  value: string | number;
  url?: string;
}

/** The panels that modules declare, as in the console's own editor. */
export function addModulePanels({ id, type }: EditedEntry, { extensions }: Session): void {
  for (const { name: extension, panels, actions } of extensions)
    for (const { name, title, on, actions: offered = [] } of panels) {
      if (!on.includes(type)) continue;
      const path = `nestpress/v1/extensions/${extension}`;
      const buttons = actions.filter((action) => offered.includes(action.name));
      registerPlugin(`${extension}-${name}`, {
        render: () =>
          createElement(PluginDocumentSettingPanel, {
            name,
            title,
            children: createElement(Panel, { path, name, id, buttons }),
          }),
      });
    }
}

interface PanelProps {
  path: string;
  name: string;
  id: number;
  buttons: readonly ModuleAction[];
}

function Panel({ path, name, id, buttons }: PanelProps) {
  const [rows, setRows] = useState<readonly Row[]>();
  const [error, setError] = useState('');
  const load = () => {
    const fail = (reason: { message?: string }) => setError(reason.message ?? 'This could not be read.');
    apiFetch<{ rows: Row[] }>({ path: `${path}/panels/${name}?entry=${id}` }).then((read) => setRows(read.rows), fail);
  };
  useEffect(load, [path, name, id]);
  const run = async (action: ModuleAction) => {
    if (action.confirm !== undefined && !window.confirm(action.confirm)) return;
    try {
      await apiFetch({ path: `${path}/actions/${action.name}`, method: 'POST', data: { ids: [id] } });
      void dispatch(noticesStore).createSuccessNotice(action.done ?? action.label, { type: 'snackbar' });
      load();
    } catch (reason) {
      setError((reason as { message?: string }).message ?? 'This could not be done.');
    }
  };
  return createElement(
    Fragment,
    null,
    createElement(
      'dl',
      { className: 'nestpress-facts' },
      ...(rows ?? []).map((row) =>
        createElement(
          Fragment,
          { key: row.label },
          createElement('dt', null, row.label),
          createElement('dd', null, valueOf(row)),
        ),
      ),
    ),
    error !== '' && createElement('p', { role: 'alert' }, error),
    ...buttons.map((action) =>
      createElement(Button, { key: action.name, variant: 'secondary', onClick: () => void run(action) }, action.label),
    ),
  );
}

/** A link to a page of the console or of the web. */
function valueOf({ value, url }: Row) {
  if (url === undefined || !URL.canParse(url, CONSOLE_URL)) return value;
  const address = new URL(url, CONSOLE_URL);
  if (!['http:', 'https:'].includes(address.protocol)) return value;
  return createElement('a', { href: address.href, target: '_blank', rel: 'noopener' }, value);
}
