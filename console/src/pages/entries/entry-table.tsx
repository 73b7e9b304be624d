import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { type Query } from '../../lib/api';
import { useNames } from '../../lib/names';
import { editableEntries, useEntryRights } from '../../lib/permissions';
import { type ContentType, type Entry, type User } from '../../lib/types';
import { SortHeader } from '../../ui/lists';
import { getAllPages, SelectionBar, SelectPage, useSelection } from '../../ui/selection';
import { EntryBulkActions } from './bulk';
import { type Column } from './columns';
import { type ListChange, type ListState } from './list-state';
import { EntryRow } from './row';

interface TableProps {
  type: ContentType;
  columns: readonly Column[];
  /** Entries of the page that is shown. */
  entries: readonly Entry[];
  /** How many all pages have. */
  total: number;
  state: ListState;
  /** Query of the list. */
  query: Query;
  onChange(changes: ListChange): void;
}

export function EntryTable({ type, columns, entries, total, state, query, onChange }: TableProps) {
  const [editing, setEditing] = useState<number>();
  const authors = useNames<User>(
    'wp/v2/users',
    entries.map(({ author }) => author ?? 0),
  );
  const sorting = {
    orderby: state.orderby,
    order: state.order,
    onSort: (orderby: string, order: string) => onChange({ orderby, order }),
  };
  const rights = useEntryRights(type.route, entries);
  const editable = entries.filter(({ id }) => rights.get(id)?.edit);
  const selection = useSelection(entries);
  const selected = selection.items.filter(({ id }) => rights.get(id)?.edit ?? true);
  const loadAll = async () => editableEntries(type.route, await getAllPages<Entry>(type.route, query));
  return (
    <div class="table-card">
      {selected.length > 0 && (
        <SelectionBar selection={selection} page={editable} total={total} loadAll={loadAll}>
          <EntryBulkActions
            type={type}
            entries={selected}
            mayDelete={selected.every(({ id }) => rights.get(id)?.delete ?? true)}
            onDone={selection.clear}
          />
        </SelectionBar>
      )}
      <table class="table responsive entries">
        <thead>
          <tr>
            <th class="check-cell">
              <SelectPage selection={selection} page={editable} />
            </th>
            <SortHeader label={t.entries.columns.title} field="title" {...sorting} />
            {columns.map(({ key, label, isSortable, orderby = key }) =>
              isSortable ? (
                <SortHeader key={key} label={label} field={orderby} {...sorting} />
              ) : (
                <th key={key} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              type={type}
              columns={columns}
              entry={entry}
              entries={entries}
              rights={rights.get(entry.id)}
              author={authors.get(entry.author ?? 0) ?? ''}
              isSelected={selection.has(entry.id)}
              onSelect={(isOn) => selection.toggle(entry, isOn)}
              isEditing={editing === entry.id}
              onEdit={(isOn) => setEditing(isOn ? entry.id : undefined)}
              onFilter={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
