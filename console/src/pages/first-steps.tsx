import { useState } from 'preact/hooks';
import { t } from '../texts';
import { useGet } from '../lib/queries';
import { Link } from '../lib/router';
import { type User } from '../lib/types';
import { Button } from '../ui/controls';
import { Icon } from '../ui/icons';
import { Card } from '../ui/layout';

const DISMISSED = 'nestpress-first-steps-dismissed';
/** How long after their registration owners see the steps. */
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

const STEPS = [
  ['describe', 'settings'],
  ['write', 'posts/new'],
  ['picture', 'media'],
  ['page', 'pages/new'],
  ['invite', 'users'],
  ['secure', 'profile'],
] as const;

/** GET nestpress/v1/first-steps. */
type Done = Record<(typeof STEPS)[number][0], boolean>;

/** What the owner of a new site does first, with what is done already. Until all is done, or it is dismissed in this browser. */
export function FirstSteps({ me }: { me: User }) {
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null);
  const registered = me.registered_date?.slice(0, 19) ?? '';
  const isNew = !isDismissed && Date.now() - new Date(`${registered}Z`).getTime() < NEW_DAYS * DAY_MS;
  const done = useGet<Done>(isNew ? 'nestpress/v1/first-steps' : undefined, {}, { staleMs: 0, together: true }).data
    ?.data;
  if (!isNew || !done) return null;
  const steps = STEPS.map(([name, to]) => ({ text: t.home.steps[name], to, isDone: done[name] }));
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
