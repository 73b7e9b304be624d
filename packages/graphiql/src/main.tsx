import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { fetcherOf } from './fetcher';
import './workers';

/** Relative: a proxy may serve the site below a folder. */
const ENDPOINT = '../graphql';

const element = document.getElementById('graphiql')!;
createRoot(element).render(
  <GraphiQL
    fetcher={fetcherOf(ENDPOINT, document.body.dataset['nonce'] ?? '')}
    defaultQuery={'{\n  posts {\n    nodes {\n      title\n      uri\n    }\n  }\n}\n'}
  />,
);
