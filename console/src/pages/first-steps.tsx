import { useState } from 'preact/hooks';
import { t } from '../texts';
import { type Query } from '../lib/api';
import { type Sections } from '../lib/permissions';
import { useGet } from '../lib/queries';
import { Link } from '../lib/router';
import { type Counts, type Entry, type User } from '../lib/types';
import { Button } from '../ui/controls';
import { Icon } from '../ui/icons';
import { Card } from '../ui/layout';

const DISMISSED = 'nestpress-first-steps-dismissed';
/** How long after their registration owners see the steps. */
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

interface Props {
  counts: Counts | undefined;
  sections: Sections;
  me: User;
}

/** What the owner of a new site does first, with what is done already. Until all is done, or it is dismissed in this browser. */
export function FirstSteps({ counts, sections, me }: Props) {
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null);
  const registered = me.registered_date?.slice(0, 19) ?? '';
  const isNew = !isDismissed && Date.now() - new Date(`${registered}Z`).getTime() < NEW_DAYS * DAY_MS;
  // The examples of a new site are older than its owner's account.
  const own = { after: registered, per_page: 1, _fields: 'id' };
  const useStep = <T,>(path: string, query: Query = {}) =>
    useGet<T>(isNew ? path : undefined, query, { together: true }).data;
  const posts = useStep<Entry[]>('wp/v2/posts', own)?.data;
  const pages = useStep<Entry[]>('wp/v2/pages', own)?.data;
  const settings = useStep<{ description: string }>('wp/v2/settings')?.data;
  const others = { context: 'edit', per_page: 1, exclude: me.id, _fields: 'id' };
  const users = useGet<User[]>(isNew && sections.users ? 'wp/v2/users' : undefined, others, { together: true }).data;
  const factor = useStep<{ enabled: boolean }>(`nestpress/v1/users/${me.id}/second-factor`);
  if (!isNew || !counts || !settings || !factor || !posts || !pages) return null;
  const steps = [
    { text: t.home.steps.describe, to: 'settings', isDone: settings.description !== '' },
    { text: t.home.steps.write, to: 'posts/new', isDone: posts.length > 0 },
    { text: t.home.steps.picture, to: 'media', isDone: (counts.attachment.all ?? 0) > 0 },
    { text: t.home.steps.page, to: 'pages/new', isDone: pages.length > 0 },
    { text: t.home.steps.invite, to: 'users', isDone: (users?.data.length ?? 1) > 0 },
    { text: t.home.steps.secure, to: 'profile', isDone: factor.data.enabled },
  ];
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  const dismiss = () => {
    localStorage.setItem(DISMISSED, '1');
    setDismissed(true);
  };
  return (
    <Card
      title={t.home.steps.title}
      actions={
        <Button small kind="quiet" onClick={dismiss}>
          {t.actions.dismiss}
        </Button>
      }
    >
      <ol class="first-steps">
        {steps.map(({ text, to, isDone }) => (
          <li key={text} data-done={isDone}>
            <Icon name={isDone ? 'check' : 'chevronRight'} size={16} />
            {isDone ? (
              <span>
                {text}
                <span class="visually-hidden"> ({t.home.steps.done})</span>
              </span>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
