import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { formatDateTime, siteNow, siteZone } from '../../lib/dates';
import { mayAct } from '../../lib/permissions';
import { statusLabel } from '../../lib/statuses';
import { declaredStatuses, possibleStatuses } from '../../lib/transitions';
import { type User } from '../../lib/types';
import { Select, TextField } from '../../ui/controls';
import { Badge, Card } from '../../ui/layout';
import { STATUS_TONES } from '../entries/entry-texts';
import { type EntryEditor } from './use-entry-editor';
import { isFuture, isPublic } from './values';

type Visibility = 'public' | 'password' | 'private';

/** Status, visibility and date of an entry. */
export function PublishPanel({ editor, me }: { editor: EntryEditor; me: User | undefined }) {
  const { values, entry, change, type } = editor;
  const mayPublish = mayAct('publish', type, entry, me);
  const [isProtected, setProtected] = useState(values.password !== '');
  const visibility: Visibility = values.status === 'private' ? 'private' : isProtected ? 'password' : 'public';
  const setVisibility = (next: string) => {
    const status = values.status === 'private' ? 'publish' : values.status;
    setProtected(next === 'password');
    if (next === 'private') change({ status: 'private', password: '', sticky: false });
    else if (next === 'password') change({ status, sticky: false });
    else change({ status, password: '' });
  };
  const isLive = isPublic(entry?.status ?? 'draft');
  const offered = ['draft', 'pending', ...declaredStatuses(type), ...(isLive ? [entry!.status] : [])];
  const statuses = possibleStatuses(type, entry && entry.status !== 'auto-draft' ? entry.status : 'draft', offered, me);
  return (
    <Card
      title={t.editor.publishing}
      actions={<Badge tone={STATUS_TONES[values.status]}>{statusLabel(type, values.status)}</Badge>}
    >
      <div class="stack">
        <Select
          label={t.entries.columns.status}
          value={values.status === 'private' && !isLive ? 'draft' : values.status}
          options={statuses.map((key) => [key, statusLabel(type, key)])}
          onChange={(status) => change({ status })}
        />
        {mayPublish && (
          <Select
            label={t.editor.visibility}
            value={visibility}
            options={[
              ['public', t.editor.visibilities.public],
              ['password', t.editor.visibilities.password],
              ['private', t.editor.visibilities.private],
            ]}
            onChange={setVisibility}
          />
        )}
        {visibility === 'password' && (
          <TextField
            label={t.editor.password}
            error={values.password === '' ? t.editor.passwordMissing : undefined}
            value={values.password}
            onChange={(password) => change({ password })}
            input={{ autocomplete: 'off', maxLength: 255 }}
          />
        )}
        <TextField
          label={t.editor.date}
          help={
            values.date === undefined
              ? t.editor.immediately({ zone: siteZone() })
              : t.editor.zone({ zone: siteZone(new Date(values.date)) })
          }
          type="datetime-local"
          value={(values.date ?? '').slice(0, 16)}
          onChange={(date) => change({ date: date ? `${date}:00` : (entry?.date ?? undefined) })}
        />
        {isFuture(values.date) && (
          <p class="small muted">{t.editor.scheduledFor({ date: formatDateTime(values.date ?? siteNow()) })}</p>
        )}
        {values.status === 'future' && !isFuture(values.date) && <p class="small caution">{t.editor.dateIsPast}</p>}
        {values.status === 'publish' && entry?.status === 'publish' && isFuture(values.date) && (
          <p class="small caution">{t.editor.dateIsFuture}</p>
        )}
      </div>
    </Card>
  );
}
