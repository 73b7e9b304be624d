import { useId, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { asSingular } from '../../lib/content-types';
import { get, post } from '../../lib/api';
import { useNames } from '../../lib/names';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { type Taxonomy, type Term } from '../../lib/types';
import { IconButton } from '../../ui/controls';

export interface TermsProps {
  taxonomy: Taxonomy;
  value: readonly number[];
  onChange(ids: number[]): void;
  mayCreate: boolean;
  /** Adds what was typed when the field is left, too; a save waits for it. */
  whileAdding?: (work: Promise<unknown>) => void;
}

/** Chips and a field with suggestions. Enter or a comma adds what was typed, creating the term where it does not exist. */
export function TagPicker({ taxonomy, mayCreate, value, onChange, whileAdding }: TermsProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<number>();
  const names = useNames<Term>(taxonomy.route, value);
  const search = text.trim();
  const found =
    useGet<Term[]>(
      search ? taxonomy.route : undefined,
      { search, per_page: 8, _fields: 'id,name' },
      { keepPrevious: true },
    ).data?.data ?? [];
  const suggestions = search ? found.filter((term) => !value.includes(term.id)) : [];
  const active = suggestions.findIndex((term) => term.id === activeId);

  const edit = (typed: string) => {
    setText(typed);
    setActiveId(undefined);
  };
  // A term may be created while others are chosen.
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const choose = (tag: Term) => {
    const { value: chosen, onChange: change } = latest.current;
    if (!chosen.includes(tag.id)) change([...chosen, tag.id]);
    edit('');
  };
  const add = useAction(async (name: string) => {
    const isSame = (term: Term) => term.name.toLowerCase() === name.toLowerCase();
    const existing = found.find(isSame) ?? (await findTerms(taxonomy, name)).find(isSame);
    if (!existing && !mayCreate) throw new Error(t.terms.noNew(asSingular(taxonomy)));
    choose(existing ?? (await post<Term>(taxonomy.route, { name })).data);
    if (!existing) invalidate(taxonomy.route);
  });
  const keys: Record<string, () => void> = {
    ArrowDown: () => setActiveId(suggestions[Math.min(active + 1, suggestions.length - 1)]?.id),
    ArrowUp: () => setActiveId(suggestions[active - 1]?.id),
    Escape: () => edit(''),
    Enter: () => {
      const chosen = suggestions[active];
      if (chosen) choose(chosen);
      else void add.run(search);
    },
    ',': () => void add.run(search),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (add.isBusy) return;
    const act = search ? keys[event.key] : undefined;
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  };
  return (
    <div class="field">
      <label for={id}>{taxonomy.name}</label>
      {value.length > 0 && (
        <ul class="chips">
          {value.map((tag) => (
            <li key={tag} class="chip">
              {names.get(tag) ?? '…'}
              <IconButton
                icon="close"
                label={t.terms.remove({ name: names.get(tag) ?? '' })}
                onClick={() => onChange(value.filter((other) => other !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={suggestions[active] && `${id}-${suggestions[active].id}`}
        value={text}
        // Disabled, the field would lose the focus.
        readOnly={add.isBusy}
        aria-busy={add.isBusy}
        placeholder={t.terms.typeHelp}
        autocomplete="off"
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Not where the window is left, or a tag of this field is removed.
          const isLeft = document.activeElement !== currentTarget;
          const isInField = relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget);
          if (search && !add.isBusy && isLeft && !isInField) whileAdding?.(add.run(search));
        }}
        onInput={(event) => edit(event.currentTarget.value)}
      />
      <ul id={`${id}-list`} class="suggestions" role="listbox" aria-label={taxonomy.name} hidden={!suggestions.length}>
        {suggestions.map((term, index) => (
          <li
            key={term.id}
            id={`${id}-${term.id}`}
            role="option"
            aria-selected={index === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(term)}
          >
            {term.name}
          </li>
        ))}
      </ul>
    </div>
  );
}

async function findTerms({ route }: Taxonomy, name: string): Promise<Term[]> {
  return (await get<Term[]>(route, { search: name, per_page: 100, _fields: 'id,name' })).data;
}
