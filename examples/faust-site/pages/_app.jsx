import '../faust.config';
import { FaustProvider } from '@faustwp/core';

export default function App({ Component, pageProps }) {
  return (
    <FaustProvider pageProps={pageProps}>
      <Component {...pageProps} />
    </FaustProvider>
  );
}
