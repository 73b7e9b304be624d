import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './shell/app';
import { queryClient } from './lib/queries';

render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
  document.getElementById('app')!,
);
