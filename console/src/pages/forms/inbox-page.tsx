import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { post, restUrl, toError } from '../../lib/api';
import { formatAgo, formatGmt } from '../../lib/dates';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { Button, Select } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { DeleteButton } from '../../ui/item-dialog';
import { ItemList, useListState } from '../../ui/item-list';
import { Badge, type BadgeTone, Page } from '../../ui/layout';
import { FilterTabs } from '../../ui/lists';
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
  const state = useListState('form', 'status');
  const { filter, page, set } = state;
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
      <ItemList
        query={list}
        state={state}
        icon="inbox"
        search={t.inbox.search}
        filters={
          <Select
            hideLabel
            label={t.inbox.form}
            value={filter.form}
            options={[['', t.inbox.allForms], ...forms.map(({ id, title }) => [String(id), title] as const)]}
            onChange={(form) => set({ form })}
          />
        }
        empty={[t.inbox.empty, t.inbox.emptyText]}
        columns={[
          {
            label: t.inbox.message,
            cell: (submission) => (
              <>
                <button type="button" class="link-button summary" onClick={() => setOpen(submission)}>
                  {textsOf(submission)[0] ?? `#${submission.id}`}
                </button>
                <div class="muted small excerpt" dir="auto">
                  {textsOf(submission).slice(1).join(' · ')}
                </div>
              </>
            ),
          },
          { label: t.inbox.form, class: 'muted', cell: ({ form_title: title }) => title },
          {
            label: t.entries.columns.status,
            cell: ({ status }) => <Badge tone={TONES[status]}>{statusName(status)}</Badge>,
          },
          { label: t.inbox.received, class: 'muted', cell: ({ date_gmt: date }) => formatAgo(date) },
        ]}
      />
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
  const { mail } = submission;
  return (
    <Dialog
      title={submission.form_title}
      onClose={onClose}
      footer={
        <>
          {allow?.includes('DELETE') && (
            <DeleteButton
              path={path}
              list={PATH}
              question={t.inbox.deleteQuestion}
              text={t.entries.deleteText}
              onDone={onClose}
            />
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
