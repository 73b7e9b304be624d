import { useState } from 'preact/hooks';
import { del, post } from '../../lib/api';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { t } from '../../texts';
import { Button, type Option, Select, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { FileInput } from '../../ui/file-input';
import { type PublicSite } from '../system/public-site-card';

const FAMILIES = 'wp/v2/font-families';
const texts = t.appearance;

interface Family {
  id: number;
  font_family_settings: { name: string; slug: string };
}

interface Props {
  values: PublicSite;
  onChange(values: Partial<PublicSite>): void;
}

/** Families of the font library, where the site has one. */
export function FontFields({ values, onChange }: Props) {
  const mayAdd = useAllowed(FAMILIES)?.includes('POST') === true;
  const families = useGet<Family[]>(mayAdd ? FAMILIES : undefined, { per_page: 100 }).data?.data ?? [];
  const [isAdding, setAdding] = useState(false);
  if (!mayAdd) return null;
  const options: Option[] = [
    ['', texts.themeFont],
    ...families.map(({ font_family_settings: { name, slug } }): Option => [slug, name]),
  ];
  return (
    <>
      {(['heading_font', 'text_font'] as const).map((name) => (
        <Select
          key={name}
          label={texts.labels[name]}
          value={values[name]}
          options={options}
          onChange={(slug) => onChange({ [name]: slug })}
        />
      ))}
      <div class="row">
        <Button small icon="upload" onClick={() => setAdding(true)}>
          {texts.addFont}
        </Button>
      </div>
      {isAdding && <AddFontDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A family with one file, which for a variable font has all weights. */
function AddFontDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const add = useAction(async () => {
    const family = name.replace(/["\\]/g, '').trim();
    const settings = { name: family, slug: slugOf(family) || 'font', fontFamily: `"${family}", sans-serif` };
    const { data } = await post<Family>(FAMILIES, { font_family_settings: JSON.stringify(settings) });
    const face = { fontFamily: family, fontStyle: 'normal', fontWeight: '100 900', src: 'file' };
    const form = new FormData();
    form.append('font_face_settings', JSON.stringify(face));
    form.append('file', file!, file!.name);
    try {
      await post(`${FAMILIES}/${data.id}/font-faces`, form);
    } catch (error) {
      await del(`${FAMILIES}/${data.id}`, { force: true });
      throw error;
    }
    invalidate(FAMILIES);
    onClose();
  });
  return (
    <Dialog
      title={texts.addFont}
      size="small"
      onClose={onClose}
      onSubmit={() => void add.run()}
      footer={
        <Button type="submit" kind="primary" disabled={!file} isBusy={add.isBusy}>
          {t.actions.add}
        </Button>
      }
    >
      <div class="stack">
        <FileInput
          label={texts.fontFile}
          accept=".woff2,.woff,.ttf,.otf"
          name={file?.name}
          onChoose={(chosen) => {
            setFile(chosen);
            if (chosen && name === '') setName(chosen.name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' '));
          }}
        />
        <p class="help">{texts.fontHelp}</p>
        <TextField label={texts.fontName} value={name} onChange={setName} input={{ required: true }} />
      </div>
    </Dialog>
  );
}
