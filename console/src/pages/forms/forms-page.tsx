import { t } from '../../texts';
import { del } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Link, useQueryState } from '../../lib/router';
import { type PageProps } from '../../shell/page-props';
import { Button, SearchBox } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { ask } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { EmptyState, Page, Ready } from '../../ui/layout';
import { Toolbar } from '../../ui/lists';

export interface FormSummary {
  id: number;
  slug: string;
  title: string;
  locale: string;
}

export const FORMS_PATH = 'forms/v1/contact-forms';

/** What puts a form into a post or page. */
export const shortcodeOf = ({ id, title }: { id: number | null; title: string }) =>
  `[contact-form-7 id="${id}" title="${title.replaceAll('"', '')}"]`;

export function FormsPage({ sections }: PageProps) {
  const [query, change] = useQueryState();
  const search = query.get('search') ?? '';
  const list = useGet<FormSummary[]>(FORMS_PATH, { search });
  const add = (
    <Link to="forms/new" class="button button-primary">
      <Icon name="plus" size={16} />
      {t.forms.add}
    </Link>
  );
  return (
    <Page title={t.forms.title} actions={add}>
      <Toolbar>
        <SearchBox label={t.forms.search} value={search} onSearch={(text) => change({ search: text })} />
      </Toolbar>
      <Ready query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="form" title={search ? t.lists.nothing : t.forms.empty}>
              <p>{search ? t.lists.nothingText : t.forms.emptyText}</p>
            </EmptyState>
          ) : (
            <div class="table-card">
              <table class="table responsive no-check">
                <thead>
                  <tr>
                    <th scope="col">{t.entries.columns.title}</th>
                    <th scope="col">{t.forms.shortcode}</th>
                    <th scope="col">
                      <span class="visually-hidden">{t.lists.bulk}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((form) => (
                    <FormRow key={form.id} form={form} hasInbox={sections.inbox} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Ready>
    </Page>
  );
}

function FormRow({ form, hasInbox }: { form: FormSummary; hasInbox: boolean }) {
  const shortcode = shortcodeOf(form);
  const remove = useAction(async () => {
    const question = { title: t.forms.deleteQuestion({ title: form.title }), text: t.entries.deleteText };
    if (!(await ask({ ...question, confirm: t.actions.deleteForever, isDangerous: true }))) return;
    await del(`${FORMS_PATH}/${form.id}`);
    invalidate(FORMS_PATH);
  });
  return (
    <tr>
      <td>
        <div class="row-title">
          <Link to={`forms/${form.id}`}>{form.title}</Link>
        </div>
      </td>
      <td data-label={t.forms.shortcode}>
        <span class="row">
          <code dir="ltr">{shortcode}</code>
          <CopyButton text={shortcode} />
        </span>
      </td>
      <td>
        <span class="row">
          {hasInbox && (
            <Link to={`inbox?form=${form.id}`} class="button button-small button-quiet">
              {t.nav.inbox}
            </Link>
          )}
          <Button small kind="danger" isBusy={remove.isBusy} onClick={() => void remove.run()}>
            {t.actions.delete}
          </Button>
        </span>
      </td>
    </tr>
  );
}
