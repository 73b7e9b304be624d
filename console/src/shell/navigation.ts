import { t } from '../texts';
import { type Sections } from '../lib/permissions';
import { type Extension } from '../lib/session';
import { reviewQueues, waitingIn } from '../lib/transitions';
import { type Counts, type User } from '../lib/types';
import { type IconName, typeIcon } from '../ui/icons';

export interface NavItem {
  to: string;
  icon: IconName;
  label: string;
  isShown: boolean;
  count?: number;
}

export interface NavGroup {
  label?: string;
  items: NavItem[];
}

/** The sections that the account may use, in their groups. */
export function navigation(
  sections: Sections,
  counts: Counts | undefined,
  extensions: readonly Extension[],
  me: User | undefined,
): NavGroup[] {
  const { nav } = t;
  const queues = reviewQueues(sections.types, me);
  return [
    {
      items: [
        { to: '', icon: 'home', label: nav.home, isShown: true },
        {
          to: 'review',
          icon: 'check',
          label: nav.review,
          isShown: queues.length > 0,
          count: counts && queues.reduce((sum, queue) => sum + waitingIn(queue, counts), 0),
        },
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
      label: nav.extensions,
      items: extensions
        .filter(({ page }) => page !== null)
        .map(({ name, page }): NavItem => ({ to: `extensions/${name}`, icon: 'popup', label: page!, isShown: true })),
    },
    {
      label: nav.administration,
      items: [
        { to: 'users', icon: 'users', label: nav.users, isShown: sections.users },
        { to: 'menus', icon: 'menu', label: nav.menus, isShown: sections.menus },
        { to: 'appearance', icon: 'brush', label: nav.appearance, isShown: sections.appearance },
        { to: 'settings', icon: 'settings', label: nav.settings, isShown: sections.settings },
        ...sections.optionsPages.map(({ name, title }): NavItem => ({
          to: `options/${name}`,
          icon: 'settings',
          label: title,
          isShown: true,
        })),
        { to: 'redirects', icon: 'external', label: nav.redirects, isShown: sections.redirects },
        { to: 'transfer', icon: 'download', label: nav.transfer, isShown: sections.transfer },
        { to: 'cache', icon: 'cache', label: nav.cache, isShown: sections.cache },
        { to: 'webhooks', icon: 'link', label: nav.webhooks, isShown: sections.webhooks },
        { to: 'agents', icon: 'reply', label: nav.agents, isShown: sections.agents },
        { to: 'graphiql', icon: 'external', label: nav.graphiql, isShown: sections.graphiql },
        { to: 'audit-log', icon: 'history', label: nav.auditLog, isShown: sections.auditLog },
        { to: 'health', icon: 'health', label: nav.health, isShown: sections.health },
      ],
    },
  ];
}
