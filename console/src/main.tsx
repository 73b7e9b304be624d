import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { App } from './shell/app';
import { applyTheme } from './shell/theme';
import { queryClient } from './lib/queries';

applyTheme();
render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
  document.getElementById('app')!,
);
