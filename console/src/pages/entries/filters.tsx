import { t } from '../../texts';
import { formatMonth } from '../../lib/dates';
import { useGet } from '../../lib/queries';
import { type ContentType, type Month, type Term, type User } from '../../lib/types';
import { Button, type Option, SearchBox, Select } from '../../ui/controls';
import { Toolbar } from '../../ui/lists';
import { hasFilters, type ListState } from './list-state';
import { flattenTree } from './term-tree';

interface FiltersProps {
  type: ContentType;
  state: ListState;
  onChange(changes: Partial<Record<keyof ListState, string | undefined>>): void;
}

export function Filters({ type, state, onChange }: FiltersProps) {
  const isPosts = type === 'posts';
  const long = { staleMs: 60_000 };
  const authors = useGet<User[]>('wp/v2/users', { per_page: 100, _fields: 'id,name' }, long).data?.data ?? [];
  const months = useGet<Month[]>('nestpress/v1/months', { type: isPosts ? 'post' : 'page' }, long).data?.data ?? [];
  const terms = { per_page: 100, orderby: 'name', _fields: 'id,name,parent,count' };
  const categories = useGet<Term[]>(isPosts ? 'wp/v2/categories' : undefined, terms, long).data?.data ?? [];
  const tagQuery = { ...terms, hide_empty: true, orderby: 'count', order: 'desc', _fields: 'id,name,count' };
  const tags = useGet<Term[]>(isPosts ? 'wp/v2/tags' : undefined, tagQuery, long).data?.data ?? [];
  const select = (label: string, name: keyof ListState, all: string, options: readonly Option[]) =>
    options.length > 0 && (
      <Select
        hideLabel
        label={label}
        value={String(state[name])}
        options={[['', all], ...options]}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  return (
    <Toolbar>
      <SearchBox label={t.entries[type].search} value={state.search} onSearch={(search) => onChange({ search })} />
      {select(t.lists.month, 'month', t.lists.allMonths, months.map(monthOption))}
      {authors.length > 1 &&
        select(
          t.lists.author,
          'author',
          t.lists.allAuthors,
          authors.map(({ id, name }) => [String(id), name]),
        )}
      {select(
        t.lists.category,
        'category',
        t.lists.allCategories,
        flattenTree(categories).map(({ term, depth }) => [String(term.id), `${'— '.repeat(depth)}${term.name}`]),
      )}
      {select(
        t.lists.tag,
        'tag',
        t.lists.allTags,
        tags.map(({ id, name }) => [String(id), name]),
      )}
      {hasFilters(state) && (
        <Button
          kind="quiet"
          small
          onClick={() => onChange({ search: '', author: '', category: '', tag: '', month: '' })}
        >
          {t.lists.clear}
        </Button>
      )}
    </Toolbar>
  );
}

export function monthOption({ year, month, count }: Month): Option {
  return [`${year}-${String(month).padStart(2, '0')}`, `${formatMonth(year, month)} (${count})`];
}
