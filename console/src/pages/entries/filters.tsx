import { type ComponentChildren } from 'preact';
import { t } from '../../texts';
import { asPlural } from '../../lib/content-types';
import { formatMonth } from '../../lib/dates';
import { useGet } from '../../lib/queries';
import { type ContentType, type Month, type Taxonomy, type Term, type User } from '../../lib/types';
import { Button, type Option, SearchBox, Select } from '../../ui/controls';
import { Toolbar } from '../../ui/lists';
import { hasFilters, type ListChange, type ListState, noFilters, termParam } from './list-state';
import { MetaFilters } from './meta-columns';
import { flattenTree } from './term-tree';

const STALE = { staleMs: 60_000 };

interface FiltersProps {
  type: ContentType;
  state: ListState;
  hasAuthors: boolean;
  onChange(changes: ListChange): void;
  /** At the end of the row. */
  children?: ComponentChildren;
}

export function Filters({ type, state, hasAuthors, onChange, children }: FiltersProps) {
  const authors = useGet<User[]>(
    hasAuthors && type.members.author ? 'wp/v2/users' : undefined,
    { per_page: 100, _fields: 'id,name' },
    STALE,
  ).data?.data;
  const months = useGet<Month[]>('nestpress/v1/months', { type: type.slug }, STALE).data?.data ?? [];
  return (
    <Toolbar>
      <SearchBox
        label={t.entries.search(asPlural(type))}
        value={state.search}
        onSearch={(search) => onChange({ search })}
      />
      <Filter
        label={t.lists.month}
        value={state.month}
        all={t.lists.allMonths}
        options={months.map(monthOption)}
        onChange={(month) => onChange({ month })}
      />
      {authors && authors.length > 1 && (
        <Filter
          label={t.lists.author}
          value={state.author}
          all={t.lists.allAuthors}
          options={authors.map(({ id, name }) => [String(id), name])}
          onChange={(author) => onChange({ author })}
        />
      )}
      {type.taxonomies.map((taxonomy) => (
        <TermFilter
          key={taxonomy.slug}
          taxonomy={taxonomy}
          value={state.terms[taxonomy.base] ?? ''}
          onChange={(id) => onChange({ [termParam(taxonomy)]: id })}
        />
      ))}
      <MetaFilters type={type} state={state} onChange={onChange} />
      {hasFilters(state) && (
        <Button kind="quiet" small onClick={() => onChange(noFilters(type))}>
          {t.lists.clear}
        </Button>
      )}
      {children}
    </Toolbar>
  );
}

interface FilterProps {
  label: string;
  value: string;
  all: string;
  options: readonly Option[];
  onChange(value: string): void;
}

function Filter({ all, options, ...select }: FilterProps) {
  return options.length > 0 ? <Select hideLabel options={[['', all], ...options]} {...select} /> : null;
}

function TermFilter({ taxonomy, ...filter }: { taxonomy: Taxonomy; value: string; onChange(value: string): void }) {
  // The most used ones where there is no tree to show completely.
  const order = taxonomy.isHierarchical
    ? { orderby: 'name', _fields: 'id,name,parent,count' }
    : { orderby: 'count', order: 'desc', hide_empty: true, _fields: 'id,name,count' };
  const terms = useGet<Term[]>(taxonomy.route, { per_page: 100, ...order }, STALE).data?.data ?? [];
  const options = flattenTree(terms).map(({ term, depth }): Option => [
    String(term.id),
    `${'— '.repeat(depth)}${term.name}`,
  ]);
  return <Filter {...filter} label={taxonomy.singular} all={t.lists.allTerms(asPlural(taxonomy))} options={options} />;
}

export function monthOption({ year, month, count }: Month): Option {
  return [`${year}-${String(month).padStart(2, '0')}`, `${formatMonth(year, month)} (${count})`];
}
