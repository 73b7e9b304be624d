import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { textOf } from '../../lib/html';
import { type Sections } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { type Entry, type Term } from '../../lib/types';
import { Button, type Option, SearchBox, Select, TextField } from '../../ui/controls';
import { Card } from '../../ui/layout';
import { titleOf } from '../entries/entry-texts';
import { type MenuItem } from './menu-tree';

interface AddProps {
  sections: Sections;
  /** Whether the menu is made of blocks, which can also list all pages. */
  isOfBlocks: boolean;
  onAdd(item: MenuItem): void;
}

let added = 0;
const newItem = () => ({ id: --added, title: '', object: '', object_id: 0, url: '', depth: 0 });

/** Entries and terms of the site, found by their names, and links of any other kind. */
export function AddItems({ sections: { types, taxonomies }, isOfBlocks, onAdd }: AddProps) {
  const sources: Option[] = [
    ...types.map(({ slug, name }): Option => [`post_type ${slug}`, name]),
    ...taxonomies.map(({ slug, name }): Option => [`taxonomy ${slug}`, name]),
    ['custom', t.menus.types.custom],
    ...(isOfBlocks ? [['pages', t.menus.types.pages] as const] : []),
  ];
  const first = types.find(({ slug }) => slug === 'page') ? 'post_type page' : sources[0]![0];
  const [source, setSource] = useState(first);
  const [search, setSearch] = useState('');
  const [type, object = ''] = source.split(' ') as [MenuItem['type'], string?];
  const route = [...types, ...taxonomies].find(({ slug }) => slug === object)?.route;
  return (
    <Card title={t.menus.add}>
      <div class="stack">
        <Select label={t.menus.source} value={source} options={sources} onChange={setSource} />
        {type === 'pages' ? (
          <div class="row">
            <Button onClick={() => onAdd({ ...newItem(), type, label: t.menus.types.pages })}>{t.actions.add}</Button>
          </div>
        ) : type === 'custom' || !route ? (
          <NewLink onAdd={onAdd} />
        ) : (
          <>
            <SearchBox label={t.menus.search} value={search} onSearch={setSearch} />
            <Found
              route={route}
              search={search}
              isTerm={type === 'taxonomy'}
              onAdd={(id, label, url) => onAdd({ ...newItem(), type, object, object_id: id, label, url })}
            />
          </>
        )}
      </div>
    </Card>
  );
}

interface FoundProps {
  route: string;
  search: string;
  isTerm: boolean;
  onAdd(id: number, label: string, url: string): void;
}

function Found({ route, search, isTerm, onAdd }: FoundProps) {
  const query = { search, per_page: 10, _fields: 'id,title,name,link', ...(isTerm && { orderby: 'name' }) };
  const found = useGet<(Entry & Term)[]>(route, query, { keepPrevious: true }).data?.data;
  if (found?.length === 0) return <p class="muted">{t.lists.nothing}</p>;
  return (
    <ul class="simple-list">
      {found?.map((item) => {
        const label = isTerm ? textOf(item.name) : titleOf(item);
        return (
          <li key={item.id}>
            <span class="grow">{label}</span>
            <Button
              small
              aria-label={t.menus.addItem({ name: label })}
              onClick={() => onAdd(item.id, label, item.link)}
            >
              {t.actions.add}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function NewLink({ onAdd }: { onAdd(item: MenuItem): void }) {
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ ...newItem(), type: 'custom', title, label: title, url });
        setTitle('');
        setUrl('');
      }}
    >
      <TextField label={t.menus.text} value={title} onChange={setTitle} input={{ required: true }} />
      <TextField label={t.menus.address} value={url} onChange={setUrl} input={{ required: true }} />
      <div class="row">
        <Button type="submit">{t.actions.add}</Button>
      </div>
    </form>
  );
}
