import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { get, post } from '../../lib/api';
import { termsOf, asPlural } from '../../lib/content-types';
import { mayAct, useMe } from '../../lib/permissions';
import { invalidate, useGet } from '../../lib/queries';
import { type ContentType, type Entry, type Taxonomy, type User } from '../../lib/types';
import { changeAll } from '../../ui/bulk-actions';
import { type Option, Select } from '../../ui/controls';
import { ItemDialog } from '../../ui/item-dialog';
import { TermPicker } from './term-pickers';

type TermChange = keyof typeof t.bulkEdit.terms;

/** How the terms of one taxonomy change; nothing changes without `how`. */
interface TermsEdit {
  how: TermChange | '';
  ids: readonly number[];
}

interface Edit {
  author: string;
  comments: string;
  /** By REST base. */
  terms: Record<string, TermsEdit | undefined>;
}

const NO_TERMS: TermsEdit = { how: '', ids: [] };
const NO_CHANGE: Option = ['', t.bulkEdit.noChange];

interface BulkEditProps {
  type: ContentType;
  entries: readonly Entry[];
  onClose(): void;
  onDone(): void;
}

/** Changes terms, author and comments of all selected entries. */
export function BulkEdit({ type, entries, onClose, onDone }: BulkEditProps) {
  const me = useMe();
  const [edit, setEdit] = useState<Edit>({ author: '', comments: '', terms: {} });
  const change = (changes: Partial<Edit>) => setEdit({ ...edit, ...changes });
  const mayAssign = !!type.members.author && entries.every((entry) => mayAct('assign-author', type, entry, me));
  const people = { per_page: 100, _fields: 'id,name', orderby: 'name' };
  const authors = useGet<User[]>(mayAssign ? 'wp/v2/users' : undefined, people, { staleMs: 60_000 }).data?.data ?? [];
  const isEmpty = edit.author === '' && edit.comments === '' && changedTaxonomies(type, edit).length === 0;
  const save = async () => {
    try {
      // What each entry had of the members that change.
      const before = new Map<number, Record<string, unknown>>();
      await changeAll(type.route, entries, {
        change: async (entry) => before.set(entry.id, await apply(type, entry, edit)),
        undo: ({ id }) => post(`${type.route}/${id}`, before.get(id)),
        message: t.entries.changed,
      });
      onDone();
    } finally {
      invalidate(type.route, 'nestpress/v1/counts');
    }
  };
  return (
    <ItemDialog
      title={t.bulkEdit.title({ count: entries.length })}
      list={type.route}
      isChanged={!isEmpty}
      isComplete={!isEmpty}
      saveLabel={t.bulkEdit.apply}
      save={save}
      onClose={onClose}
    >
      <div class="two-columns">
        {mayAssign && (
          <Select
            label={t.lists.author}
            value={edit.author}
            options={[NO_CHANGE, ...authors.map(({ id, name }): Option => [String(id), name])]}
            onChange={(author) => change({ author })}
          />
        )}
        {type.members.comment_status && (
          <Select
            label={t.entries.columns.comments}
            value={edit.comments}
            options={[NO_CHANGE, ...Object.entries(t.bulkEdit.comments)]}
            onChange={(comments) => change({ comments })}
          />
        )}
      </div>
      {type.taxonomies.map((taxonomy) => (
        <TermsField
          key={taxonomy.base}
          taxonomy={taxonomy}
          value={edit.terms[taxonomy.base] ?? NO_TERMS}
          onChange={(value) => change({ terms: { ...edit.terms, [taxonomy.base]: value } })}
        />
      ))}
    </ItemDialog>
  );
}

interface TermsFieldProps {
  taxonomy: Taxonomy;
  value: TermsEdit;
  onChange(value: TermsEdit): void;
}

function TermsField({ taxonomy, value, onChange }: TermsFieldProps) {
  return (
    <>
      <Select
        label={t.bulkEdit.how(asPlural(taxonomy))}
        value={value.how}
        options={[NO_CHANGE, ...Object.entries(t.bulkEdit.terms)]}
        onChange={(how) => onChange({ ...value, how: how as TermChange | '' })}
      />
      {value.how !== '' && (
        <TermPicker
          taxonomy={taxonomy}
          entry={undefined}
          value={value.ids}
          onChange={(ids) => onChange({ ...value, ids })}
        />
      )}
    </>
  );
}

const changedTaxonomies = ({ taxonomies }: ContentType, { terms }: Edit): Taxonomy[] =>
  taxonomies.filter(({ base }) => {
    const { how, ids } = terms[base] ?? NO_TERMS;
    return how === 'replace' || (how !== '' && ids.length > 0);
  });

/** Terms are added to and removed from those that the entry has now, which may not be those of the list. Returns what it had. */
async function apply(type: ContentType, { id }: Entry, edit: Edit): Promise<Record<string, unknown>> {
  const path = `${type.route}/${id}`;
  const { data: entry, etag } = await get<Entry>(path, { context: 'edit' });
  const terms = changedTaxonomies(type, edit).map((taxonomy) => {
    const before = termsOf(entry, taxonomy);
    const { how, ids } = edit.terms[taxonomy.base]!;
    if (how === 'replace') return [taxonomy.base, ids];
    if (how === 'delete') return [taxonomy.base, before.filter((term) => !ids.includes(term))];
    return [taxonomy.base, [...new Set([...before, ...ids])]];
  });
  const body = {
    ...Object.fromEntries(terms),
    ...(edit.author && { author: Number(edit.author) }),
    ...(edit.comments && { comment_status: edit.comments }),
  };
  await post(path, body, etag ? { 'If-Match': etag } : undefined);
  return Object.fromEntries(Object.keys(body).map((name) => [name, entry[name as keyof Entry]]));
}
