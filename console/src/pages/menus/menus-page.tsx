import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { useLeaveGuard, useQueryState } from '../../lib/router';
import { type PageProps } from '../../shell/page-props';
import { Button, Checkbox, type Option, Select, TextField } from '../../ui/controls';
import { DeleteButton, ItemDialog } from '../../ui/item-dialog';
import { Card, EmptyState, Note, Page, Ready } from '../../ui/layout';
import { FilterTabs } from '../../ui/lists';
import { toast } from '../../ui/toasts';
import { AddItems } from './add-items';
import { MenuItems } from './menu-items';
import { type Menu } from './menu-tree';
import { type Navigation, readNavigation, writeNavigation } from './navigation-blocks';

const PATH = 'nestpress/v1/menus';
/** Menus made of blocks, where the variant has them. */
const NAVIGATION_PATH = 'wp/v2/navigation';
const NAVIGATIONS = { context: 'edit', per_page: 100, status: 'publish,draft', _fields: 'id,title,content' };
const KINDS: readonly Option[] = [
  ['menu', t.menus.kinds.menu],
  ['navigation', t.menus.kinds.navigation],
];

/** The menus of the site, classic ones and those made of blocks; one of them is in its header. */
export function MenusPage({ sections }: PageProps) {
  const [query, change] = useQueryState();
  const [isNew, setNew] = useState(false);
  const list = useGet<Menu[]>(PATH);
  const hasNavigation = useAllowed(NAVIGATION_PATH)?.includes('POST') ?? false;
  const navigations = useGet<Navigation[]>(hasNavigation ? NAVIGATION_PATH : undefined, NAVIGATIONS).data?.data ?? NONE;
  return (
    <Page
      title={t.nav.menus}
      intro={t.menus.intro}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setNew(true)}>
          {t.menus.new}
        </Button>
      }
    >
      <Ready query={list}>
        {({ data: menus }) => {
          const tabs = [
            ...menus.map(({ id, name }) => ({ key: String(id), label: name })),
            ...navigations.map(({ id, title }) => ({
              key: navigationKey(id),
              label: t.menus.ofBlocks({ name: title.raw }),
            })),
          ];
          const main = menus.find((menu) => menu.is_main);
          const current =
            tabs.find(({ key }) => key === query.get('menu'))?.key ?? (main ? String(main.id) : tabs[0]?.key);
          const menu = menus.find(({ id }) => String(id) === current);
          const navigation = navigations.find(({ id }) => navigationKey(id) === current);
          if (current === undefined) return <EmptyState icon="menu" title={t.menus.empty} />;
          return (
            <>
              <FilterTabs label={t.nav.menus} current={current} tabs={tabs} onChange={(key) => change({ menu: key })} />
              {menu && <MenuEditor key={current} menu={menu} storage={MENUS} sections={sections} />}
              {navigation && <NavigationEditor key={current} navigation={navigation} sections={sections} />}
            </>
          );
        }}
      </Ready>
      {isNew && (
        <NewMenu
          hasMain={list.data?.data.some((menu) => menu.is_main) ?? false}
          hasNavigation={hasNavigation}
          onClose={() => setNew(false)}
          onCreated={(key) => change({ menu: key })}
        />
      )}
    </Page>
  );
}

const NONE: readonly Navigation[] = [];
const navigationKey = (id: number) => `navigation-${id}`;

/** Where a menu is stored. */
interface MenuStorage {
  path: string;
  isOfBlocks: boolean;
  write(values: Menu): Promise<Menu>;
}

const MENUS: MenuStorage = {
  path: PATH,
  isOfBlocks: false,
  write: async (values) => {
    const items = values.items.map((item) => ({ ...item, id: Math.max(0, item.id) }));
    return (await post<Menu>(`${PATH}/${values.id}`, { ...values, items })).data;
  },
};

