import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../texts';
import { type Sections, useMe, useSections } from '../lib/permissions';
import { queryClient, useAction, useGet } from '../lib/queries';
import { Link, useLocation } from '../lib/router';
import { session, signOut } from '../lib/session';
import { useStore } from '../lib/store';
import { type Counts } from '../lib/types';
import { IconButton } from '../ui/controls';
import { Icon, type IconName, typeIcon } from '../ui/icons';
import { Avatar, Loading } from '../ui/layout';
import { BrandMark } from './brand';
import { Pages } from './pages';
import { theme, toggleTheme } from './theme';

interface NavItem {
  to: string;
  icon: IconName;
  label: string;
  isShown: boolean;
  count?: number;
}

interface NavGroup {
  label?: string;
  items: NavItem[];
}

function navigation(sections: Sections, counts: Counts | undefined): NavGroup[] {
  const { nav } = t;
  return [
    {
      items: [
        { to: '', icon: 'home', label: nav.home, isShown: true },
        ...sections.types.map(({ to, slug, name }): NavItem => ({
          to,
          icon: typeIcon(slug),
          label: name,
          isShown: true,
        })),
        { to: 'media', icon: 'media', label: nav.media, isShown: sections.media },
        ...sections.taxonomies.map(({ base, name, mayManage }): NavItem => ({
          to: `terms/${base}`,
          icon: 'tag',
          label: name,
          isShown: mayManage,
        })),
      ],
    },
    {
      label: nav.engagement,
      items: [
        {
          to: 'comments',
          icon: 'comment',
          label: nav.comments,
          isShown: sections.comments,
          count: counts?.comment.hold,
        },
        { to: 'inbox', icon: 'inbox', label: nav.inbox, isShown: sections.inbox },
        { to: 'forms', icon: 'form', label: nav.forms, isShown: sections.forms },
        { to: 'popups', icon: 'popup', label: nav.popups, isShown: sections.popups },
      ],
    },
    {
      label: nav.administration,
      items: [
        { to: 'users', icon: 'users', label: nav.users, isShown: sections.users },
        { to: 'settings', icon: 'settings', label: nav.settings, isShown: sections.settings },
        { to: 'cache', icon: 'cache', label: nav.cache, isShown: sections.cache },
        { to: 'webhooks', icon: 'link', label: nav.webhooks, isShown: sections.webhooks },
        { to: 'health', icon: 'health', label: nav.health, isShown: sections.health },
      ],
    },
  ];
}

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
  useEffect(() => {
    setOpen(false);
    // Move the focus to the new page, so that keyboards and screen readers start there.
    if (firstPath.current !== path) main.current?.focus({ preventScroll: true });
    firstPath.current = path;
  }, [path]);
  const site = useStore(session)?.site;
  return (
    <div class="shell">
      <a class="skip-link" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        {t.skipToContent}
      </a>
      <div class="topbar">
        <IconButton icon="menu" label={t.nav.open} aria-expanded={isOpen} onClick={() => setOpen(true)} />
        <span class="topbar-title">{site?.name}</span>
      </div>
      {isOpen && <button type="button" class="scrim" aria-label={t.nav.close} onClick={() => setOpen(false)} />}
      <Sidebar sections={sections} isOpen={isOpen} onSignedOut={onSignedOut} />
      <main class="main" id="main" tabIndex={-1} ref={main}>
        {sections ? <Pages sections={sections} userId={userId} /> : <Loading />}
      </main>
    </div>
  );
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
  const counts = useGet<Counts>(sections?.comments ? 'nestpress/v1/counts' : undefined, {}, { staleMs: 60_000 }).data
    ?.data;
  const me = useMe();
  const leave = useAction(async () => {
    await signOut();
    queryClient.clear();
    onSignedOut();
  });
  const isCurrent = (to: string) => path === to || (to !== '' && path.startsWith(`${to}/`));
  const groups = sections ? navigation(sections, counts) : [];
  return (
    <aside class="sidebar" data-open={isOpen}>
      <Link to="" class="brand">
        <BrandMark />
        <span class="brand-name">{site?.name || t.product}</span>
      </Link>
      <nav class="nav" aria-label={t.nav.label}>
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
