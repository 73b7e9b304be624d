import { t } from '../texts';
import { Link } from '../lib/router';
import { Button } from './controls';
import { EmptyState } from './layout';

const HomeLink = () => (
  <Link to="" class="button">
    {t.nav.home}
  </Link>
);

export function NotFound() {
  return (
    <EmptyState icon="search" title={t.errors.notFound} isPage>
      <p>{t.errors.notFoundText}</p>
      <HomeLink />
    </EmptyState>
  );
}

/** For a page that exists, but not for this account. */
export function Forbidden() {
  return (
    <EmptyState icon="warning" title={t.errors.forbidden} isPage>
      <p>{t.errors.forbiddenText}</p>
      <HomeLink />
    </EmptyState>
  );
}

/** In place of a page that failed. */
export function Crashed({ error }: { error: unknown }) {
  return (
    <EmptyState icon="warning" title={t.errors.crashed} isPage>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t.actions.retry}
      </Button>
    </EmptyState>
  );
}
