import { t } from '../texts';
import { Link } from '../lib/router';
import { EmptyState } from './layout';

export function NotFound() {
  return (
    <EmptyState icon="search" title={t.errors.notFound}>
      <p>{t.errors.notFoundText}</p>
      <Link to="" class="button">
        {t.nav.home}
      </Link>
    </EmptyState>
  );
}
