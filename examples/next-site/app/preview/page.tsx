import { notFound } from 'next/navigation';
import { Article } from '../../lib/article';
import { frontEnd } from '../../lib/front-end';

export const dynamic = 'force-dynamic';

export default async function Preview() {
  const [script, entry] = [await frontEnd.livePreview(), await frontEnd.previewed()];
  if (!entry) notFound();
  return (
    <>
      <div data-live-preview>
        <Article entry={entry} />
      </div>
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
