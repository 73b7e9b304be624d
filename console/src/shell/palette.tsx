import { useQueries } from '@tanstack/preact-query';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { labelFor, t } from '../texts';
import { asSingular } from '../lib/content-types';
import { get } from '../lib/api';
import { type Sections } from '../lib/permissions';
import { navigate } from '../lib/router';
import { session } from '../lib/session';
import { type Entry } from '../lib/types';
import { Icon, type IconName, typeIcon } from '../ui/icons';
import { titleOf } from '../pages/entries/entry-texts';
import { type NavItem } from './navigation';
import { toggleTheme } from './theme';

interface Command {
  id: string;
  icon: IconName;
  label: string;
  /** Shown at the end of the line. */
  hint?: string;
  run(): void;
}

export interface PaletteProps {
  items: readonly NavItem[];
  sections: Sections;
  onSignOut(): void;
  onClose(): void;
}

const MAX_ENTRIES = 5;
const PAUSE_MS = 200;

/** Pages, actions and entries by a few letters of their name. */
export function Palette({ items, sections, onSignOut, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const entries = useEntries(text, sections);
  const queryWords = text.trim().toLowerCase().split(/\s+/);
  const matches = ({ label, hint = '' }: Command) =>
    queryWords.every((word) => `${label} ${hint}`.toLowerCase().includes(word));
  const found = [...commandsOf({ items, sections, onSignOut }).filter(matches), ...entries];
  const current = Math.min(active, found.length - 1);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    ref.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current, found.length]);
  const choose = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setActive((current + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      choose(found[current]);
    }
  };
  return (
    <dialog
      ref={ref}
      class="dialog palette"
      aria-label={t.palette.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="palette-search">
        <Icon name="search" size={18} />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[current] && `${id}-${current}`}
          aria-label={t.palette.title}
          placeholder={t.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={text}
          onInput={(event) => (setText(event.currentTarget.value), setActive(0))}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul class="palette-list" role="listbox" id={`${id}-list`} aria-label={t.palette.results}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(command)}
          >
            <Icon name={command.icon} size={16} />
            <span class="grow">{command.label}</span>
            {command.hint && <span class="muted small">{command.hint}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="palette-none muted">{t.palette.none}</p>}
    </dialog>
  );
}

function commandsOf({ items, sections, onSignOut }: Omit<PaletteProps, 'onClose'>): Command[] {
  const go = (to: string) => () => void navigate(to);
  const site = session.get()?.site;
  return [
    ...sections.types.map((type): Command => ({
      id: `new ${type.slug}`,
      icon: 'plus',
      label: t.entries.add(asSingular(type)),
      run: go(`${type.to}/new`),
    })),
    ...items.map(({ to, icon, label }): Command => ({ id: `page ${to}`, icon, label, run: go(to) })),
    { id: 'profile', icon: 'user', label: t.nav.profile, run: go('profile') },
    ...(sections.media ? [{ id: 'upload', icon: 'upload' as const, label: t.home.upload, run: go('media') }] : []),
    { id: 'theme', icon: 'moon', label: t.palette.theme, run: toggleTheme },
    ...(site
      ? [
          {
            id: 'site',
            icon: 'external' as const,
            label: t.nav.viewSite,
            run: () => void window.open(site.home, '_blank', 'noopener'),
          },
        ]
      : []),
    { id: 'sign out', icon: 'signOut', label: t.nav.signOut, run: onSignOut },
  ];
}

/** Entries of any status whose text contains the words, after a pause. */
function useEntries(text: string, sections: Sections): Command[] {
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isSearched = words.length > 1;
  const query = { context: 'edit', status: 'any', search: words, per_page: MAX_ENTRIES, _fields: 'id,title,status' };
  const lists = useQueries({
    queries: sections.types.map(({ route }) => ({
      queryKey: ['get', route, query],
      enabled: isSearched,
      queryFn: ({ signal }: { signal: AbortSignal }) => get<Entry[]>(route, query, signal),
    })),
  });
  if (!isSearched) return [];
  return sections.types.flatMap(({ slug, to, singular }, index) =>
    ((lists[index]?.data as { data: Entry[] } | undefined)?.data ?? []).map((entry): Command => ({
      id: `entry ${entry.id}`,
      icon: typeIcon(slug),
      label: titleOf(entry),
      hint: entry.status === 'publish' ? singular : `${singular}, ${labelFor(t.status, entry.status) ?? entry.status}`,
      run: () => void navigate(`${to}/${entry.id}`),
    })),
  );
}
