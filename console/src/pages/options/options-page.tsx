import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { readAgain, useAction } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { useFieldErrors } from '../../fields/field-errors';
import { type PageProps } from '../../shell/page-props';
import { CustomFields } from '../../ui/custom-fields';
import { Page } from '../../ui/layout';
import { changedSince, SaveForm } from '../../ui/saved-form';
import { toast } from '../../ui/toasts';
import { customFieldsBody } from '../editor/values';

const ROUTE = 'nestpress/v1/options-pages';

/** The fields of an options page of a plugin. */
export function OptionsPage({ id: name, sections }: PageProps) {
  const title = sections.optionsPages.find((page) => page.name === name)?.title ?? name;
  const [changes, setChanges] = useState<Record<string, unknown>>({});
  const { errors, watch } = useFieldErrors('acf_form');
  const isDirty = Object.keys(changes).length > 0;
  useUnsaved(isDirty);
  const save = useAction(async () => {
    await watch(() => post(`${ROUTE}/${name}`, customFieldsBody(changes)));
    await readAgain(ROUTE);
    setChanges((now) => changedSince(now, changes));
    toast.info(t.editor.saved);
  });
  return (
    <Page title={title}>
      <SaveForm form={{ isDirty, isBusy: save.isBusy, save: () => void save.run() }} noValidate>
        <CustomFields
          kind="options"
          subtype={name}
          route={ROUTE}
          id={name}
          changes={changes}
          errors={errors}
          onChange={setChanges}
        />
      </SaveForm>
    </Page>
  );
}
