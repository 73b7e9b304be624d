import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { del, post, restUrl, toError } from '../../lib/api';
import { formatAgo, formatGmt } from '../../lib/dates';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { useQueryState } from '../../lib/router';
import { session } from '../../lib/session';
import { Button, SearchBox, Select } from '../../ui/controls';
import { ask, Dialog } from '../../ui/dialog';
import { Badge, type BadgeTone, EmptyState, Page, Ready } from '../../ui/layout';
import { FilterTabs, Pagination, Toolbar } from '../../ui/lists';
import { toast } from '../../ui/toasts';
import { FORMS_PATH, type FormSummary } from './forms-page';

interface Submission {
  id: number;
  form: number;
  form_title: string;
  status: string;
  date_gmt: string;
  ip: string;
  fields: { name: string; value: string | string[] }[];
  mail: { state: string; attempts: number; last_error: string | null };
}

const PATH = 'nestpress/v1/submissions';
const STATUSES = ['', 'received', 'mail_sent', 'mail_failed', 'spam'];
const TONES: Record<string, BadgeTone> = { mail_sent: 'good', mail_failed: 'bad', spam: 'warn', received: 'accent' };

const textOfField = (value: string | string[]) => (Array.isArray(value) ? value.join(', ') : String(value));
const statusName = (status: string) => labelFor(t.inbox.statuses, status) ?? status;

export function InboxPage() {
  const [query, change] = useQueryState();
  const read = (name: string) => query.get(name) ?? '';
  const filter = { form: read('form'), status: read('status'), search: read('search') };
  const isFiltered = Object.values(filter).some(Boolean);
  const page = Math.max(1, Number(read('page')) || 1);
  const set = (changes: Record<string, string | undefined>) => change({ page: undefined, ...changes });
  const [open, setOpen] = useState<Submission>();
  const list = useGet<Submission[]>(PATH, { ...filter, page, per_page: 20 }, { keepPrevious: true });
  const forms = useGet<FormSummary[]>(FORMS_PATH).data?.data ?? [];
  const exportCsv = useAction(() => download(filter));
  return (
    <Page
      title={t.inbox.title}
      actions={
        <Button icon="download" isBusy={exportCsv.isBusy} onClick={() => void exportCsv.run()}>
          {t.inbox.export}
        </Button>
      }
    >
      <FilterTabs
        label={t.entries.tabs}
        current={filter.status}
        tabs={STATUSES.map((key) => ({ key, label: key ? statusName(key) : t.status.all! }))}
        onChange={(status) => set({ status })}
      />
      <Toolbar>
        <SearchBox label={t.inbox.search} value={filter.search} onSearch={(search) => set({ search })} />
        <Select
          hideLabel
          label={t.inbox.form}
          value={filter.form}
          options={[['', t.inbox.allForms], ...forms.map(({ id, title }) => [String(id), title] as const)]}
          onChange={(form) => set({ form })}
        />
      </Toolbar>
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <EmptyState icon="inbox" title={isFiltered ? t.lists.nothing : t.inbox.empty}>
              <p>{isFiltered ? t.lists.nothingText : t.inbox.emptyText}</p>
              {isFiltered && <Button onClick={() => set({ form: '', status: '', search: '' })}>{t.lists.clear}</Button>}
            </EmptyState>
          ) : (
            <>
              <div class="table-card">
                <table class="table responsive no-check">
                  <thead>
                    <tr>
                      <th scope="col">{t.inbox.message}</th>
                      <th scope="col">{t.inbox.form}</th>
                      <th scope="col">{t.entries.columns.status}</th>
                      <th scope="col">{t.inbox.received}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map((submission) => (
                      <tr key={submission.id}>
                        <td>
                          <button type="button" class="link-button summary" onClick={() => setOpen(submission)}>
                            {textsOf(submission)[0] ?? `#${submission.id}`}
                          </button>
                          <div class="muted small excerpt" dir="auto">
                            {textsOf(submission).slice(1).join(' · ')}
                          </div>
                        </td>
                        <td class="muted" data-label={t.inbox.form}>
                          {submission.form_title}
                        </td>
                        <td>
                          <Badge tone={TONES[submission.status]}>{statusName(submission.status)}</Badge>
                        </td>
                        <td class="muted" data-label={t.inbox.received}>
                          {formatAgo(submission.date_gmt)}
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
      {open && <SubmissionDialog submission={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

const textsOf = ({ fields }: Submission) => fields.map(({ value }) => textOfField(value)).filter(Boolean);

/** A file that is fetched with the session's nonce, which a plain link cannot send. */
async function download(filter: Record<string, string>): Promise<void> {
  const response = await fetch(restUrl(`${PATH}/export`, filter), {
    headers: { 'X-WP-Nonce': session.get()?.nonce ?? '' },
  });
  if (!response.ok) throw toError(response.status, await response.json().catch(() => undefined));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'submissions.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function SubmissionDialog({ submission, onClose }: { submission: Submission; onClose(): void }) {
  const path = `${PATH}/${submission.id}`;
  const allow = useAllowed(path);
  const allowResend = useAllowed(`${path}/resend`);
  const resend = useAction(async () => {
    await post(`${path}/resend`);
    invalidate(PATH);
    toast.info(t.inbox.resent);
    onClose();
  });
  const remove = useAction(async () => {
    const question = { title: t.inbox.deleteQuestion, text: t.entries.deleteText };
    if (!(await ask({ ...question, confirm: t.actions.deleteForever, isDangerous: true }))) return;
    await del(path);
    invalidate(PATH);
    onClose();
  });
  const { mail } = submission;
  return (
    <Dialog
      title={submission.form_title}
      onClose={onClose}
      footer={
        <>
          {allow?.includes('DELETE') && (
            <Button kind="danger" icon="trash" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {t.actions.delete}
            </Button>
          )}
          {allowResend?.includes('POST') && (
            <Button icon="mail" isBusy={resend.isBusy} onClick={() => void resend.run()}>
              {t.inbox.resend}
            </Button>
          )}
        </>
      }
    >
      <dl class="facts">
        {submission.fields.map(({ name, value }) => [
          <dt key={`${name}-name`}>{name}</dt>,
          <dd key={name} class="field-value">
            {textOfField(value)}
          </dd>,
        ])}
        <dt>{t.inbox.received}</dt>
        <dd>
          {formatGmt(submission.date_gmt)} {submission.ip && `· ${submission.ip}`}
        </dd>
        <dt>{t.inbox.mail}</dt>
        <dd>
          {labelFor(t.inbox.mailStates, mail.state) ?? mail.state}{' '}
          {mail.attempts > 0 && t.inbox.attempts({ count: mail.attempts })}
          {mail.last_error && <div class="field-error">{mail.last_error}</div>}
        </dd>
      </dl>
    </Dialog>
  );
}
