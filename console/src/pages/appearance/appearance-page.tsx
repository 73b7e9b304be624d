import { useEffect, useRef, useState } from 'preact/hooks';
import { READABLE } from '../../../../src/text/contrast';
import { FieldForm } from '../../fields/field-form';
import { type Choice, type FieldSpec, type FieldValues } from '../../fields/field-spec';
import { useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { labelFor, t } from '../../texts';
import { Button } from '../../ui/controls';
import { Card, Page, Ready } from '../../ui/layout';
import { SaveForm, useSavedForm } from '../../ui/saved-form';
import { ImageSetting, PUBLIC_SITE, type PublicSite } from '../system/public-site-card';
import { ColourField, lowest } from './colour-field';
import { FontFields } from './font-fields';

const PREVIEW_AFTER_MS = 400;
const texts = t.appearance;

interface Menu {
  id: number;
  name: string;
}

/** The look of the public site, next to a page of the site that shows every change before it is saved. */
export function AppearancePage() {
  const query = useGet<PublicSite>(PUBLIC_SITE, {}, { staleMs: 0 });
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Ready query={query}>{({ data }) => <AppearanceForm saved={data} />}</Ready>
    </Page>
  );
}

function AppearanceForm({ saved }: { saved: PublicSite }) {
  const form = useSavedForm(PUBLIC_SITE, saved);
  const { values, set: change } = form;
  const menus = useGet<Menu[]>('nestpress/v1/menus').data?.data ?? [];
  const menuChoices: Choice[] = [
    { value: 0, label: texts.noMenu },
    ...menus.map(({ id, name }): Choice => ({ value: id, label: name })),
  ];
  const isReadable = lowest(values) >= READABLE;
  const fieldsOf = (fields: readonly FieldSpec[]) => (
    <FieldForm
      fields={fields}
      values={{ ...values }}
      onChange={(next) => change(changesBetween({ ...values }, next))}
    />
  );
  const image = (name: 'logo' | 'header_image' | 'footer_image') => (
    <ImageSetting label={texts.labels[name]} id={values[name]} onChange={(id) => change({ [name]: id })} />
  );
  return (
    <div class="appearance">
      <SaveForm form={form} class="stack" problem={isReadable ? undefined : texts.unreadable}>
        <Card title={texts.colours}>
          <div class="stack">
            {fieldsOf([choice('colour', texts.accents)])}
            <ColourField name="accent" values={values} onChange={change} />
            <ColourField name="background" values={values} onChange={change} />
            <ColourField name="text" values={values} onChange={change} />
          </div>
        </Card>
        <Card title={texts.fonts}>
          <div class="stack">
            {fieldsOf([choice('font', texts.typefaces)])}
            <FontFields values={values} onChange={change} />
          </div>
        </Card>
        <Card title={texts.lists}>{fieldsOf([choice('layout', texts.layouts), choice('cards', texts.cardKinds)])}</Card>
        <Card title={texts.top}>
          <div class="stack">
            {image('logo')}
            {fieldsOf([choice('header', texts.headers)])}
            {image('header_image')}
          </div>
        </Card>
        <Card title={texts.bottom}>
          <div class="stack">
            {fieldsOf([
              { ...field('footer_menu'), control: { kind: 'choice', options: menuChoices } },
              { ...field('social'), control: { kind: 'textarea', rows: 3 } },
              { ...field('footer_text'), control: { kind: 'textarea', rows: 3 } },
            ])}
            {image('footer_image')}
          </div>
        </Card>
      </SaveForm>
      <Preview values={values} />
    </div>
  );
}

const field = (name: keyof PublicSite): Omit<FieldSpec, 'control'> => ({
  name,
  label: labelFor(texts.labels, name) ?? name,
  help: labelFor(texts.help, name),
});

const choice = (name: keyof PublicSite, labels: object): FieldSpec => ({
  ...field(name),
  control: {
    kind: 'choice',
    options: Object.entries(labels as Record<string, string>).map(([value, label]) => ({ value, label })),
  },
});

const changesBetween = (before: FieldValues, after: FieldValues): Partial<PublicSite> =>
  Object.fromEntries(Object.entries(after).flatMap(([name, value]) => (value === before[name] ? [] : [[name, value]])));

/** The front page as it will be, and where it was scrolled to. */
function Preview({ values }: { values: PublicSite }) {
  const json = JSON.stringify(values);
  const [shown, setShown] = useState(json);
  const [isNarrow, setNarrow] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const top = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      top.current = frame.current?.contentWindow?.scrollY ?? 0;
      setShown(json);
    }, PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [json]);
  const home = (session.get()?.site.home ?? '').replace(/\/$/, '');
  return (
    <section class="appearance-preview" aria-label={t.actions.preview} data-width={isNarrow ? 'phone' : 'desktop'}>
      <div class="row">
        <Button small aria-pressed={!isNarrow} onClick={() => setNarrow(false)}>
          {texts.desktop}
        </Button>
        <Button small aria-pressed={isNarrow} onClick={() => setNarrow(true)}>
          {texts.phone}
        </Button>
      </div>
      <div class="appearance-frame">
        <iframe
          ref={frame}
          title={texts.previewTitle}
          src={`${home}/?site_preview=${encodeURIComponent(shown)}`}
          onLoad={() => frame.current?.contentWindow?.scrollTo(0, top.current)}
        />
      </div>
    </section>
  );
}
