import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { useAction } from '../../lib/queries';
import { CONSOLE_URL } from '../../lib/session';
import { Button } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { useTitle } from '../../ui/layout';
import { watchChanges } from './preview-channel';

type Width = 'desktop' | 'phone';

/** The page of the site with the changes that are not saved, in the width of a screen or of a phone. Follows the editor. */
export function PreviewPage({ id }: { id: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState<Width>('desktop');
  const scrolled = useRef(0);
  useTitle(t.actions.preview);
  useEffect(
    () =>
      watchChanges(Number(id), () => {
        const shown = frame.current?.contentWindow;
        scrolled.current = shown?.scrollY ?? 0;
        shown?.location.reload();
      }),
    [id],
  );
  const url = new URL(`../?p=${id}&preview=true`, CONSOLE_URL);
  return (
    <div class="preview-page" data-width={width}>
      <div class="preview-bar" role="group" aria-label={t.preview.width}>
        {(['desktop', 'phone'] as const).map((name) => (
          <button key={name} type="button" class="tab" aria-pressed={name === width} onClick={() => setWidth(name)}>
            {t.preview.widths[name]}
          </button>
        ))}
        <span class="muted small wide-only">{t.preview.follows}</span>
        <ShareLink id={Number(id)} />
      </div>
      <iframe
        ref={frame}
        title={t.actions.preview}
        src={url.href}
        onLoad={() => frame.current?.contentWindow?.scrollTo(0, scrolled.current)}
      />
    </div>
  );
}

/** A link that shows the saved draft to people without an account. */
function ShareLink({ id }: { id: number }) {
  const [url, setUrl] = useState<string>();
  const create = useAction(async () => {
    const { data } = await post<{ url: string }>('nestpress/v1/previews', { post: id });
    setUrl(data.url);
  });
  if (url === undefined)
    return (
      <Button small icon="link" isBusy={create.isBusy} onClick={() => void create.run()}>
        {t.preview.share}
      </Button>
    );
  return (
    <>
      <input class="input share-link" readOnly aria-label={t.preview.share} value={url} />
      <CopyButton text={url} />
    </>
  );
}
