import '../faust.config';
import { FaustProvider } from '@faustwp/core';
import { useRouter } from 'next/router';

export default function App({ Component, pageProps }) {
  const { asPath } = useRouter();
  return (
    <FaustProvider pageProps={pageProps}>
      {/* Faust's template takes the node of its first render: each address has one of its own. */}
      <Component {...pageProps} key={asPath} />
    </FaustProvider>
  );
}
