import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Button, Select, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { DeleteButton, ItemDialog } from '../../ui/item-dialog';
import { ItemList, useListState } from '../../ui/item-list';
import { Note, Page } from '../../ui/layout';
import { FileInput } from '../../ui/file-input';
import { toast } from '../../ui/toasts';

const PATH = 'nestpress/v1/redirects';

interface Redirect {
  id: number;
  source: string;
  target: string;
  status: number;
}

interface ImportResult {
  imported: number;
  problems: { line: number; message: string }[];
}

export function RedirectsPage() {
  const state = useListState();
  const list = useGet<Redirect[]>(PATH, { ...state.filter, page: state.page, per_page: 20 }, { keepPrevious: true });
  const [edited, setEdited] = useState<Partial<Redirect>>();
  const [isImporting, setImporting] = useState(false);
  return (
    <Page
      title={t.redirects.title}
      intro={t.redirects.intro}
      actions={
        <>
          <Button icon="upload" onClick={() => setImporting(true)}>
            {t.redirects.import}
          </Button>
          <Button kind="primary" icon="plus" onClick={() => setEdited({})}>
            {t.redirects.add}
          </Button>
        </>
      }
    >
      <ItemList
        query={list}
        state={state}
        icon="link"
        search={t.redirects.search}
        empty={[t.redirects.empty, t.redirects.emptyText]}
        columns={[
          {
            label: t.redirects.source,
            cell: (redirect) => (
              <button type="button" class="link-button summary address" dir="ltr" onClick={() => setEdited(redirect)}>
                {redirect.source}
              </button>
            ),
          },
          { label: t.redirects.target, class: 'address', cell: ({ target }) => <bdi dir="ltr">{target}</bdi> },
          { label: t.redirects.status, class: 'muted', cell: ({ status }) => statusName(status) },
        ]}
      />
      {edited && <RedirectDialog redirect={edited} onClose={() => setEdited(undefined)} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

const statusName = (status: number) => (status === 302 ? t.redirects.temporary : t.redirects.permanent);

function RedirectDialog({ redirect, onClose }: { redirect: Partial<Redirect>; onClose(): void }) {
  const { id } = redirect;
  const saved = { source: '', target: '', status: 301, ...redirect };
  const [values, setValues] = useState(saved);
  const path = id === undefined ? PATH : `${PATH}/${id}`;
  const { source, target, status } = values;
  return (
    <ItemDialog
      title={id === undefined ? t.redirects.add : t.redirects.edit}
      list={PATH}
      isChanged={JSON.stringify(values) !== JSON.stringify(saved)}
      save={async () => {
        await post(path, { source, target, status });
        toast.info(t.editor.saved);
      }}
      onClose={onClose}
      actions={
        id !== undefined && (
          <DeleteButton
            path={path}
            list={PATH}
            question={t.redirects.deleteQuestion({ source: saved.source })}
            text={t.redirects.deleteText}
            onDone={onClose}
          />
        )
      }
    >
      <TextField
        label={t.redirects.source}
        help={t.redirects.sourceHelp}
        value={source}
        onChange={(text) => setValues({ ...values, source: text })}
        input={{ required: true, autofocus: true }}
      />
      <TextField
        label={t.redirects.target}
        help={t.redirects.targetHelp}
        value={target}
        onChange={(text) => setValues({ ...values, target: text })}
        input={{ required: true }}
      />
      <Select
        label={t.redirects.status}
        value={String(status)}
        options={[
          ['301', t.redirects.permanent],
          ['302', t.redirects.temporary],
        ]}
        onChange={(code) => setValues({ ...values, status: Number(code) })}
      />
    </ItemDialog>
  );
}

function ImportDialog({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<ImportResult>();
  const run = useAction(async () => {
    const { data } = await post<ImportResult>(`${PATH}/import`, { csv: await file!.text() });
    invalidate(PATH);
    setResult(data);
  });
  return (
    <Dialog
      title={t.redirects.import}
      onClose={onClose}
      onSubmit={() => void run.run()}
      footer={
        <Button type="submit" kind="primary" disabled={!file} isBusy={run.isBusy}>
          {t.redirects.import}
        </Button>
      }
    >
      <div class="stack">
        <p>{t.redirects.importHelp}</p>
        <FileInput
          label={t.redirects.file}
          accept=".csv,.txt,text/csv"
          name={file?.name}
          onChoose={(chosen) => {
            setFile(chosen);
            setResult(undefined);
          }}
        />
        {result && (
          <Note kind={result.problems.length > 0 ? 'warning' : 'success'}>
            <p>{t.redirects.imported({ count: result.imported })}</p>
            {result.problems.length > 0 && (
              <ul>
                {result.problems.map(({ line, message }) => (
                  <li key={line}>{t.redirects.problem({ line, message })}</li>
                ))}
              </ul>
            )}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
