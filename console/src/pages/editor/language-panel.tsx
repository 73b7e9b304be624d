import { t } from '../../texts';
import { type ApiError, post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Link, navigate } from '../../lib/router';
import { type Entry } from '../../lib/types';
import { Button, type Option, Select } from '../../ui/controls';
import { Card } from '../../ui/layout';
import { type EntryEditor } from './use-entry-editor';

/** What of the editor has to do with languages. */
type EditedLanguage = Pick<EntryEditor, 'type' | 'entry' | 'values' | 'change'>;

interface Language {
  slug: string;
  name: string;
}

/** The language of the entry, and what translates it. Without the routes of Polylang, languages are only shown. */
export function LanguagePanel({ editor }: { editor: EditedLanguage }) {
  const { entry, values, change } = editor;
  const found = useGet<Language[]>('pll/v1/languages', {}, { staleMs: 60_000 });
  const isReadOnly = (found.error as ApiError | undefined)?.status === 404;
  const stored = Object.keys(values.translations).map((slug) => ({ slug, name: slug }));
  const languages = found.data?.data ?? (isReadOnly ? stored : undefined);
  if (!languages) return null;
  const none: Option[] = values.lang === '' ? [['', t.entryLanguage.byDefault]] : [];
  const options = [...none, ...languages.map(({ slug, name }): Option => [slug, name])];
  const others = languages.filter(({ slug }) => slug !== values.lang);
  return (
    <Card title={t.entryLanguage.title}>
      <div class="stack">
        <Select
          label={t.entryLanguage.language}
          hideLabel
          value={values.lang}
          options={options}
          disabled={isReadOnly}
          onChange={(lang) => change({ lang })}
        />
        {isReadOnly && <p class="muted small">{t.entryLanguage.readOnly}</p>}
        <strong>{t.entryLanguage.translations}</strong>
        {entry && values.lang !== '' ? (
          <ul class="plain stack">
            {others.map((language) => (
              <li key={language.slug}>
                <Translation editor={editor} entry={entry} language={language} isReadOnly={isReadOnly} />
              </li>
            ))}
          </ul>
        ) : (
          <p class="muted small">{t.entryLanguage.unsaved}</p>
        )}
      </div>
    </Card>
  );
}

interface TranslationProps {
  editor: EditedLanguage;
  entry: Entry;
  language: Language;
  isReadOnly: boolean;
}

/** The translation into one language: a link to it, or the way to a new one. */
function Translation({ editor: { type, values, change }, entry, language, isReadOnly }: TranslationProps) {
  const { slug, name } = language;
  const id = values.translations[slug];
  const create = useAction(async () => {
    const { data } = await post<Entry>(type.route, {
      title: values.title,
      status: 'draft',
      lang: slug,
      translations: values.translations,
    });
    invalidate(type.route, `${type.route}/${entry.id}`);
    navigate(`${type.to}/${data.id}`);
  });
  if (id === undefined)
    return isReadOnly ? (
      <span class="muted small">{t.entryLanguage.missing}</span>
    ) : (
      <Button small isBusy={create.isBusy} onClick={() => void create.run()}>
        {t.entryLanguage.create({ name })}
      </Button>
    );
  const unlink = () =>
    change({
      translations: Object.fromEntries(Object.entries(values.translations).filter(([language]) => language !== slug)),
    });
  return (
    <div class="row">
      <Link to={`${type.to}/${id}`}>{t.entryLanguage.open({ name })}</Link>
      {!isReadOnly && (
        <Button small kind="quiet" onClick={unlink}>
          {t.entryLanguage.unlink({ name })}
        </Button>
      )}
    </div>
  );
}
