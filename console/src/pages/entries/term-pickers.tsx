import { useId, useState } from 'preact/hooks';
import { t } from '../../texts';
import { get, post } from '../../lib/api';
import { hasAction } from '../../lib/permissions';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { type Entry, type Taxonomy, type Term } from '../../lib/types';
import { Button, Checkbox, IconButton, Select, TextField } from '../../ui/controls';
import { useNames } from '../../lib/names';
import { flattenTree } from './term-tree';

interface PickerProps {
  taxonomy: Taxonomy;
  /** Undefined for an entry that is not saved yet; then the taxonomy's own `Allow` decides. */
  entry: Entry | undefined;
  value: readonly number[];
  onChange(ids: number[]): void;
}

/** Whether terms may be created: by the entry's action link where the API sends these, by the taxonomy's `Allow` otherwise. */
const mayCreate = (entry: Entry | undefined, { base, mayCreate: isAllowed }: Taxonomy) =>
  hasAction(entry, `create-${base}`) || isAllowed;

/** A tree of checkboxes for hierarchical taxonomies, chips with suggestions for the others. */
export function TermPicker(props: PickerProps) {
  return props.taxonomy.isHierarchical ? <TreePicker {...props} /> : <TagPicker {...props} />;
}

function TreePicker({ taxonomy, entry, value, onChange }: PickerProps) {
  const query = { per_page: 100, orderby: 'name', _fields: 'id,name,parent,count' };
  const terms = useGet<Term[]>(taxonomy.route, query, { staleMs: 60_000 }).data?.data ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <fieldset class="plain-fieldset">
      <legend class="field-label">{taxonomy.name}</legend>
      <div class="term-tree">
        {flattenTree(terms).map(({ term, depth }) => (
          <div key={term.id} style={{ paddingLeft: `${depth * 20}px` }}>
            <Checkbox
              label={term.name}
              checked={value.includes(term.id)}
              onChange={(isOn) => onChange(isOn ? [...value, term.id] : value.filter((id) => id !== term.id))}
            />
          </div>
        ))}
      </div>
      {mayCreate(entry, taxonomy) && !isAdding && (
        <button type="button" class="link-button small" onClick={() => setAdding(true)}>
          {t.terms.addIn(taxonomy.singular)}
        </button>
      )}
      {isAdding && (
        <NewTerm
          taxonomy={taxonomy}
          terms={terms}
          onClose={() => setAdding(false)}
          onCreated={(id) => {
            onChange([...value, id]);
            setAdding(false);
          }}
        />
      )}
    </fieldset>
  );
}

function NewTerm({
  taxonomy,
  terms,
  onCreated,
  onClose,
}: {
  taxonomy: Taxonomy;
  terms: readonly Term[];
  onCreated(id: number): void;
  onClose(): void;
}) {
  const [name, setName] = useState('');
  const [parent, setParent] = useState('0');
  const create = useAction(async () => {
    const { data } = await post<Term>(taxonomy.route, { name, parent: Number(parent) });
    invalidate(taxonomy.route);
    onCreated(data.id);
  });
  const options = flattenTree(terms).map(
    ({ term, depth }) => [String(term.id), `${'— '.repeat(depth)}${term.name}`] as const,
  );
  return (
    <div class="stack inset">
      <TextField
        label={t.terms.nameOf(taxonomy.singular)}
        value={name}
        onChange={setName}
        input={{
          autofocus: true,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void create.run();
          },
        }}
      />
      <Select label={t.editor.parent} value={parent} onChange={setParent} options={[['0', t.none], ...options]} />
      <div class="row">
        <Button
          small
          kind="primary"
          isBusy={create.isBusy}
          disabled={name.trim() === ''}
          onClick={() => void create.run()}
        >
          {t.actions.add}
        </Button>
        <Button small onClick={onClose}>
          {t.actions.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Tags as chips with suggestions; Enter or a comma adds what was typed, creating the tag where it does not exist. */
function TagPicker({ taxonomy, entry, value, onChange }: PickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const names = useNames<Term>(taxonomy.route, value);
  const search = text.trim();
  const found =
    useGet<Term[]>(
      search ? taxonomy.route : undefined,
      { search, per_page: 8, _fields: 'id,name' },
      { keepPrevious: true },
    ).data?.data ?? [];
  const suggestions = search ? found.filter((term) => !value.includes(term.id)) : [];

  const add = useAction(async (name: string) => {
    const isSame = (term: Term) => term.name.toLowerCase() === name.toLowerCase();
    const existing = found.find(isSame) ?? (await findTerms(taxonomy, name)).find(isSame);
    if (!existing && !mayCreate(entry, taxonomy)) throw new Error(t.terms.noNew(taxonomy.singular));
    const tag = existing ?? (await post<Term>(taxonomy.route, { name })).data;
    if (!existing) invalidate(taxonomy.route);
    if (!value.includes(tag.id)) onChange([...value, tag.id]);
    setText('');
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && search) {
      event.preventDefault();
      void add.run(search);
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
                label={t.terms.remove(names.get(tag) ?? '')}
                onClick={() => onChange(value.filter((other) => other !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="input"
        list={`${id}-list`}
        value={text}
        disabled={add.isBusy}
        placeholder={t.terms.typeHelp}
        autocomplete="off"
        onKeyDown={onKeyDown}
        onInput={(event) => {
          const { value: typed } = event.currentTarget;
          const chosen = suggestions.find(({ name }) => name === typed);
          if (chosen && (event as InputEvent).inputType !== 'insertText') {
            onChange([...value, chosen.id]);
            setText('');
          } else setText(typed);
        }}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((term) => (
          <option key={term.id} value={term.name} />
        ))}
      </datalist>
    </div>
  );
}

async function findTerms({ route }: Taxonomy, name: string): Promise<Term[]> {
  return (await get<Term[]>(route, { search: name, per_page: 100, _fields: 'id,name' })).data;
}
