import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { del, post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { useQueryState, useUnsaved } from '../../lib/router';
import { Button, SearchBox, Select, TextField } from '../../ui/controls';
import { ask, Dialog } from '../../ui/dialog';
import { EmptyState, Note, Page, Ready } from '../../ui/layout';
import { Pagination, Toolbar } from '../../ui/lists';
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
  const [query, change] = useQueryState();
  const search = query.get('search') ?? '';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const list = useGet<Redirect[]>(PATH, { search, page, per_page: 20 }, { keepPrevious: true });
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
      <Toolbar>
        <SearchBox
          label={t.redirects.search}
          value={search}
          onSearch={(words) => change({ search: words, page: undefined })}
        />
      </Toolbar>
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <EmptyState icon="link" title={search ? t.lists.nothing : t.redirects.empty}>
              <p>{search ? t.lists.nothingText : t.redirects.emptyText}</p>
            </EmptyState>
          ) : (
            <>
              <div class="table-card">
                <table class="table responsive no-check">
                  <thead>
                    <tr>
                      <th scope="col">{t.redirects.source}</th>
                      <th scope="col">{t.redirects.target}</th>
                      <th scope="col">{t.redirects.status}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map((redirect) => (
                      <tr key={redirect.id}>
                        <td>
                          <button
                            type="button"
                            class="link-button summary address"
                            dir="ltr"
                            onClick={() => setEdited(redirect)}
                          >
                            {redirect.source}
                          </button>
                        </td>
                        <td class="address" data-label={t.redirects.target}>
                          <bdi dir="ltr">{redirect.target}</bdi>
                        </td>
                        <td class="muted" data-label={t.redirects.status}>
                          {statusName(redirect.status)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pagination page={page} pages={pages} total={total} onChange={(next) => change({ page: String(next) })} />
            </>
          )
        }
      </Ready>
      {edited && <RedirectDialog redirect={edited} onClose={() => setEdited(undefined)} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}

const statusName = (status: number) => (status === 302 ? t.redirects.temporary : t.redirects.permanent);

function RedirectDialog({ redirect, onClose }: { redirect: Partial<Redirect>; onClose(): void }) {
  const { id } = redirect;
  const [values, setValues] = useState({ source: '', target: '', status: 301, ...redirect });
  const isChanged = values.source !== (redirect.source ?? '') || values.target !== (redirect.target ?? '');
  const leave = useUnsaved(isChanged, onClose);
  const path = id === undefined ? PATH : `${PATH}/${id}`;
  const save = useAction(async () => {
    const { source, target, status } = values;
    await post(path, { source, target, status });
    invalidate(PATH);
    toast.info(t.editor.saved);
    onClose();
  });
  const remove = useAction(async () => {
    const question = { title: t.redirects.deleteQuestion({ source: values.source }), text: t.redirects.deleteText };
    if (!(await ask({ ...question, confirm: t.actions.delete, isDangerous: true }))) return;
    await del(path);
    invalidate(PATH);
    onClose();
  });
  return (
    <Dialog
      title={id === undefined ? t.redirects.add : t.redirects.edit}
      onClose={leave}
      onSubmit={() => void save.run()}
      footer={
        <>
          {id !== undefined && (
            <Button kind="danger" icon="trash" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {t.actions.delete}
            </Button>
          )}
          <Button type="submit" kind="primary" isBusy={save.isBusy}>
            {t.actions.save}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t.redirects.source}
          help={t.redirects.sourceHelp}
          value={values.source}
          onChange={(source) => setValues({ ...values, source })}
          input={{ required: true, autofocus: true }}
        />
        <TextField
          label={t.redirects.target}
          help={t.redirects.targetHelp}
          value={values.target}
          onChange={(target) => setValues({ ...values, target })}
          input={{ required: true }}
        />
        <Select
          label={t.redirects.status}
          value={String(values.status)}
          options={[
            ['301', t.redirects.permanent],
            ['302', t.redirects.temporary],
          ]}
          onChange={(status) => setValues({ ...values, status: Number(status) })}
        />
      </div>
    </Dialog>
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
        <input
          type="file"
          class="input"
          accept=".csv,.txt,text/csv"
          aria-label={t.redirects.file}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0]);
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