const NAVIGATION_MENUS: MenuStorage = {
  path: NAVIGATION_PATH,
  isOfBlocks: true,
  write: async ({ id, name, items }) => {
    const values = { title: name, content: writeNavigation(items) };
    const { data } = await post<Navigation>(`${NAVIGATION_PATH}/${id}`, values);
    return readNavigation(data)!;
  },
};

function NavigationEditor({ navigation, sections }: { navigation: Navigation; sections: PageProps['sections'] }) {
  const menu = readNavigation(navigation);
  if (!menu) return <Note kind="warning">{t.menus.unreadable}</Note>;
  return <MenuEditor menu={menu} storage={NAVIGATION_MENUS} sections={sections} />;
}

interface EditorProps {
  menu: Menu;
  storage: MenuStorage;
  sections: PageProps['sections'];
}

function MenuEditor({ menu, storage: { path, isOfBlocks, write }, sections }: EditorProps) {
  const [saved, setSaved] = useState(menu);
  const [values, setValues] = useState(menu);
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useLeaveGuard(() => isDirty, t.menus.leave);
  const save = useAction(async () => {
    const stored = await write(values);
    setSaved(stored);
    setValues((now) => (now === values ? stored : now));
    invalidate(path);
    toast.info(t.editor.saved);
  });
  return (
    <div class="menu-editor">
      <Card title={t.menus.items}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void save.run();
          }}
        >
          <TextField label={t.menus.name} value={values.name} onChange={(name) => setValues({ ...values, name })} />
          {values.is_main === undefined ? (
            <p class="muted small">{t.menus.shownInBlocks}</p>
          ) : (
            <Checkbox
              label={t.menus.main}
              checked={values.is_main}
              onChange={(isMain) => setValues({ ...values, is_main: isMain })}
            />
          )}
          {values.items.length === 0 ? (
            <p class="muted">{t.menus.noItems}</p>
          ) : (
            <MenuItems items={values.items} onChange={(items) => setValues({ ...values, items })} />
          )}
          <div class="row spread">
            <Button type="submit" kind="primary" disabled={!isDirty} isBusy={save.isBusy}>
              {t.actions.save}
            </Button>
            <DeleteButton
              label={t.menus.delete}
              path={`${path}/${menu.id}`}
              query={isOfBlocks ? { force: true } : {}}
              list={path}
              question={t.menus.deleteQuestion({ name: menu.name })}
              text={t.menus.deleteText}
            />
          </div>
        </form>
      </Card>
      <AddItems
        sections={sections}
        isOfBlocks={isOfBlocks}
        onAdd={(item) => {
          const added = isOfBlocks ? { ...item, title: item.label, block: {} } : item;
          setValues((before) => ({ ...before, items: [...before.items, added] }));
        }}
      />
    </div>
  );
}

interface NewMenuProps {
  /** Whether the header has a menu already. */
  hasMain: boolean;
  /** Whether menus can be made of blocks, too. */
  hasNavigation: boolean;
  /** With the key of its tab. */
  onCreated(key: string): void;
  onClose(): void;
}

function NewMenu({ hasMain, hasNavigation, onCreated, onClose }: NewMenuProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState('menu');
  const isOfBlocks = kind === 'navigation';
  const create = async () => {
    const { data } = isOfBlocks
      ? await post<Navigation>(NAVIGATION_PATH, { title: name, status: 'publish', content: '' })
      : await post<Menu>(PATH, { name, ...(!hasMain && { is_main: true }) });
    onCreated(isOfBlocks ? navigationKey(data.id) : String(data.id));
  };
  return (
    <ItemDialog
      title={t.menus.new}
      list={isOfBlocks ? NAVIGATION_PATH : PATH}
      isChanged={false}
      isComplete={name.trim() !== ''}
      saveLabel={t.actions.create}
      save={create}
      onClose={onClose}
    >
      <TextField label={t.menus.name} value={name} onChange={setName} input={{ autofocus: true }} />
      {hasNavigation && <Select label={t.menus.kind} value={kind} options={KINDS} onChange={setKind} />}
    </ItemDialog>
  );
}
