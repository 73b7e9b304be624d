import { t } from '../../texts';
import { statusLabel } from '../../lib/statuses';
import { type EntryRights } from '../../lib/permissions';
import { invalidate, useAction } from '../../lib/queries';
import { Link } from '../../lib/router';
import { type ContentType, type Entry } from '../../lib/types';
import { deleteAll } from '../../ui/bulk-actions';
import { Checkbox } from '../../ui/controls';
import { Badge } from '../../ui/layout';
import { moveToTrash, restoreFromTrash } from './entry-actions';
import { STATUS_TONES, titleOf } from './entry-texts';
import { Cell, type Column } from './columns';
import { type ListChange } from './list-state';
import { QuickEdit } from './quick-edit';

interface RowProps {
  type: ContentType;
  columns: readonly Column[];
  entry: Entry;
  /** All entries of the list, whose terms are read together. */
  entries: readonly Entry[];
  /** Undefined until known. */
  rights: EntryRights | undefined;
  author: string;
  isSelected: boolean;
  onSelect(isOn: boolean): void;
  isEditing: boolean;
  onEdit(isOn: boolean): void;
  onFilter(changes: ListChange): void;
}

export function EntryRow(props: RowProps) {
  const { type, columns, entry, entries, rights, author, isSelected, onSelect, isEditing, onEdit, onFilter } = props;
  const title = titleOf(entry);
  if (isEditing) {
    return (
      <tr class="wide-row">
        <td colSpan={columns.length + 2}>
          <QuickEdit type={type} entry={entry} onClose={() => onEdit(false)} />
        </td>
      </tr>
    );
  }
  return (
    <tr aria-selected={isSelected}>
      <td class="check-cell">
        <Checkbox
          label={t.lists.select({ name: title })}
          hideLabel
          checked={isSelected}
          disabled={!rights?.edit}
          onChange={onSelect}
        />
      </td>
      <td>
        <div class="row-head">
          <div class="row-title">
            {rights?.edit && entry.status !== 'trash' ? (
              <Link to={`${type.to}/${entry.id}`} class="clamped" title={title}>
                {title}
              </Link>
            ) : (
              <span class="clamped" title={title}>
                {title}
              </span>
            )}
            {entry.status !== 'publish' && (
              <Badge tone={STATUS_TONES[entry.status]}>{statusLabel(type, entry.status)}</Badge>
            )}
            {entry.sticky && <Badge tone="accent">{t.entries.sticky}</Badge>}
            {entry.password && <Badge>{t.entries.protected}</Badge>}
          </div>
          <RowActions type={type} entry={entry} rights={rights} onQuickEdit={() => onEdit(true)} />
        </div>
      </td>
      {columns.map((column) => (
        <Cell key={column.key} column={column} entry={entry} entries={entries} author={author} onFilter={onFilter} />
      ))}
    </tr>
  );
}

interface ActionsProps {
  type: ContentType;
  entry: Entry;
  rights: EntryRights | undefined;
  onQuickEdit(): void;
}

function RowActions({ type, entry, rights, onQuickEdit }: ActionsProps) {
  const path = type.route;
  const act = useAction(async (work: () => Promise<unknown>) => {
    await work();
    invalidate(path, 'nestpress/v1/counts');
  });
  const link = (label: string, run: () => void, isDangerous = false) => (
    <button type="button" class={`link-button${isDangerous ? ' danger' : ''}`} disabled={act.isBusy} onClick={run}>
      {label}
    </button>
  );
  if (entry.status === 'trash') {
    return (
      <div class="row-actions" role="group" aria-label={t.entries.rowActions({ name: titleOf(entry) })}>
        {rights?.edit && link(t.actions.restore, () => void act.run(() => restoreFromTrash(path, [entry])))}
        {rights?.delete && link(t.actions.deleteForever, () => void act.run(() => deleteAll(path, [entry.id])), true)}
      </div>
    );
  }
  return (
    <div class="row-actions" role="group" aria-label={t.entries.rowActions({ name: titleOf(entry) })}>
      {rights?.edit && <Link to={`${type.to}/${entry.id}`}>{t.actions.edit}</Link>}
      {rights?.edit && link(t.entries.quickEdit, onQuickEdit)}
      {entry.status === 'publish' && (
        <a href={entry.link} target="_blank" rel="noopener">
          {t.actions.view}
        </a>
      )}
      {rights?.delete && link(t.actions.trash, () => void act.run(() => moveToTrash(path, [entry])), true)}
    </div>
  );
}
