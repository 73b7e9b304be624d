import { useState } from 'preact/hooks';
import { get, restUrl } from '../../lib/api';
import { formatNumber } from '../../lib/dates';
import { useAction, useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { type ContentType } from '../../lib/types';
import { labelFor, t } from '../../texts';
import { Button, Checkbox, Select, TextField } from '../../ui/controls';
import { Card, Ready } from '../../ui/layout';

const PATH = 'nestpress/v1/site-export';
const texts = t.transfer;

interface ExportedType {
  type: string;
  label: string;
  entries: number;
}

/** Downloads the site, or some types of its content. The browser writes the file while the service reads the database. */
export function ExportCard({ types }: { types: readonly ContentType[] }) {
  const query = useGet<ExportedType[]>(PATH, {}, { staleMs: 0 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [status, setStatus] = useState('');
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const download = useAction(async () => {
    // Also refreshes a nonce that has expired, which the address of a download has to contain.
    await get(PATH);
    const nonce = session.get()?.nonce;
    const link = document.createElement('a');
    link.href = restUrl(`${PATH}/file`, {
      types: chosen.join(','),
      statuses: status,
      start,
      end,
      _wpnonce: nonce,
    }).href;
    link.download = '';
    link.click();
  });
  const nameOf = ({ type, label }: ExportedType) =>
    types.find(({ slug }) => slug === type)?.name ?? labelFor(texts.typeNames, type) ?? label;
  const toggle = (type: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, type] : chosen.filter((other) => other !== type));
  return (
    <Card title={texts.export}>
      <Ready query={query}>
        {({ data }) => (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void download.run();
            }}
          >
            <p class="muted">{texts.exportHelp}</p>
            <fieldset class="plain-fieldset stack">
              <legend>{texts.types}</legend>
              {data.map((exported) => (
                <Checkbox
                  key={exported.type}
                  label={texts.typeCount({ name: nameOf(exported), count: formatNumber(exported.entries) })}
                  checked={chosen.includes(exported.type)}
                  onChange={(isChosen) => toggle(exported.type, isChosen)}
                />
              ))}
              <p class="help">{texts.typesHelp}</p>
            </fieldset>
            <div class="row">
              <Select
                label={texts.status}
                value={status}
                options={[
                  ['', texts.anyStatus],
                  ['publish', texts.onlyPublished],
                ]}
                onChange={setStatus}
              />
              <TextField label={texts.from} type="date" value={start} onChange={setStart} />
              <TextField label={texts.to} type="date" value={end} onChange={setEnd} />
            </div>
            <div class="row">
              <Button type="submit" kind="primary" icon="download" isBusy={download.isBusy}>
                {texts.download}
              </Button>
            </div>
          </form>
        )}
      </Ready>
    </Card>
  );
}
