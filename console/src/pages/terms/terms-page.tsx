import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { asSingular, asPlural } from '../../lib/content-types';
import { post } from '../../lib/api';
import { useAllowed, useGet } from '../../lib/queries';
import { type Taxonomy, type Term } from '../../lib/types';
import { type TermsPageProps } from '../../shell/page-props';
import { Button, type Option, Select, TextArea, TextField } from '../../ui/controls';
import { DeleteButton, ItemDialog } from '../../ui/item-dialog';
import { ItemList, useListState } from '../../ui/item-list';
import { Page } from '../../ui/layout';
import { useFieldErrors } from '../../fields/field-errors';
import { CustomFields } from '../../ui/custom-fields';
import { MetaFields } from '../../ui/meta-fields';
import { changedMembers, customFieldsBody } from '../editor/values';
import { flattenTree } from '../entries/term-tree';
import { TermTable } from './term-table';

const PER_PAGE = 100;

/** The terms of a taxonomy: list, create, edit and delete. */
export function TermsPage({ taxonomy }: TermsPageProps) {
  const state = useListState();
  const [editing, setEditing] = useState<Term | 'new'>();
  const filter = { context: 'edit', per_page: PER_PAGE, page: state.page, ...state.filter, orderby: 'name' };
  const terms = useGet<Term[]>(taxonomy.route, filter, { keepPrevious: true });
  return (
    <Page
      title={taxonomy.name}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
          {t.terms.add(asSingular(taxonomy))}
        </Button>
      }
    >
      <ItemList
        query={terms}
        state={state}
        icon="tag"
        search={t.terms.search(asPlural(taxonomy))}
        empty={[t.terms.empty(asPlural(taxonomy)), t.terms.emptyText]}
      >
        {(items, total) => (
          <TermTable taxonomy={taxonomy} filter={filter} terms={items} total={total} onEdit={setEditing} />
        )}
      </ItemList>
      {editing && (
        <TermDialog
          taxonomy={taxonomy}
          term={editing === 'new' ? undefined : editing}
          others={terms.data?.data ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  );
}

type TermValues = Required<Pick<Term, 'name' | 'slug' | 'description' | 'parent' | 'meta'>>;

interface TermDialogProps {
  taxonomy: Taxonomy;
  term: Term | undefined;
  others: readonly Term[];
  onClose(): void;
}

function TermDialog({ taxonomy, term, others, onClose }: TermDialogProps) {
  const path = term ? `${taxonomy.route}/${term.id}` : taxonomy.route;
  const allow = useAllowed(term && path);
  const saved: TermValues = {
    name: term?.name ?? '',
    slug: term?.slug ?? '',
    description: term?.description ?? '',
    parent: term?.parent ?? 0,
    meta: term?.meta ?? {},
  };
  const [values, setValues] = useState(saved);
  const [acf, setAcf] = useState<Record<string, unknown>>({});
  const isChanged = JSON.stringify([values, acf]) !== JSON.stringify([saved, {}]);
  const change = (changes: Partial<TermValues>) => setValues({ ...values, ...changes });
  const { errors, watch } = useFieldErrors();
  const fields = useFieldErrors('acf_form');
  const save = () => {
    const { meta, ...changed } = changedMembers<unknown>({ ...values }, { ...saved });
    const body = {
      ...changed,
      ...(meta !== undefined && { meta: changedMembers(values.meta, saved.meta) }),
      ...customFieldsBody(acf),
    };
    return watch(() => fields.watch(() => post(path, body)));
  };
  const parents = flattenTree(others.filter(({ id }) => id !== term?.id)).map(
    ({ term: { id, name }, depth }): Option => [String(id), `${'— '.repeat(depth)}${name}`],
  );
  return (
    <ItemDialog
      title={term ? t.terms.edit({ name: term.name }) : t.terms.add(asSingular(taxonomy))}
      list={taxonomy.route}
      isChanged={isChanged}
      isComplete={values.name.trim() !== ''}
      mayWrite={term ? (allow?.includes('POST') ?? false) : true}
      save={save}
      onClose={onClose}
      actions={
        allow?.includes('DELETE') && (
          <DeleteButton
            path={path}
            query={{ force: true }}
            list={taxonomy.route}
            question={t.terms.deleteQuestion({ name: saved.name })}
            text={t.terms.deleteText}
            onDone={onClose}
          />
        )
      }
    >
      <TextField
        label={t.terms.name}
        value={values.name}
        onChange={(name) => change({ name })}
        input={{ autofocus: true }}
      />
      <TextField
        label={t.terms.slug}
        help={t.terms.slugHelp}
        value={values.slug}
        onChange={(slug) => change({ slug })}
      />
      {taxonomy.members.parent && (
        <Select
          label={t.editor.parent}
          value={String(values.parent)}
          options={[['0', t.none], ...parents]}
          onChange={(parent) => change({ parent: Number(parent) })}
        />
      )}
      <TextArea
        label={t.terms.description}
        rows={3}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      <MetaFields
        members={taxonomy.members.meta?.properties}
        stored={term?.meta}
        value={values.meta}
        errors={errors}
        onChange={(meta) => change({ meta })}
      />
      {taxonomy.members.acf && (
        <CustomFields
          kind="term"
          subtype={taxonomy.slug}
          route={taxonomy.route}
          id={term?.id}
          changes={acf}
          errors={fields.errors}
          onChange={setAcf}
        />
      )}
    </ItemDialog>
  );
}
