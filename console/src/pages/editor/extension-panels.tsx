import { Fragment } from 'preact';
import { actionsFor, runAction } from '../../lib/extension-actions';
import { useExtensions } from '../../lib/extensions';
import { useAction, useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { type Extension, type ExtensionPanel } from '../../lib/session';
import { type ContentType, type Entry } from '../../lib/types';
import { Button } from '../../ui/controls';
import { Card, Ready } from '../../ui/layout';

interface PanelsProps {
  type: ContentType;
  entry: Entry | undefined;
}

/** Panels that modules declare for entries of the type. */
export function ExtensionPanels({ type, entry }: PanelsProps) {
  const extensions = useExtensions();
  if (!entry) return null;
  return (
    <>
      {extensions.flatMap((extension) =>
        extension.panels
          .filter(({ on }) => on.includes(type.slug))
          .map((panel) => (
            <Panel
              key={`${extension.name}/${panel.name}`}
              extension={extension}
              panel={panel}
              type={type}
              id={entry.id}
            />
          )),
      )}
    </>
  );
}

interface Row {
  label: string;
  value: string | number;
  url?: string;
}

interface PanelProps {
  extension: Extension;
  panel: ExtensionPanel;
  type: ContentType;
  id: number;
}

function Panel({ extension, panel: { name, title, actions = [] }, type, id }: PanelProps) {
  const query = useGet<{ rows: Row[] }>(`nestpress/v1/extensions/${extension.name}/panels/${name}`, { entry: id });
  const offered = actionsFor([extension], type).filter(({ action }) => actions.includes(action.name));
  const run = useAction((chosen: (typeof offered)[number]) => runAction(chosen, type, [id]));
  return (
    <Card title={title}>
      <Ready query={query}>
        {({ data: { rows } }) => (
          <dl class="facts">
            {rows.map(({ label, value, url }) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{url === undefined ? value : <RowLink url={url} text={String(value)} />}</dd>
              </Fragment>
            ))}
          </dl>
        )}
      </Ready>
      {offered.length > 0 && (
        <div class="row">
          {offered.map((action) => (
            <Button key={action.action.name} small isBusy={run.isBusy} onClick={() => void run.run(action)}>
              {action.action.label}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}

/** To another page of the console, or to an address of the web. */
function RowLink({ url, text }: { url: string; text: string }) {
  if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return <Link to={url}>{text}</Link>;
  if (!/^https?:\/\//i.test(url)) return <>{text}</>;
  return (
    <a href={url} target="_blank" rel="noopener">
      {text}
    </a>
  );
}
