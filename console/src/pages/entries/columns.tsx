import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { termsOf } from '../../lib/content-types';
import { formatAgo, formatDateTime } from '../../lib/dates';
import { useNames } from '../../lib/names';
import { type ContentType, type Entry, type Taxonomy, type Term } from '../../lib/types';
import { Checkbox } from '../../ui/controls';
import { MenuButton } from '../../ui/menu-button';
import { MetaCell, type MetaColumn, metaColumnsOf } from './meta-columns';
import { type ListChange } from './list-state';

/** A column besides the title, which is always there. */
export interface Column {
  key: string;
  label: string;
  isSortable?: boolean;
  taxonomy?: Taxonomy;
  /** A field of meta. */
  meta?: MetaColumn;
  /** The value of `orderby`, if it is not the key. */
  orderby?: string;
}

interface Columns {
  all: readonly Column[];
  visible: readonly Column[];
  onChange(keys: readonly string[]): void;
}

function columnsOf(type: ContentType): Column[] {
  const { members, taxonomies } = type;
  const { columns } = t.entries;
  return [
    ...(members.author ? [{ key: 'author', label: columns.author }] : []),
    ...taxonomies.map((taxonomy) => ({ key: `term-${taxonomy.base}`, label: taxonomy.name, taxonomy })),
    ...(members.comment_status ? [{ key: 'comments', label: columns.comments }] : []),
    ...metaColumnsOf(type).map((meta) => ({
      key: `meta-${meta.name}`,
      label: meta.label,
      meta,
      isSortable: meta.schema.indexed === true && meta.schema.type !== 'array' && meta.control.kind !== 'relation',
      orderby: `meta.${meta.name}`,
    })),
    { key: 'modified', label: columns.modified, isSortable: true },
    { key: 'date', label: columns.date, isSortable: true },
  ];
}

function defaultKeys(type: ContentType): string[] {
  const { taxonomies } = type;
  const declared = metaColumnsOf(type).filter(({ schema }) => schema.column);
  const tree = taxonomies.find(({ isHierarchical }) => isHierarchical);
  return ['author', ...(tree ? [`term-${tree.base}`] : []), ...declared.map(({ name }) => `meta-${name}`), 'date'];
}

/** The columns of a type's list. The browser remembers the choice. */
export function useColumns(type: ContentType): Columns {
  const storageKey = `nestpress:columns:${type.slug}`;
  const all = columnsOf(type);
  const [keys, setKeys] = useState<readonly string[]>(
    () => localStorage.getItem(storageKey)?.split(' ') ?? defaultKeys(type),
  );
  return {
    all,
    visible: all.filter(({ key }) => keys.includes(key)),
    onChange: (next) => {
      localStorage.setItem(storageKey, next.join(' '));
      setKeys(next);
    },
  };
}

/** A list of checkboxes below a button. */
export function ColumnMenu({ all, visible, onChange }: Columns) {
  const keys = visible.map(({ key }) => key);
  return (
    <MenuButton label={t.lists.columns}>
      {all.map(({ key, label }) => (
        <Checkbox
          key={key}
          label={label}
          checked={keys.includes(key)}
          onChange={(isOn) => onChange(isOn ? [...keys, key] : keys.filter((other) => other !== key))}
        />
      ))}
    </MenuButton>
  );
}

interface CellProps {
  column: Column;
  entry: Entry;
  /** All entries of the list. */
  entries: readonly Entry[];
  author: string;
  onFilter(changes: ListChange): void;
}

export function Cell({ column: { key, label, taxonomy, meta }, entry, entries, author, onFilter }: CellProps) {
  if (taxonomy) {
    return (
      <td class="muted" data-label={label}>
        <TermNames taxonomy={taxonomy} entry={entry} entries={entries} />
      </td>
    );
  }
  if (meta) {
    return (
      <td class="muted" data-label={label}>
        <MetaCell column={meta} entry={entry} entries={entries} />
      </td>
    );
  }
  if (key === 'author') {
    return (
      <td data-label={label}>
        {author && (
          <button type="button" class="link-button" onClick={() => onFilter({ author: String(entry.author) })}>
            {author}
          </button>
        )}
      </td>
    );
  }
  if (key === 'comments') {
    return (
      <td class="muted" data-label={label}>
        {t.bulkEdit.comments[entry.comment_status ?? 'closed']}
      </td>
    );
  }
  if (key === 'modified') {
    return (
      <td class="muted" data-label={label}>
        {formatAgo(entry.modified_gmt, entry.modified)}
      </td>
    );
  }
  return (
    <td class="muted" data-label={label} title={formatDateTime(entry.date)}>
      {entry.status === 'future' ? formatDateTime(entry.date) : formatAgo(entry.date_gmt, entry.date)}
    </td>
  );
}

/** Every row asks for the names of the whole list, which is one request. */
function TermNames({ taxonomy, entry, entries }: { taxonomy: Taxonomy; entry: Entry; entries: readonly Entry[] }) {
  const names = useNames<Term>(
    taxonomy.route,
    entries.flatMap((entry) => termsOf(entry, taxonomy)),
  );
  return (
    <>
      {termsOf(entry, taxonomy)
        .flatMap((id) => names.get(id) ?? [])
        .join(', ')}
    </>
  );
}
