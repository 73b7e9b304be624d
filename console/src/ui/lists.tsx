import { type ComponentChildren } from 'preact';
import { t } from '../texts';
import { formatNumber } from '../lib/dates';
import { Button } from './controls';
import { Icon } from './icons';

export interface Tab {
  key: string;
  label: string;
  count?: number;
}

/** Filters of a list as tabs; a tab is a button that says whether it is chosen. */
export function FilterTabs({
  label,
  tabs,
  current,
  onChange,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange(key: string): void;
}) {
  return (
    <div class="tabs" role="group" aria-label={label}>
      {tabs.map(({ key, label: name, count }) => (
        <button key={key} type="button" class="tab" aria-pressed={key === current} onClick={() => onChange(key)}>
          {name}
          {count !== undefined && <span class="tab-count">{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  );
}

interface PaginationProps {
  page: number;
  pages: number;
  total: number;
  onChange(page: number): void;
}

export function Pagination({ page, pages, total, onChange }: PaginationProps) {
  return (
    <nav class="pagination" aria-label={t.lists.pagination}>
      <span class="muted">{t.lists.total({ count: total })}</span>
      {pages > 1 && (
        <span class="pagination-buttons">
          <Button small icon="chevronLeft" disabled={page <= 1} onClick={() => onChange(page - 1)}>
            {t.lists.previous}
          </Button>
          <span>{t.lists.pageOf({ page, pages })}</span>
          <Button small icon="chevronRight" disabled={page >= pages} onClick={() => onChange(page + 1)}>
            {t.lists.next}
          </Button>
        </span>
      )}
    </nav>
  );
}

interface SortHeaderProps {
  label: string;
  field: string;
  orderby: string;
  order: string;
  onSort(orderby: string, order: 'asc' | 'desc'): void;
}

/** A column heading that sorts; the direction turns when it is pressed again. */
export function SortHeader({ label, field, orderby, order, onSort }: SortHeaderProps) {
  const isSorted = orderby === field;
  const next = isSorted && order === 'asc' ? 'desc' : isSorted ? 'asc' : field === 'title' ? 'asc' : 'desc';
  return (
    <th scope="col" aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" class="sort-button" onClick={() => onSort(field, next)}>
        {label}
        {isSorted && <Icon name={order === 'asc' ? 'sortUp' : 'sortDown'} size={14} />}
      </button>
    </th>
  );
}

export function Toolbar({ children }: { children: ComponentChildren }) {
  return <div class="toolbar">{children}</div>;
}
