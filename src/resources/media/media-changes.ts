import { type EntryChanges } from '../../content/entries/write/entry-changes.js';
import { type StoredUpload } from '../../content/media/media-files.service.js';
import { slugify } from '../../text/slug.js';
import { type TextDialect } from '../../variant/profile.js';
import { textOf } from '../entries/entry-write-values.js';
import { type MediaValues } from './media.args.js';

/** What media call otherwise than posts do. What is left out stays as it is. */
export function mediaChanges(values: MediaValues): EntryChanges {
  return {
    content: textOf(values.description, { emptyRaw: true }),
    excerpt: textOf(values.caption, { emptyRaw: true }),
    parent: values.post === undefined ? undefined : Math.abs(values.post),
    // A file is as visible as what it belongs to; only hiding it is a state of its own.
    status: values.status && (values.status === 'private' ? 'private' : 'inherit'),
  };
}

/** A new file. What the client does not say the image itself may, or else its name. */
export function uploadChanges(
  values: MediaValues,
  upload: StoredUpload,
  { slugSlashBecomesDash }: TextDialect,
): EntryChanges {
  const given = mediaChanges(values);
  const embeddedTitle = upload.embedded?.title.trim() ?? '';
  const isName = /^[+-]?\d*\.?\d+$/.test(slugify(embeddedTitle, { slashBecomesDash: slugSlashBecomesDash }));
  return {
    ...given,
    status: given.status ?? 'inherit',
    title: textOf(values.title, { emptyRaw: false }) || (isName ? '' : embeddedTitle) || upload.stem,
    excerpt: given.excerpt || upload.embedded?.caption.trim() || '',
    mimeType: upload.type,
    guid: upload.url,
  };
}
