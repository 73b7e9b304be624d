import { t } from '../../texts';
import { type UseQueryResult } from '@tanstack/preact-query';
import { type ApiResponse, type Query } from '../../lib/api';
import { formatAgo } from '../../lib/dates';
import { listsOwnOnly, useMe } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { Checkbox } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { type Selection, SelectPage } from '../../ui/selection';
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

/** The files of the library that the user may edit, with the query that lists them. */
export function useMediaList(filter: Omit<MediaFilter, 'author'>): {
  list: UseQueryResult<ApiResponse<Media[]>, Error>;
  query: Query;
} {
  const me = useMe();
  const author = me && listsOwnOnly(me) ? me.id : undefined;
  const query = mediaQuery({ ...filter, author });
  return { list: useGet<Media[]>(me && 'wp/v2/media', query, { keepPrevious: true }), query };
}

interface ListProps {
  items: readonly Media[];
  selected?: readonly number[];
  onOpen(media: Media): void;
  /** Enter on a file that is selected. */
  onEnter?(): void;
  /** Selection for bulk actions. */
  selection?: Selection<Media>;
}

function SelectFile({ media, selection }: { media: Media; selection: Selection<Media> }) {
  return (
    <Checkbox
      label={t.lists.select({ name: titleOf(media) })}
      hideLabel
      checked={selection.has(media.id)}
      onChange={(isOn) => selection.toggle(media, isOn)}
    />
  );
}

/** Pictures as tiles; a tile is a button named after the file. */
export function MediaGrid({ items, selected, onOpen, onEnter, selection }: ListProps) {
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
          {selection && <SelectFile media={media} selection={selection} />}
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

export function MediaTable({ items, onOpen, selection }: ListProps) {
  return (
    <div class="table-card">
      <table class={`table responsive${selection ? '' : ' no-check'}`}>
        <thead>
          <tr>
            {selection && (
              <th class="check-cell">
                <SelectPage selection={selection} page={items} />
              </th>
            )}
            <th scope="col">{t.media.file}</th>
            <th scope="col">{t.media.type}</th>
            <th scope="col">{t.media.dimensions}</th>
            <th scope="col">{t.media.alt}</th>
            <th scope="col">{t.entries.columns.date}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((media) => (
            <tr key={media.id} aria-selected={selection?.has(media.id)}>
              {selection && (
                <td class="check-cell">
                  <SelectFile media={media} selection={selection} />
                </td>
              )}
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
