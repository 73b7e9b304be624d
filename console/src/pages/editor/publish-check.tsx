import { t } from '../../texts';
import { asSingular } from '../../lib/content-types';
import { formatDateTime, siteZone } from '../../lib/dates';
import { useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { type Media, type Taxonomy } from '../../lib/types';
import { Button } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icons';
import { type EntryEditor } from './use-entry-editor';
import { isFuture, type Values } from './values';

interface CheckProps {
  editor: EntryEditor;
  onClose(): void;
  onPublish(): void;
}

/** Who will see the entry and when, and what it lacks, before it is published. */
export function PublishCheck({ editor: { type, values }, onClose, onPublish }: CheckProps) {
  const { date } = values;
  const willSchedule = isFuture(date);
  const media = useLibraryImages(values);
  const images = imagesWithoutAlt(values.content) + media.filter(({ alt_text: alt }) => alt.trim() === '').length;
  const missing = [
    ...(type.members.title && values.title.trim() === '' ? [t.publishCheck.noTitle] : []),
    ...type.taxonomies
      .filter((taxonomy) => taxonomy.isHierarchical && isUnchosen(taxonomy, values))
      .map((taxonomy) => t.publishCheck.noTerm(asSingular(taxonomy))),
    ...(images > 0 ? [t.publishCheck.noAlt({ count: images })] : []),
  ];
  return (
    <Dialog
      title={t.publishCheck.title}
      size="small"
      onClose={onClose}
      onSubmit={onPublish}
      footer={
        <>
          <Button onClick={onClose}>{t.publishCheck.back}</Button>
          <Button type="submit" kind="primary" autofocus>
            {willSchedule ? t.editor.schedule : t.editor.publish}
          </Button>
        </>
      }
    >
      <div class="stack">
        <dl class="facts">
          <dt>{t.publishCheck.who}</dt>
          <dd>{t.publishCheck.readers[readersOf(values)]}</dd>
          <dt>{t.publishCheck.when}</dt>
          <dd>
            {date && willSchedule ? `${formatDateTime(date)}, ${siteZone(new Date(date))}` : t.publishCheck.atOnce}
          </dd>
        </dl>
        <ul class="stack">
          {missing.map((text) => (
            <li key={text} class="row problem">
              <Icon name="warning" />
              <span>{text}</span>
            </li>
          ))}
          {missing.length === 0 && (
            <li class="row muted">
              <Icon name="check" /> {t.publishCheck.complete}
            </li>
          )}
        </ul>
      </div>
    </Dialog>
  );
}

function readersOf({ status, password }: Values): keyof typeof t.publishCheck.readers {
  if (status === 'private') return 'private';
  return password === '' ? 'public' : 'password';
}

/** Posts have the default category until another one is chosen. */
function isUnchosen({ base, slug }: Taxonomy, { terms }: Values): boolean {
  const standard = slug === 'category' ? session.get()?.site.default_category : undefined;
  return (terms[base] ?? []).every((id) => id === standard);
}

/** The featured image and those of galleries, whose alternative texts are in the library. */
function useLibraryImages({ featured_media: featured, content }: Values): readonly Media[] {
  const galleries = [...content.matchAll(/\[gallery [^\]]*ids="([\d,\s]+)"/g)].flatMap(([, ids]) => ids!.split(','));
  const include = [...new Set([featured, ...galleries.map(Number)])].filter((id) => id > 0);
  const query = { include, per_page: 100, media_type: 'image', _fields: 'id,alt_text' };
  return useGet<Media[]>(include.length > 0 ? 'wp/v2/media' : undefined, query, { isFresh: true }).data?.data ?? [];
}

/** Images in the text itself. */
function imagesWithoutAlt(content: string): number {
  const { body } = new DOMParser().parseFromString(content, 'text/html');
  return [...body.querySelectorAll('img')].filter((image) => image.alt.trim() === '').length;
}
