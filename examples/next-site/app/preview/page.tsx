import { notFound } from 'next/navigation';
import { Article } from '../../lib/article';
import { frontEnd } from '../../lib/front-end';

export const dynamic = 'force-dynamic';

export default async function Preview() {
  const entry = await frontEnd.previewed();
  if (!entry) notFound();
  return (
    <>
      <Article entry={entry} />
      <script dangerouslySetInnerHTML={{ __html: frontEnd.livePreview() }} />
    </>
  );
}
