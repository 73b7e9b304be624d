import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { del, post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { useLeaveGuard, useQueryState } from '../../lib/router';
import { type PageProps } from '../../shell/page-props';
import { Button, Checkbox, TextField } from '../../ui/controls';
import { ask, Dialog } from '../../ui/dialog';
import { Card, EmptyState, Page, Ready } from '../../ui/layout';
import { FilterTabs } from '../../ui/lists';
import { toast } from '../../ui/toasts';
import { AddItems } from './add-items';
import { MenuItems } from './menu-items';
import { type Menu } from './menu-tree';

const PATH = 'nestpress/v1/menus';

/** The menus of the site; one of them is in its header. */
export function MenusPage({ sections }: PageProps) {
  const [query, change] = useQueryState();
  const [isNew, setNew] = useState(false);
  const list = useGet<Menu[]>(PATH);
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
          const menu =
            menus.find(({ id }) => String(id) === query.get('menu')) ?? menus.find((one) => one.is_main) ?? menus[0];
          if (!menu) return <EmptyState icon="menu" title={t.menus.empty} />;
          return (
            <>
              <FilterTabs
                label={t.nav.menus}
                current={String(menu.id)}
                tabs={menus.map(({ id, name }) => ({ key: String(id), label: name }))}
                onChange={(id) => change({ menu: id })}
              />
              <MenuEditor key={menu.id} menu={menu} sections={sections} />
            </>
          );
        }}
      </Ready>
      {isNew && (
        <NewMenu
          hasMain={list.data?.data.some((one) => one.is_main) ?? false}
          onClose={() => setNew(false)}
          onCreated={(id) => change({ menu: String(id) })}
        />
      )}
    </Page>
  );
}

function MenuEditor({ menu, sections }: { menu: Menu; sections: PageProps['sections'] }) {
  const [saved, setSaved] = useState(menu);
  const [values, setValues] = useState(menu);
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useLeaveGuard(() => isDirty, t.menus.leave);
  const save = useAction(async () => {
    const items = values.items.map((item) => ({ ...item, id: Math.max(0, item.id) }));
    const { data } = await post<Menu>(`${PATH}/${menu.id}`, { ...values, items });
    setSaved(data);
    setValues(data);
    invalidate(PATH);
    toast.info(t.editor.saved);
  });
  const remove = useAction(async () => {
    const question = { title: t.menus.deleteQuestion(menu.name), text: t.menus.deleteText };
    if (!(await ask({ ...question, confirm: t.actions.delete, isDangerous: true }))) return;
    await del(`${PATH}/${menu.id}`);
    invalidate(PATH);
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
          <Checkbox
            label={t.menus.main}
            checked={values.is_main}
            onChange={(isMain) => setValues({ ...values, is_main: isMain })}
          />
          {values.items.length === 0 ? (
            <p class="muted">{t.menus.noItems}</p>
          ) : (
            <MenuItems items={values.items} onChange={(items) => setValues({ ...values, items })} />
          )}
          <div class="row spread">
            <Button type="submit" kind="primary" disabled={!isDirty} isBusy={save.isBusy}>
              {t.actions.save}
            </Button>
            <Button kind="danger" icon="trash" isBusy={remove.isBusy} onClick={() => void remove.run()}>
              {t.menus.delete}
            </Button>
          </div>
        </form>
      </Card>
      <AddItems
        sections={sections}
        onAdd={(item) => setValues((before) => ({ ...before, items: [...before.items, item] }))}
      />
    </div>
  );
}

interface NewMenuProps {
  /** Whether the header has a menu already. */
  hasMain: boolean;
  onCreated(id: number): void;
  onClose(): void;
}

function NewMenu({ hasMain, onCreated, onClose }: NewMenuProps) {
  const [name, setName] = useState('');
  const create = useAction(async () => {
    const { data } = await post<Menu>(PATH, { name, ...(!hasMain && { is_main: true }) });
    invalidate(PATH);
    onCreated(data.id);
    onClose();
  });
  return (
    <Dialog
      title={t.menus.new}
      size="small"
      onClose={onClose}
      onSubmit={() => name.trim() !== '' && create.run()}
      footer={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" kind="primary" disabled={name.trim() === ''} isBusy={create.isBusy}>
            {t.actions.create}
          </Button>
        </>
      }
    >
      <TextField label={t.menus.name} value={name} onChange={setName} input={{ autofocus: true }} />
    </Dialog>
  );
}
