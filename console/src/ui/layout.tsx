import { type ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../texts';
import { ApiError, messageOf } from '../lib/api';
import { session } from '../lib/session';
import { useStore } from '../lib/store';
import { Button } from './controls';
import { Icon, type IconName } from './icons';

interface PageProps {
  title: string;
  /** Buttons at the end of the heading. */
  actions?: ComponentChildren;
  intro?: ComponentChildren;
  children: ComponentChildren;
}

/** A page with its heading, which is also the window's title. */
export function Page({ title, actions, intro, children }: PageProps) {
  useTitle(title);
  return (
    <div class="page">
      <header class="page-header">
        <div>
          <h1>{title}</h1>
          {intro && <p class="page-intro">{intro}</p>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function useTitle(title: string): void {
  const name = useStore(session)?.site.name || t.product;
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}

export function Card({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card" aria-label={title}>
      {title && (
        <div class="card-header">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

interface EmptyProps {
  icon: IconName;
  title: string;
  /** It is all of the page, whose heading this is. */
  isPage?: boolean;
  children?: ComponentChildren;
}

/** Says why there is nothing to see and what to do about it. */
export function EmptyState({ icon, title, isPage = false, children }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** A request that was refused for good: trying again does not help. */
const isRefused = (error: unknown) => error instanceof ApiError && [401, 403].includes(error.status);

export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?(): void }) {
  return (
    <div class="note note-error" role="alert">
      <Icon name="warning" />
      <div>{messageOf(error)}</div>
      {onRetry && !isRefused(error) && (
        <Button small onClick={onRetry}>
          {t.actions.retry}
        </Button>
      )}
    </div>
  );
}

interface NoteProps {
  kind?: 'info' | 'warning' | 'success';
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Note({ kind = 'info', actions, children }: NoteProps) {
  return (
    <div class={`note note-${kind}`} role="status">
      <Icon name={kind === 'warning' ? 'warning' : kind === 'success' ? 'check' : 'info'} />
      <div>{children}</div>
      {actions && <div class="note-actions">{actions}</div>}
    </div>
  );
}

export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="visually-hidden">{t.loading}</span>
    </div>
  );
}

export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}

interface ReadyProps<T> {
  query: { data: T | undefined; error: Error | null; refetch(): unknown };
  children(data: T): ComponentChildren;
}

/** The response of a query, or its error, or a spinner. */
export function Ready<T>({ query, children }: ReadyProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}

/** Initials: pictures would come from a foreign host. */
export function Avatar({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <span class="avatar" aria-hidden="true">
      {initials || '?'}
    </span>
  );
}
