import { t } from '../texts';
import { Link } from '../lib/router';
import { EmptyState } from './layout';

const HomeLink = () => (
  <Link to="" class="button">
    {t.nav.home}
  </Link>
);

export function NotFound() {
  return (
    <EmptyState icon="search" title={t.errors.notFound}>
      <p>{t.errors.notFoundText}</p>
      <HomeLink />
    </EmptyState>
  );
}

/** For a page that exists, but not for this account. */
export function Forbidden() {
  return (
    <EmptyState icon="warning" title={t.errors.forbidden}>
      <p>{t.errors.forbiddenText}</p>
      <HomeLink />
    </EmptyState>
  );
}
