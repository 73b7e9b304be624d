import { notFound, permanentRedirect, redirect } from 'next/navigation';
import { Article } from '../../lib/article';
import { frontEnd } from '../../lib/front-end';

interface Summary {
  id: number;
  link: string;
  title: { rendered: string };
}

/** No page is rendered before it is asked for. */
export const generateStaticParams = () => [];

export default async function Page({ params }: { params: Promise<{ path?: string[] }> }) {
  const { path = [] } = await params;
  const found = await frontEnd.resolve(`/${path.map((part) => `${part}/`).join('')}`);
  if (!found) notFound();
  // A path, or an address elsewhere.
  if (found.kind === 'redirect') (found.status === 301 ? permanentRedirect : redirect)(found.path);
  if (found.kind === 'entry') return <Article entry={found.item} />;
  const entries = found.entries_url ? await frontEnd.read<Summary[]>(found.entries_url) : [];
  return (
    <main>
      <h1>{found.title}</h1>
      <ul>
        {entries.map(({ id, link, title }) => (
          <li key={id}>
            <a href={new URL(link).pathname} dangerouslySetInnerHTML={{ __html: title.rendered }} />
          </li>
        ))}
      </ul>
    </main>
  );
}
