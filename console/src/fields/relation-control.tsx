import { useQuery } from '@tanstack/preact-query';
import { useEffect, useId, useState } from 'preact/hooks';
import { t } from '../texts';
import { IconButton } from '../ui/controls';
import { asIds, type ControlProps, labelWithMark, type RelationTarget } from './field-spec';
import { FieldNotes } from './field-notes';
import { type Found, readTargets, useTargets } from './relation-targets';
import { SortableList, useSortable } from './sortable';

const FOUND = 8;
const PAUSE_MS = 250;

/** Chosen entries, terms or users, which are found by their words; several have an order. */
export function RelationControl({ spec, value, path, errors, onChange }: ControlProps<'relation'>) {
  const { to, isMany = false, max } = spec.control;
  const ids = asIds(value);
  const change = (next: number[]) => onChange(isMany ? next : (next[0] ?? null));
  const list = useSortable(ids, change);
  const names = useTargets(to, ids);
  const nameOf = (id: number) => names.get(id)?.name ?? `#${id}`;
  const isFull = isMany && max !== undefined && ids.length >= max;
  return (
    <fieldset class="plain-fieldset stack">
      <legend class="field-label">{labelWithMark(spec)}</legend>
      {ids.length > 0 && (
        <SortableList list={list} label={spec.label} class="field-relations" nameOf={nameOf}>
          {(id, index, handle) => (
            <div class="field-relation">
              {isMany && handle}
              <span class="grow">
                {nameOf(id)} <Kind found={names.get(id)} />
                <FieldNotes error={errors[`${path}[${index}]`]} />
              </span>
              <IconButton
                icon="close"
                label={t.fields.removeRow({ name: nameOf(id) })}
                onClick={() => list.remove(index)}
              />
            </div>
          )}
        </SortableList>
      )}
      {!isFull && (
        <Picker
          label={spec.label}
          to={to}
          chosen={ids}
          isMany={isMany}
          onPick={(found) => (isMany ? list.add(found.id) : change([found.id]))}
        />
      )}
      <FieldNotes help={spec.help} error={errors[path]} />
    </fieldset>
  );
}

function Kind({ found }: { found: Found | undefined }) {
  const status = found?.status;
  const label = status && status !== 'publish' ? (t.status[status as keyof typeof t.status] ?? status) : '';
  const text = [found?.kind, label].filter(Boolean).join(', ');
  return text === '' ? null : <span class="muted small">{text}</span>;
}

interface PickerProps {
  label: string;
  to: readonly RelationTarget[];
  chosen: readonly number[];
  /** Whether another one is likely to be picked next. */
  isMany: boolean;
  onPick(found: Found): void;
}

/** A field with suggestions. Without words, the newest are offered. */
function Picker({ label, to, chosen, isMany, onPick }: PickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<number>();
  const { found, isSearching } = useFound(to, text.trim(), isOpen);
  const suggestions = found.filter((item) => !chosen.includes(item.id));
  const active = suggestions.findIndex((suggestion) => suggestion.id === activeId);
  const choose = (found: Found) => {
    onPick(found);
    setText('');
    setOpen(isMany);
    setActiveId(undefined);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (setOpen(true), setActiveId(suggestions[Math.min(active + 1, suggestions.length - 1)]?.id)),
    ArrowUp: () => setActiveId(suggestions[active - 1]?.id),
    Escape: () => (setOpen(false), setText('')),
    Enter: () => {
      const first = suggestions[Math.max(active, text.trim() === '' ? -1 : 0)];
      if (first && !isSearching) choose(first);
    },
  };
  return (
    <div class="field">
      <input
        id={id}
        class="input"
        role="combobox"
        aria-label={t.fields.find({ name: label })}
        aria-autocomplete="list"
        aria-expanded={isOpen && suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={suggestions[active] && `${id}-${suggestions[active].id}`}
        placeholder={t.fields.findHelp}
        autocomplete="off"
        value={text}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act || (event.key === 'Escape' && !isOpen && text === '')) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActiveId(undefined);
          setOpen(true);
        }}
      />
      <ul id={`${id}-list`} class="suggestions" role="listbox" aria-label={label} hidden={!isOpen}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.id}
            id={`${id}-${suggestion.id}`}
            role="option"
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            {suggestion.name} <Kind found={suggestion} />
          </li>
        ))}
        {suggestions.length === 0 && !isSearching && (
          <li class="muted" role="presentation">
            {t.lists.nothing}
          </li>
        )}
      </ul>
    </div>
  );
}

/** What matches the words, or the newest, of each route in one request. */
function useFound(to: readonly RelationTarget[], typed: string, isOpen: boolean) {
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['relations', ...to.map(({ route }) => route), words],
    enabled: isOpen,
    queryFn: () => readTargets(to, { ...(words !== '' && { search: words }), per_page: FOUND }),
    placeholderData: (before: Found[] | undefined) => before,
  });
  return { found: query.data ?? [], isSearching: words !== typed || query.isFetching };
}
