import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { type ApiResponse, post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Link, useUnsaved } from '../../lib/router';
import { type ContentType, type Entry } from '../../lib/types';
import { useFieldErrors } from '../../fields/field-errors';
import { type EntryPageProps } from '../../shell/page-props';
import { CustomFields } from '../../ui/custom-fields';
import { Page, Ready } from '../../ui/layout';
import { SaveForm } from '../../ui/saved-form';
import { toast } from '../../ui/toasts';
import { titleOf } from '../entries/entry-texts';
import { LanguagePanel } from './language-panel';
import { toBody, type Values, valuesOf, withoutUnchanged } from './values';

/** The custom fields and the language of an entry alone: the block editor, a page of its own, has no forms for them. */
export function FieldsPage({ type, id }: EntryPageProps) {
  const entry = useGet<Entry>(`${type.route}/${id}`, { context: 'edit' }, { staleMs: 0 });
  return (
    <Page
      title={t.entryFields.title}
      intro={<Link to={`${type.to}/${id}`}>{entry.data ? titleOf(entry.data.data) : t.actions.back}</Link>}
    >
      <Ready query={entry}>{(saved) => <Fields type={type} saved={saved} />}</Ready>
    </Page>
  );
}

function Fields({ type, saved: { data: entry } }: { type: ContentType; saved: ApiResponse<Entry> }) {
  const stored = valuesOf(entry, type);
  const [changes, setChanges] = useState<Partial<Values>>({});
  const { errors, watch } = useFieldErrors('acf_form');
  const values = { ...stored, ...changes };
  const isDirty = Object.keys(changes).length > 0;
  useUnsaved(isDirty);
  const change = (more: Partial<Values>) => setChanges((before) => withoutUnchanged({ ...before, ...more }, stored));
  // The text may have been saved meanwhile, in the tab with the editor: only these members are sent.
  const save = useAction(async () => {
    await watch(() => post(`${type.route}/${entry.id}`, toBody(type, changes, stored)));
    invalidate(type.route, 'nestpress/v1/field-forms');
    setChanges({});
    toast.info(t.editor.saved);
  });
  return (
    <SaveForm form={{ isDirty, isBusy: save.isBusy, save: () => void save.run() }} noValidate>
      {type.members.lang && <LanguagePanel editor={{ type, entry, values, change }} />}
      {type.members.acf && (
        <CustomFields
          kind="post"
          subtype={type.slug}
          route={type.route}
          id={entry.id}
          changes={values.acf}
          errors={errors}
          onChange={(acf) => change({ acf })}
        />
      )}
    </SaveForm>
  );
}
