import { t } from '../../texts';
import { type UseQueryResult } from '@tanstack/preact-query';
import { type ApiResponse, type Query } from '../../lib/api';
import { formatAgo } from '../../lib/dates';
import { listsOwnOnly, useMe } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { Icon } from '../../ui/icons';
import { titleOf } from '../entries/entry-texts';
import { thumbnailUrl } from './media-markup';

export const MEDIA_FIELDS =
  'id,date,date_gmt,modified_gmt,title,alt_text,caption,media_type,mime_type,source_url,media_details,author,post';

interface MediaFilter {
  search: string;
  type: string;
  month?: { after?: string; before?: string };
  page: number;
  /** Only files of this user. */
  author?: number;
}

function mediaQuery({ search, type, month, page, author }: MediaFilter): Query {
  return { context: 'edit', per_page: 40, page, author, search, media_type: type, _fields: MEDIA_FIELDS, ...month };
}

/** The files of the library that the user may edit. */
export function useMediaList(filter: Omit<MediaFilter, 'author'>): UseQueryResult<ApiResponse<Media[]>, Error> {
  const me = useMe();
  const author = me && listsOwnOnly(me) ? me.id : undefined;
  return useGet<Media[]>(me && 'wp/v2/media', mediaQuery({ ...filter, author }), { keepPrevious: true });
}

interface ListProps {
  items: readonly Media[];
  selected?: readonly number[];
  onOpen(media: Media): void;
  /** Enter on a file that is selected. */
  onEnter?(): void;
}

/** Pictures as tiles; a tile is a button named after the file. */
export function MediaGrid({ items, selected, onOpen, onEnter }: ListProps) {
  return (
    <ul class="media-grid">
      {items.map((media) => (
        <li key={media.id}>
          <button
            type="button"
            class="media-tile"
            aria-pressed={selected?.includes(media.id)}
            aria-label={titleOf(media)}
            title={titleOf(media)}
            onClick={() => onOpen(media)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !onEnter || !selected?.includes(media.id)) return;
              event.preventDefault();
              if (!event.repeat) onEnter();
            }}
          >
            <Thumbnail media={media} />
            {media.media_type !== 'image' && <span class="media-name">{titleOf(media)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ media, size = 'medium' }: { media: Media; size?: string }) {
  if (media.media_type !== 'image') {
    return (
      <span class="media-file">
        <Icon name="file" size={30} />
      </span>
    );
  }
  return <img src={thumbnailUrl(media, size)} alt="" loading="lazy" decoding="async" />;
}

export function MediaTable({ items, onOpen }: ListProps) {
  return (
    <div class="table-card">
      <table class="table responsive no-check">
        <thead>
          <tr>
            <th scope="col">{t.media.file}</th>
            <th scope="col">{t.media.type}</th>
            <th scope="col">{t.media.dimensions}</th>
            <th scope="col">{t.media.alt}</th>
            <th scope="col">{t.entries.columns.date}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((media) => (
            <tr key={media.id}>
              <td>
                <button type="button" class="media-row" onClick={() => onOpen(media)}>
                  <span class="media-thumb">
                    <Thumbnail media={media} size="thumbnail" />
                  </span>
                  {titleOf(media)}
                </button>
              </td>
              <td class="muted" data-label={t.media.type}>
                {media.mime_type}
              </td>
              <td class="muted" data-label={t.media.dimensions}>
                {media.media_details.width ? `${media.media_details.width} × ${media.media_details.height}` : ''}
              </td>
              <td class="muted" data-label={t.media.alt}>
                {media.alt_text || (media.media_type === 'image' ? t.media.noAlt : '')}
              </td>
              <td class="muted" data-label={t.entries.columns.date}>
                {formatAgo(media.date_gmt, media.date)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
