import { t } from '../../texts';
import { useGet } from '../../lib/queries';
import { Link } from '../../lib/router';
import { type PageProps } from '../../shell/page-props';
import { CopyButton } from '../../ui/copy';
import { Icon } from '../../ui/icons';
import { DeleteButton } from '../../ui/item-dialog';
import { ItemList, useListState } from '../../ui/item-list';
import { Page } from '../../ui/layout';

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
  const state = useListState();
  const list = useGet<FormSummary[]>(FORMS_PATH, { ...state.filter }, { keepPrevious: true });
  const add = (
    <Link to="forms/new" class="button button-primary">
      <Icon name="plus" size={16} />
      {t.forms.add}
    </Link>
  );
  return (
    <Page title={t.forms.title} actions={add}>
      <ItemList
        query={list}
        state={state}
        icon="form"
        search={t.forms.search}
        empty={[t.forms.empty, t.forms.emptyText]}
        columns={[
          {
            label: t.entries.columns.title,
            cell: ({ id, title }) => (
              <div class="row-title">
                <Link to={`forms/${id}`}>{title}</Link>
              </div>
            ),
          },
          {
            label: t.forms.shortcode,
            cell: (form) => (
              <span class="row">
                <code dir="ltr">{shortcodeOf(form)}</code>
                <CopyButton text={shortcodeOf(form)} />
              </span>
            ),
          },
          {
            label: t.lists.bulk,
            hideLabel: true,
            cell: ({ id, title }) => (
              <span class="row">
                {sections.inbox && (
                  <Link to={`inbox?form=${id}`} class="button button-small button-quiet">
                    {t.nav.inbox}
                  </Link>
                )}
                <DeleteButton
                  small
                  path={`${FORMS_PATH}/${id}`}
                  list={FORMS_PATH}
                  question={t.forms.deleteQuestion({ title })}
                  text={t.entries.deleteText}
                />
              </span>
            ),
          },
        ]}
      />
    </Page>
  );
}
