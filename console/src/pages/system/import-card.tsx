import { useEffect, useState } from 'preact/hooks';
import { del, messageOf, post } from '../../lib/api';
import { formatBytes, formatList, formatNumber, formatPercent } from '../../lib/dates';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { postFile } from '../../lib/upload';
import { labelFor, t } from '../../texts';
import { Button, Checkbox, Select } from '../../ui/controls';
import { Card, Note, Ready } from '../../ui/layout';
import { FileInput } from '../../ui/file-input';

const PATH = 'nestpress/v1/imports';
const POLL_MS = 1000;
const texts = t.transfer;

interface Import {
  id: number;
  name: string;
  size: number;
  state: 'ready' | 'running' | 'done' | 'failed';
  contents: {
    site: string;
    entries: Record<string, number>;
    comments: number;
    terms: number;
    authors: number;
    names: string[];
  };
  progress: number;
  imported: number;
  error: string;
  result: {
    imported: number;
    alreadyHere: number;
    refused: number;
    comments: number;
    terms: number;
    authors: number;
    filesBrought: number;
    filesMissing: number;
    notes: string[];
  } | null;
}

/** Upload of an export file, what it contains, the progress of its import and the result. */
export function ImportCard({ mayCreateUsers }: { mayCreateUsers: boolean }) {
  const [isRunning, setRunning] = useState(false);
  const query = useGet<Import[]>(PATH, {}, { staleMs: 0, ...(isRunning && { refetchMs: POLL_MS }) });
  const current = query.data?.data[0];
  useEffect(() => {
    if (isRunning && current && current.state !== 'running') invalidate('wp/v2', 'nestpress/v1');
    setRunning(current?.state === 'running');
  }, [current?.state]);
  return (
    <Card title={texts.import}>
      <Ready query={query}>
        {({ data: [latest] }) =>
          latest ? <CurrentImport key={latest.id} current={latest} mayCreateUsers={mayCreateUsers} /> : <ImportUpload />
        }
      </Ready>
    </Card>
  );
}

function ImportUpload() {
  const [share, setShare] = useState<number>();
  const [error, setError] = useState('');
  const upload = async (file: File) => {
    setError('');
    setShare(0);
    try {
      await postFile<Import>(PATH, file, { onProgress: setShare });
      invalidate(PATH);
    } catch (reason) {
      setError(messageOf(reason));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <div class="stack">
      <p class="muted">{texts.importHelp}</p>
      <FileInput
        label={texts.file}
        accept=".xml,text/xml,application/xml"
        disabled={share !== undefined}
        onChoose={(file, input) => {
          if (file) void upload(file);
          input.value = '';
        }}
      />
      {share !== undefined && <progress class="progress" max={1} value={share} aria-label={texts.uploading} />}
      {share === 1 && <p class="muted">{texts.reading}</p>}
      {error !== '' && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function CurrentImport({ current, mayCreateUsers }: { current: Import; mayCreateUsers: boolean }) {
  const path = `${PATH}/${current.id}`;
  const [authors, setAuthors] = useState('mine');
  const [fetchFiles, setFetchFiles] = useState(true);
  const start = useAction(async () => {
    await post(path, { create_authors: authors === 'create', fetch_files: fetchFiles });
    invalidate(PATH);
  });
  const discard = useAction(async () => {
    await del(path);
    invalidate(PATH);
  });
  const { state, contents } = current;
  const leave = (
    <Button isBusy={discard.isBusy} onClick={() => void discard.run()}>
      {state === 'running' ? texts.cancel : state === 'done' ? texts.another : texts.discard}
    </Button>
  );
  if (state === 'running')
    return (
      <div class="stack">
        <p role="status">{texts.running({ name: current.name })}</p>
        <progress class="progress" max={1} value={current.progress} aria-label={texts.importing} />
        <p class="muted">
          {formatPercent(current.progress)} · {texts.soFar({ count: current.imported })}
        </p>
        <p class="muted">{texts.mayLeave}</p>
        <div class="row">{leave}</div>
      </div>
    );
  if (state === 'done')
    return (
      <div class="stack">
        <Result result={current.result!} site={contents.site} />
        <div class="row">{leave}</div>
      </div>
    );
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void start.run();
      }}
    >
      {state === 'failed' && (
        <Note kind="warning">
          <p>{texts.failed}</p>
          {current.error && <p dir="auto">{current.error}</p>}
        </Note>
      )}
      <Contents current={current} />
      {mayCreateUsers && (
        <Select
          label={texts.authors}
          help={texts.authorsHelp}
          value={authors}
          options={[
            ['mine', texts.authorsMine],
            ['create', texts.authorsCreate],
          ]}
          onChange={setAuthors}
        />
      )}
      {contents.entries.attachment !== undefined && (
        <Checkbox label={texts.fetchFiles} checked={fetchFiles} onChange={setFetchFiles} />
      )}
      <div class="row">
        <Button type="submit" kind="primary" isBusy={start.isBusy}>
          {state === 'failed' ? t.actions.retry : texts.start}
        </Button>
        {leave}
      </div>
    </form>
  );
}

function Contents({ current: { name, size, contents } }: { current: Import }) {
  const { site, entries, comments, terms, authors, names } = contents;
  const counts = Object.entries(entries).map(([type, count]) =>
    texts.typeCount({ name: labelFor(texts.typeNames, type) ?? type, count: formatNumber(count) }),
  );
  const more = authors - names.length;
  return (
    <dl class="facts">
      <dt>{texts.file}</dt>
      <dd>
        <bdi>{name}</bdi> ({formatBytes(size)})
      </dd>
      {site !== '' && (
        <>
          <dt>{texts.site}</dt>
          <dd>
            <bdi dir="ltr">{site}</bdi>
          </dd>
        </>
      )}
      <dt>{texts.types}</dt>
      <dd>{counts.length > 0 ? formatList(counts) : t.none}</dd>
      <dt>{t.nav.comments}</dt>
      <dd>{formatNumber(comments)}</dd>
      <dt>{texts.terms}</dt>
      <dd>{formatNumber(terms)}</dd>
      <dt>{texts.authorNames}</dt>
      <dd>
        {authors === 0 ? t.none : formatList(names)}
        {more > 0 && ` ${texts.moreAuthors({ count: more })}`}
      </dd>
    </dl>
  );
}

function Result({ result, site }: { result: NonNullable<Import['result']>; site: string }) {
  const { imported, alreadyHere, comments, terms, authors, filesBrought, filesMissing, refused, notes } = result;
  return (
    <Note kind={refused + filesMissing + notes.length > 0 ? 'warning' : 'success'}>
      <p>{texts.done({ imported, comments, site: site || t.none })}</p>
      {alreadyHere > 0 && <p>{texts.alreadyHere({ count: alreadyHere })}</p>}
      {terms > 0 && <p>{texts.newTerms({ count: terms })}</p>}
      {authors > 0 && <p>{texts.newAuthors({ count: authors })}</p>}
      {filesBrought > 0 && <p>{texts.filesBrought({ count: filesBrought })}</p>}
      {filesMissing > 0 && <p>{texts.filesMissing({ count: filesMissing })}</p>}
      {refused > 0 && <p>{texts.refused({ count: refused })}</p>}
      {notes.length > 0 && (
        <ul dir="auto">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}
