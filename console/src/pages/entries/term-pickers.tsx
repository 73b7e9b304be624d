import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { asSingular } from '../../lib/content-types';
import { post } from '../../lib/api';
import { hasAction } from '../../lib/permissions';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { type Entry, type Taxonomy, type Term } from '../../lib/types';
import { Button, Checkbox, Select, TextField } from '../../ui/controls';
import { TagPicker, type TermsProps } from './tag-picker';
import { flattenTree } from './term-tree';

interface PickerProps extends Omit<TermsProps, 'mayCreate'> {
  /** Undefined for an entry that is not saved yet; then the taxonomy's own `Allow` decides. */
  entry: Entry | undefined;
}

/** A tree of checkboxes for hierarchical taxonomies, chips with suggestions for the others. */
export function TermPicker({ entry, ...props }: PickerProps) {
  const { base, isHierarchical, mayCreate: isAllowed } = props.taxonomy;
  // By the entry's action link where the API sends these, by the taxonomy's `Allow` otherwise.
  const mayCreate = hasAction(entry, `create-${base}`) || isAllowed;
  const Picker = isHierarchical ? TreePicker : TagPicker;
  return <Picker {...props} mayCreate={mayCreate} />;
}

function TreePicker({ taxonomy, mayCreate, value, onChange }: TermsProps) {
  const query = { per_page: 100, orderby: 'name', _fields: 'id,name,parent,count' };
  const terms = useGet<Term[]>(taxonomy.route, query, { staleMs: 60_000 }).data?.data ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <fieldset class="plain-fieldset">
      <legend class="field-label">{taxonomy.name}</legend>
      <div class="term-tree">
        {flattenTree(terms).map(({ term, depth }) => (
          <div key={term.id} style={{ paddingInlineStart: `${depth * 20}px` }}>
            <Checkbox
              label={term.name}
              checked={value.includes(term.id)}
              onChange={(isOn) => onChange(isOn ? [...value, term.id] : value.filter((id) => id !== term.id))}
            />
          </div>
        ))}
      </div>
      {mayCreate && !isAdding && (
        <button type="button" class="link-button small" onClick={() => setAdding(true)}>
          {t.terms.addIn(asSingular(taxonomy))}
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
        label={t.terms.nameOf(asSingular(taxonomy))}
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
