import { useEffect } from 'preact/hooks';
import { CONSOLE_URL } from '../../lib/session';
import { Loading } from '../../ui/layout';

/** Opens GraphiQL, a page of its own, once the user has signed in. */
export function GraphiqlPage() {
  useEffect(() => window.location.replace(new URL('../graphiql/', CONSOLE_URL)), []);
  return <Loading />;
}
