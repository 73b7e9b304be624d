import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { useAllowed, useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { useStore } from '../../lib/store';
import { type Entry } from '../../lib/types';
import { type Option, Select, TextField } from '../../ui/controls';
import { Card } from '../../ui/layout';
import { titleOf } from '../entries/entry-texts';
import { ImageField } from '../media/image-field';

export const PUBLIC_SITE = 'nestpress/v1/public-site';
const texts = t.settings.publicSite;

export interface PublicSite {
  colour: string;
  /** Own colours as #rrggbb; empty: those of the theme. */
  accent: string;
  background: string;
  text: string;
  font: string;
  /** Slugs of families of the font library. */
  heading_font: string;
  text_font: string;
  layout: string;
  cards: string;
  header: string;
  header_image: number;
  footer_text: string;
  footer_image: number;
  footer_menu: number;
  social: string;
  front_page: number;
  posts_page: number;
  permalinks: string;
  logo: number;
  icon: number;
}

/** The settings of the public site, where the service has one and the requester may change it. */
export function usePublicSite(): PublicSite | undefined {
  const isThere = useAllowed(PUBLIC_SITE)?.includes('POST');
  return useGet<PublicSite>(isThere ? PUBLIC_SITE : undefined, {}, { staleMs: 0 }).data?.data;
}

interface CardProps {
  values: PublicSite;
  change(values: Partial<PublicSite>): void;
}

/** The front page of the public site, its permalinks and its icon. */
export function PublicSiteCard({ values, change }: CardProps) {
  const pages = useGet<Entry[]>('wp/v2/pages', { per_page: 100, orderby: 'title', order: 'asc', _fields: 'id,title' });
  const pageOptions = (pages.data?.data ?? []).map((page): Option => [String(page.id), titleOf(page)]);
  return (
    <Card title={texts.title}>
      <div class="stack">
        <Select
          label={texts.frontPage}
          value={String(values.front_page)}
          options={[['0', texts.newestPosts], ...pageOptions]}
          onChange={(id) => change({ front_page: Number(id) })}
        />
        {values.front_page > 0 && (
          <Select
            label={texts.postsPage}
            value={String(values.posts_page)}
            options={[['0', texts.none], ...pageOptions.filter(([id]) => id !== String(values.front_page))]}
            onChange={(id) => change({ posts_page: Number(id) })}
          />
        )}
        <Permalinks value={values.permalinks} onChange={(permalinks) => change({ permalinks })} />
        <ImageSetting label={texts.icon} help={texts.iconHelp} id={values.icon} onChange={(icon) => change({ icon })} />
      </div>
    </Card>
  );
}

const OTHER = 'other';

function Permalinks({ value, onChange }: { value: string; onChange(structure: string): void }) {
  const home = useStore(session)?.site.home ?? '';
  const [isOther, setOther] = useState(!Object.hasOwn(texts.structures, value));
  return (
    <>
      <Select
        label={texts.permalinks}
        help={texts.example({ address: home.replace(/\/$/, '') + exampleOf(value) })}
        value={isOther ? OTHER : value}
        options={[...Object.entries(texts.structures), [OTHER, texts.custom]]}
        onChange={(structure) => {
          setOther(structure === OTHER);
          if (structure !== OTHER) onChange(structure);
        }}
      />
      {isOther && <TextField label={texts.structure} help={texts.structureHelp} value={value} onChange={onChange} />}
    </>
  );
}

/** The path of a post that is published today. */
function exampleOf(structure: string): string {
  const [date = '', time = ''] = new Date().toISOString().split('T');
  const [year, monthnum, day] = date.split('-');
  const [hour, minute, second] = time.slice(0, 8).split(':');
  const values: Record<string, string | undefined> = {
    ...{ year, monthnum, day, hour, minute, second },
    ...{ postname: texts.exampleName, post_id: '123', category: 'travel', author: 'anna' },
  };
  return structure === '' ? '/?p=123' : structure.replace(/%(\w+)%/g, (tag, name: string) => values[name] ?? tag);
}

interface ImageProps {
  label: string;
  help?: string;
  id: number;
  onChange(id: number): void;
}

export function ImageSetting({ label, help, id, onChange }: ImageProps) {
  return (
    <fieldset class="plain-fieldset stack">
      <legend class="field-label">{label}</legend>
      {help && <p class="help">{help}</p>}
      <ImageField title={label} id={id} onChange={onChange} />
    </fieldset>
  );
}
