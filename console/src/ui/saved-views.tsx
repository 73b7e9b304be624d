import { useState } from 'preact/hooks';
import { navigate, useLocation } from '../lib/router';
import { session } from '../lib/session';
import { t } from '../texts';
import { Button, IconButton, TextField } from './controls';
import { MenuButton } from './menu-button';

interface View {
  name: string;
  /** The query of the list's address, without its page. */
  query: string;
}

const storageKey = (list: string) => `nestpress:views:${session.get()?.user_id ?? 0}:${list}`;

function readViews(list: string): View[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey(list)) ?? '[]') as View[];
  } catch {
    return [];
  }
}

/** Filters and order of a list under a name. The browser remembers them for the account. */
export function SavedViews() {
  const { path, query } = useLocation();
  const [views, setViews] = useState(() => readViews(path));
  const [name, setName] = useState('');
  const current = new URLSearchParams(query);
  current.delete('page');
  const store = (next: View[]) => {
    localStorage.setItem(storageKey(path), JSON.stringify(next));
    setViews(next);
  };
  const save = () => {
    const view = { name: name.trim(), query: current.toString() };
    store([...views.filter((other) => other.name !== view.name), view]);
    setName('');
  };
  return (
    <MenuButton label={t.lists.views}>
      {views.length === 0 && <p class="muted small">{t.lists.noViews}</p>}
      {views.map((view) => (
        <div class="row spread saved-view" key={view.name}>
          <button
            type="button"
            class="link-button"
            aria-current={view.query === current.toString() ? 'true' : undefined}
            onClick={() => navigate(`${path}${view.query && `?${view.query}`}`)}
          >
            {view.name}
          </button>
          <IconButton
            icon="trash"
            label={t.lists.deleteView({ name: view.name })}
            onClick={() => store(views.filter((other) => other !== view))}
          />
        </div>
      ))}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <TextField label={t.lists.viewName} value={name} onChange={setName} />
        <Button type="submit" small disabled={name.trim() === ''}>
          {t.lists.saveView}
        </Button>
      </form>
    </MenuButton>
  );
}
