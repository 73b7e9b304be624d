import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { statusLabel } from '../../lib/statuses';
import { declaredStatuses, possibleStatuses } from '../../lib/transitions';
import { post } from '../../lib/api';
import { termsOf } from '../../lib/content-types';
import { siteZone } from '../../lib/dates';
import { hasAction, useMe } from '../../lib/permissions';
import { invalidate, useAction } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { type ContentType, type Entry } from '../../lib/types';
import { Button, Checkbox, Select, TextField } from '../../ui/controls';
import { TermPicker } from './term-pickers';

interface QuickEditProps {
  type: ContentType;
  entry: Entry;
  onClose(): void;
}

/** The most common fields, in the list itself. */
export function QuickEdit({ type, entry, onClose }: QuickEditProps) {
  const path = type.route;
  const [values, setValues] = useState<Partial<Entry> & { title?: string | Entry['title'] }>({});
  const change = (changes: Partial<Entry> | { title: string }) =>
    setValues({ ...values, ...(changes as Partial<Entry>) });
  const current = { ...entry, ...values };
  const leave = useUnsaved(Object.keys(values).length > 0, onClose);
  const title = typeof values.title === 'string' ? values.title : (entry.title?.raw ?? '');
  const save = useAction(async () => {
    await post(`${path}/${entry.id}`, values);
    invalidate(path, 'nestpress/v1/counts');
    onClose();
  });
  const canPublish = hasAction(entry, 'publish');
  const offered = [
    'draft',
    'pending',
    ...declaredStatuses(type),
    ...(canPublish ? ['publish', 'private', 'future'] : []),
  ];
  const statuses = possibleStatuses(type, entry.status, offered, useMe());
  const choices = statuses.includes(entry.status) ? statuses : [entry.status, ...statuses];
  return (
    <form
      class="stack quick-edit"
      aria-label={t.entries.quickEdit}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <div class="two-columns">
        {type.members.title && (
          <TextField
            label={t.entries.columns.title}
            value={title}
            onChange={(value) => change({ title: value })}
            input={{ autofocus: true }}
          />
        )}
        <TextField label={t.editor.slug} value={current.slug} onChange={(slug) => change({ slug })} />
        <TextField
          label={t.editor.dateIn({ zone: siteZone() })}
          type="datetime-local"
          value={current.date.slice(0, 16)}
          onChange={(date) => date && change({ date: `${date}:00` })}
        />
        <Select
          label={t.entries.columns.status}
          value={current.status}
          options={choices
            .filter((key) => key !== 'future' || entry.status === 'future')
            .map((key) => [key, statusLabel(type, key)])}
          onChange={(status) => change({ status })}
        />
      </div>
      {type.taxonomies.length > 0 && (
        <div class="two-columns">
          {type.taxonomies.map((taxonomy) => (
            <TermPicker
              key={taxonomy.slug}
              taxonomy={taxonomy}
              entry={entry}
              value={termsOf(current, taxonomy)}
              onChange={(ids) => change({ [taxonomy.base]: ids } as Partial<Entry>)}
            />
          ))}
        </div>
      )}
      <div class="row loose">
        {type.members.comment_status && (
          <Checkbox
            label={t.editor.allowComments}
            checked={current.comment_status === 'open'}
            onChange={(isOpen) => change({ comment_status: isOpen ? 'open' : 'closed' })}
          />
        )}
        {hasAction(entry, 'sticky') && (
          <Checkbox label={t.entries.sticky} checked={!!current.sticky} onChange={(sticky) => change({ sticky })} />
        )}
      </div>
      <div class="row">
        <Button type="submit" kind="primary" isBusy={save.isBusy}>
          {t.actions.save}
        </Button>
        <Button onClick={leave}>{t.actions.cancel}</Button>
      </div>
    </form>
  );
}
