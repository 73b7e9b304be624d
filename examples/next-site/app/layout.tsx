import { type ReactNode } from 'react';
import { frontEnd } from '../lib/front-end';

export default async function Layout({ children }: { children: ReactNode }) {
  const [site, menu] = await Promise.all([frontEnd.site(), frontEnd.menu('main')]);
  return (
    <html lang="en">
      <body>
        <header>
          <a href="/">{site.name}</a>
          <nav>
            {menu?.items.map(({ title, url }) => (
              <a key={url} href={url}>
                {title}
              </a>
            ))}
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}
