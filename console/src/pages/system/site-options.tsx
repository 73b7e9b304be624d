import { type FieldSpec } from '../../fields/field-spec';
import { FieldForm } from '../../fields/field-form';
import { useAllowed, useGet } from '../../lib/queries';
import { labelFor, t } from '../../texts';
import { Card } from '../../ui/layout';

export const SITE_OPTIONS = 'nestpress/v1/site-options';
export type SiteOptions = Record<string, unknown>;
const texts = t.settings.siteOptions;

const GROUPS: readonly { title: string; help?: string; fields: readonly FieldSpec[] }[] = [
  { title: texts.groups.search, fields: [flag('is_indexed')] },
  {
    title: texts.groups.images,
    help: texts.imagesHelp,
    fields: [
      number('thumbnail_width'),
      number('thumbnail_height'),
      flag('thumbnail_crop'),
      number('medium_width'),
      number('medium_height'),
      number('large_width'),
      number('large_height'),
      flag('wide_images'),
      {
        ...field('image_format'),
        control: {
          kind: 'choice',
          options: Object.entries(texts.formats).map(([value, label]) => ({ value, label })),
        },
      },
    ],
  },
  {
    title: texts.groups.frontEnd,
    help: texts.frontEndHelp,
    fields: [text('front_end_url'), text('front_end_preview'), flag('front_end_links')],
  },
];

/** Rules of the site that WordPress's settings route lacks, where the service has them and the requester may change them. */
export function useSiteOptions(): SiteOptions | undefined {
  const isThere = useAllowed(SITE_OPTIONS)?.includes('POST');
  return useGet<SiteOptions>(isThere ? SITE_OPTIONS : undefined, {}, { staleMs: 0 }).data?.data;
}

export function SiteOptionsCards({ values, change }: { values: SiteOptions; change(values: SiteOptions): void }) {
  return (
    <>
      {GROUPS.filter(({ fields }) => fields.some(({ name }) => name in values)).map(({ title, help, fields }) => (
        <Card key={title} title={title}>
          <div class="stack">
            {help && <p class="help">{help}</p>}
            <FieldForm
              fields={fields.filter(({ name }) => name in values)}
              values={values}
              onChange={(next) => change(changesBetween(values, next))}
            />
          </div>
        </Card>
      ))}
    </>
  );
}

const changesBetween = (before: SiteOptions, after: SiteOptions): SiteOptions =>
  // The API takes no null: a number that was emptied is 0.
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => (value === before[name] ? [] : [[name, value ?? 0]])),
  );

function field(name: string): Omit<FieldSpec, 'control'> {
  return { name, label: labelFor(texts.labels, name) ?? name, help: labelFor(texts.help, name) };
}

function text(name: string): FieldSpec {
  return { ...field(name), control: { kind: 'text' } };
}

function flag(name: string): FieldSpec {
  return { ...field(name), control: { kind: 'checkbox' } };
}

function number(name: string): FieldSpec {
  return { ...field(name), control: { kind: 'number', min: 0, step: 1 } };
}
