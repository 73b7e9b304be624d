import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { asSingular, asPlural } from '../../lib/content-types';
import { del, post } from '../../lib/api';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { useQueryState, useUnsaved } from '../../lib/router';
import { type Taxonomy, type Term } from '../../lib/types';
import { type TermsPageProps } from '../../shell/page-props';
import { Button, type Option, SearchBox, Select, TextArea, TextField } from '../../ui/controls';
import { ask, Dialog } from '../../ui/dialog';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { Pagination, Toolbar } from '../../ui/lists';
import { useFieldErrors } from '../../fields/field-errors';
import { CustomFields } from '../../ui/custom-fields';
import { MetaFields } from '../../ui/meta-fields';
import { changedMembers, customFieldsBody } from '../editor/values';
import { flattenTree } from '../entries/term-tree';
import { TermTable } from './term-table';

const PER_PAGE = 100;

/** The terms of a taxonomy: list, create, edit and delete. */
export function TermsPage({ taxonomy }: TermsPageProps) {
  const [query, change] = useQueryState();
  const [editing, setEditing] = useState<Term | 'new'>();
  const search = query.get('search') ?? '';
  const page = Math.max(1, Number(query.get('page')) || 1);
  const filter = { context: 'edit', per_page: PER_PAGE, page, search, orderby: 'name' };
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
      <Toolbar>
        <SearchBox
          label={t.terms.search(asPlural(taxonomy))}
          value={search}
          onSearch={(text) => change({ search: text, page: undefined })}
        />
      </Toolbar>
      <Ready query={terms}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <EmptyState icon="tag" title={search ? t.lists.nothing : t.terms.empty(asPlural(taxonomy))}>
              <p>{search ? t.lists.nothingText : t.terms.emptyText}</p>
            </EmptyState>
          ) : (
            <>
              <TermTable taxonomy={taxonomy} filter={filter} terms={data} total={total} onEdit={setEditing} />
              <Pagination page={page} pages={pages} total={total} onChange={(next) => change({ page: String(next) })} />
            </>
          )
        }
      </Ready>
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
  const leave = useUnsaved(isChanged, onClose);
  const change = (changes: Partial<TermValues>) => setValues({ ...values, ...changes });
  const { errors, watch } = useFieldErrors();
  const fields = useFieldErrors('acf_form');
  const save = useAction(async () => {
    const { meta, ...changed } = changedMembers<unknown>({ ...values }, { ...saved });
    const body = {
      ...changed,
      ...(meta !== undefined && { meta: changedMembers(values.meta, saved.meta) }),
      ...customFieldsBody(acf),
    };
    await watch(() => fields.watch(() => post(path, body)));
    invalidate(taxonomy.route);
    onClose();
  });
  const remove = useAction(async () => {
    const question = { title: t.terms.deleteQuestion({ name: values.name }), text: t.terms.deleteText };
    if (!(await ask({ ...question, confirm: t.actions.deleteForever, isDangerous: true }))) return;
    await del(path, { force: true });
    invalidate(taxonomy.route);
    onClose();
  });
  const parents = flattenTree(others.filter(({ id }) => id !== term?.id)).map(
    ({ term: { id, name }, depth }): Option => [String(id), `${'— '.repeat(depth)}${name}`],
  );
  const mayWrite = term ? allow?.includes('POST') : true;
  const isComplete = mayWrite && values.name.trim() !== '';
  return (
    <Dialog
      title={term ? t.terms.edit({ name: term.name }) : t.terms.add(asSingular(taxonomy))}
      onClose={leave}
      onSubmit={() => isComplete && void save.run()}
      footer={
        <>
          {allow?.includes('DELETE') && (
            <Button kind="danger" icon="trash" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {t.actions.delete}
            </Button>
          )}
          <Button onClick={leave}>{t.actions.cancel}</Button>
          {mayWrite && (
            <Button type="submit" kind="primary" isBusy={save.isBusy} disabled={!isComplete}>
              {t.actions.save}
            </Button>
          )}
        </>
      }
    >
      <div class="stack">
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
      </div>
    </Dialog>
  );
}
