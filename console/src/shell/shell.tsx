import { type ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t, withPageTexts } from '../texts';
import { isOffline } from '../lib/connection';
import { useExtensions } from '../lib/extensions';
import { type Sections, useMe, useSections } from '../lib/permissions';
import { queryClient, useAction, useGet } from '../lib/queries';
import { Link, useLocation } from '../lib/router';
import { session, signOut } from '../lib/session';
import { useStore } from '../lib/store';
import { type Counts } from '../lib/types';
import { IconButton } from '../ui/controls';
import { Icon } from '../ui/icons';
import { Avatar, Loading } from '../ui/layout';
import { BrandMark } from './brand';
import { navigation } from './navigation';
import { Pages, preloadPage } from './pages';
import { type PaletteProps } from './palette';
import { theme, toggleTheme } from './theme';

interface ShellProps {
  userId: number;
  onSignedOut(): void;
}

/** Navigation around the current page. */
export function Shell({ userId, onSignedOut }: ShellProps) {
  const sections = useSections(userId);
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const firstPath = useRef(path);
  useEffect(() => preloadPage(path), []);
  useEffect(() => {
    setOpen(false);
    // Move the focus to the new page, so that keyboards and screen readers start there.
    if (firstPath.current !== path) main.current?.focus({ preventScroll: true });
    firstPath.current = path;
  }, [path]);
  const site = useStore(session)?.site;
  const isAway = useStore(isOffline);
  return (
    <div class="shell">
      <a class="skip-link" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t.skipToContent}
      </a>
      <header class="topbar">
        <IconButton icon="menu" label={t.nav.open} aria-expanded={isOpen} onClick={() => setOpen(true)} />
        <span class="topbar-title">{site?.name}</span>
      </header>
      {isOpen && <button type="button" class="scrim" aria-label={t.nav.close} onClick={() => setOpen(false)} />}
      <Sidebar sections={sections} isOpen={isOpen} onSignedOut={onSignedOut} />
      <main class="main" id="main" tabIndex={-1} ref={main}>
        <div role="status">{isAway && <p class="offline-bar">{t.offline.title}</p>}</div>
        {sections ? <Pages sections={sections} userId={userId} /> : <Loading />}
      </main>
    </div>
  );
}

const NAV_MARGIN = 12;

/** Scrolls a navigation that is longer than the screen. Not `scrollIntoView`, which would move a page whose sidebar is closed. */
function showCurrent(nav: HTMLElement | null): void {
  const link = nav?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!nav || !link) return;
  const { top, bottom } = nav.getBoundingClientRect();
  const below = link.bottom + NAV_MARGIN - bottom;
  const above = top + NAV_MARGIN - link.top;
  if (below > 0) nav.scrollTop += below;
  else if (above > 0) nav.scrollTop -= above;
}

interface SidebarProps {
  sections: Sections | undefined;
  isOpen: boolean;
  onSignedOut(): void;
}

function Sidebar({ sections, isOpen, onSignedOut }: SidebarProps) {
  const site = useStore(session)?.site;
  const look = useStore(theme);
  const { path } = useLocation();
  const shared = { staleMs: 60_000, together: true };
  const counts = useGet<Counts>(sections?.comments ? 'nestpress/v1/counts' : undefined, {}, shared).data?.data;
  const me = useMe();
  const leave = useAction(async () => {
    await signOut();
    queryClient.clear();
    onSignedOut();
  });
  const isCurrent = (to: string) => path === to || (to !== '' && path.startsWith(`${to}/`));
  const extensions = useExtensions();
  const groups = sections ? navigation(sections, counts, extensions, me) : [];
  const [isSearching, setSearching] = useState(false);
  useShortcut(() => setSearching(true));
  const nav = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(nav.current), [path, sections]);
  return (
    <aside class="sidebar" data-open={isOpen}>
      <Link to="" class="brand">
        <BrandMark />
        <span class="brand-name">{site?.name || t.product}</span>
      </Link>
      <button type="button" class="palette-button" onClick={() => setSearching(true)}>
        <Icon name="search" size={16} />
        <span class="grow">{t.palette.title}</span>
        <kbd>{isApple ? '⌘K' : t.palette.keys}</kbd>
      </button>
      {isSearching && sections && (
        <LazyPalette
          items={groups.flatMap(({ items }) => items.filter((item) => item.isShown))}
          sections={sections}
          onSignOut={() => void leave.run()}
          onClose={() => setSearching(false)}
        />
      )}
      <nav class="nav" aria-label={t.nav.label} ref={nav}>
        {groups.map(({ label, items }) => {
          const visible = items.filter((item) => item.isShown);
          if (visible.length === 0) return null;
          return (
            <div key={label ?? ''}>
              {label && <div class="nav-group">{label}</div>}
              <ul>
                {visible.map(({ to, icon, label: name, count }) => (
                  <li key={to}>
                    <Link to={to} class="nav-link" aria-current={isCurrent(to) ? 'page' : undefined}>
                      <Icon name={icon} />
                      {name}
                      {count ? <span class="nav-count">{count}</span> : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
        {site && (
          <a class="nav-link" href={site.home} target="_blank" rel="noopener">
            <Icon name="external" />
            {t.nav.viewSite}
          </a>
        )}
      </nav>
      <div class="sidebar-foot">
        <Link to="profile" class="account-link" title={t.nav.profile}>
          <Avatar name={me?.name ?? ''} />
          <span class="visually-hidden">{t.nav.profile}: </span>
          <span>{me?.name}</span>
        </Link>
        <IconButton
          icon={look === 'dark' ? 'sun' : 'moon'}
          label={look === 'dark' ? t.nav.light : t.nav.dark}
          onClick={toggleTheme}
        />
        <IconButton icon="signOut" label={t.nav.signOut} disabled={leave.isBusy} onClick={() => void leave.run()} />
      </div>
    </aside>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Ctrl+K or ⌘K, unless the page uses it: in the text of an entry it links. */
function useShortcut(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isModified = isApple ? event.metaKey : event.ctrlKey;
      if (!isModified || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k' || event.defaultPrevented)
        return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const loadPalette = async () => (await import('./palette')).Palette;

function LazyPalette(props: PaletteProps) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  useEffect(() => void withPageTexts(loadPalette).then((loaded) => setPalette(() => loaded)), []);
  return Palette ? <Palette {...props} /> : null;
}
