import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { type Media } from '../../lib/types';
import { forEach } from '../../ui/bulk-actions';
import { Button, TextField } from '../../ui/controls';
import { EmptyState, Ready } from '../../ui/layout';
import { Pagination } from '../../ui/lists';
import { toast } from '../../ui/toasts';
import { titleOf } from '../entries/entry-texts';
import { MEDIA_FIELDS } from './media-list';
import { thumbnailUrl } from './media-markup';

interface AltTextsProps {
  search: string;
  page: number;
  onPage(page: number): void;
}

/** The pictures without alternative text, with a field for each. */
export function AltTexts({ search, page, onPage }: AltTextsProps) {
  const list = useGet<{ id: number }[]>(
    'nestpress/v1/media/without-alt',
    { search, page, per_page: 40 },
    { keepPrevious: true },
  );
  return (
    <Ready query={list}>
      {({ data, total = 0, pages = 1 }) =>
        data.length === 0 ? (
          <EmptyState icon={search ? 'search' : 'check'} title={search ? t.lists.nothing : t.alt.none}>
            <p>{search ? t.lists.nothingText : t.alt.noneText}</p>
          </EmptyState>
        ) : (
          <>
            <AltFields ids={data.map(({ id }) => id)} />
            <Pagination page={page} pages={pages} total={total} onChange={onPage} />
          </>
        )
      }
    </Ready>
  );
}

function AltFields({ ids }: { ids: readonly number[] }) {
  const images = useGet<Media[]>(
    'wp/v2/media',
    { context: 'edit', include: ids, per_page: 40, _fields: MEDIA_FIELDS },
    { keepPrevious: true },
  );
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  const written = ids.filter((id) => texts[id]?.trim());
  useUnsaved(written.length > 0);
  const save = useAction(async () => {
    try {
      const done = await forEach(written, (id) => post(`wp/v2/media/${id}`, { alt_text: texts[id] }));
      toast.info(t.alt.saved({ count: done }));
    } finally {
      invalidate('wp/v2/media', 'nestpress/v1/media');
    }
  });
  return (
    <Ready query={images}>
      {({ data }) => (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (written.length > 0) void save.run();
          }}
        >
          <p class="muted">{t.alt.intro}</p>
          <div class="table-card">
            {data.map((media) => (
              <div key={media.id} class="alt-row">
                <img src={thumbnailUrl(media)} alt="" loading="lazy" />
                <TextField
                  label={t.alt.of({ name: titleOf(media) })}
                  value={texts[media.id] ?? ''}
                  onChange={(text) => setTexts({ ...texts, [media.id]: text })}
                />
              </div>
            ))}
          </div>
          <div class="row">
            <Button type="submit" kind="primary" disabled={written.length === 0} isBusy={save.isBusy}>
              {t.alt.save({ count: written.length })}
            </Button>
          </div>
        </form>
      )}
    </Ready>
  );
}
