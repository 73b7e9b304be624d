import { optionsOf, type RelationTarget, type Control, specOf } from '../../fields/field-spec';
import { useTargets } from '../../fields/relation-targets';
import { t } from '../../texts';
import { formatDay } from '../../lib/dates';
import { compareNames } from '../../lib/language';
import { type ContentType, type Entry, type Schema } from '../../lib/types';
import { type Option, Select } from '../../ui/controls';
import { type ListChange, type ListState, metaParam } from './list-state';

/** A field of meta that lists show and are filtered by. */
export interface MetaColumn {
  name: string;
  label: string;
  control: Control;
  schema: Schema;
}

const SHOWN: readonly Control['kind'][] = [
  'text',
  'number',
  'checkbox',
  'choice',
  'date',
  'time',
  'datetime',
  'relation',
];

/** Fields with a value that fits into a cell. */
export function metaColumnsOf({ members }: ContentType): MetaColumn[] {
  return Object.entries(members.meta?.properties ?? {}).flatMap(([name, schema]) => {
    const { label, control } = specOf(name, schema);
    return SHOWN.includes(control.kind) ? [{ name, label, control, schema }] : [];
  });
}

const valueOf = (entry: Entry, name: string) => entry.meta?.[name];

/** Every row asks for what the whole list relates to, which is one request. */
export function MetaCell({ column, entry, entries }: { column: MetaColumn; entry: Entry; entries: readonly Entry[] }) {
  const { control, name } = column;
  const value = valueOf(entry, name);
  if (control.kind === 'relation')
    return <Related to={control.to} value={value} all={entries.map((related) => valueOf(related, name))} />;
  if (control.kind === 'checkbox') return <>{value === true ? t.fields.yes : ''}</>;
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (item) => item !== '' && item !== null && item !== undefined,
  );
  if (control.kind === 'choice')
    return (
      <>
        {texts.map((item) => control.options.find((option) => option.value === item)?.label ?? String(item)).join(', ')}
      </>
    );
  return <>{texts.map((item) => (control.kind === 'date' ? formatDay(String(item)) : String(item))).join(', ')}</>;
}

const idsOf = (value: unknown) =>
  [value]
    .flat()
    .map(Number)
    .filter((id) => id > 0);

function Related({ to, value, all }: { to: readonly RelationTarget[]; value: unknown; all: readonly unknown[] }) {
  const names = useTargets(to, all.flatMap(idsOf));
  return (
    <>
      {idsOf(value)
        .map((id) => names.get(id)?.name ?? `#${id}`)
        .join(', ')}
    </>
  );
}

interface FiltersProps {
  type: ContentType;
  state: ListState;
  onChange(changes: ListChange): void;
}

/** Indexed fields with few values to choose from. */
export function MetaFilters({ type, state, onChange }: FiltersProps) {
  return (
    <>
      {metaColumnsOf(type)
        .filter(({ schema }) => schema.indexed)
        .map((column) => (
          <MetaFilter
            key={column.name}
            column={column}
            value={state.meta[column.name] ?? ''}
            onChange={(value) => onChange({ [metaParam(column.name)]: value })}
          />
        ))}
    </>
  );
}

interface FilterProps {
  column: MetaColumn;
  value: string;
  onChange(value: string): void;
}

function MetaFilter({ column: { label, control }, value, onChange }: FilterProps) {
  const select = (options: readonly Option[]) => (
    <Select hideLabel label={label} value={value} options={[['', label], ...options]} onChange={onChange} />
  );
  if (control.kind === 'checkbox')
    return select([
      ['true', `${label}: ${t.fields.yes}`],
      ['false', `${label}: ${t.fields.no}`],
    ]);
  if (control.kind === 'choice') return select(optionsOf(control.options, false));
  return control.kind === 'relation' ? <RelationFilter to={control.to} select={select} /> : null;
}

/** The first hundred, in the order of their names. */
function RelationFilter({
  to,
  select,
}: {
  to: readonly RelationTarget[];
  select(options: Option[]): preact.JSX.Element;
}) {
  const found = [...useTargets(to).values()].sort((one, other) => compareNames(one.name, other.name));
  return found.length > 0 ? select(found.map(({ id, name }) => [String(id), name])) : null;
}
