import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { mayAct } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { type Entry, type Media, type User } from '../../lib/types';
import { Button, Checkbox, type Option, Select, TextField } from '../../ui/controls';
import { Card } from '../../ui/layout';
import { titleOf } from '../entries/entry-texts';
import { CategoryPicker, TagPicker } from '../entries/term-pickers';
import { thumbnailUrl } from '../media/media-markup';
import { MediaPicker } from '../media/picker';
import { type EntryEditor } from './use-entry-editor';

interface PanelProps {
  editor: EntryEditor;
  me: User | undefined;
}

export function TermsPanel({ editor: { entry, values, change } }: PanelProps) {
  return (
    <Card title={t.editor.terms}>
      <div class="stack">
        <CategoryPicker entry={entry} value={values.categories} onChange={(categories) => change({ categories })} />
        <TagPicker entry={entry} value={values.tags} onChange={(tags) => change({ tags })} />
      </div>
    </Card>
  );
}

export function FeaturedImagePanel({ editor: { values, change }, hasMedia }: PanelProps & { hasMedia: boolean }) {
  const [isPicking, setPicking] = useState(false);
  const id = values.featured_media;
  const media = useGet<Media>(id > 0 ? `wp/v2/media/${id}` : undefined).data?.data;
  if (id === 0 && !hasMedia) return null;
  return (
    <Card title={t.editor.featuredImage}>
      {id > 0 && media && <img class="featured" src={thumbnailUrl(media)} alt={media.alt_text || titleOf(media)} />}
      <div class="row">
        {hasMedia && (
          <Button small onClick={() => setPicking(true)}>
            {id > 0 ? t.editor.replaceImage : t.editor.chooseImage}
          </Button>
        )}
        {id > 0 && (
          <Button small kind="quiet" onClick={() => change({ featured_media: 0 })}>
            {t.actions.remove}
          </Button>
        )}
      </div>
      {isPicking && (
        <MediaPicker
          title={t.editor.featuredImage}
          onlyImages
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            change({ featured_media: picked.id });
          }}
        />
      )}
    </Card>
  );
}

const FORMATS = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

interface SchemaOptions {
  templates?: Record<string, (string | { file: string; name: string })[]>;
}

export function AttributesPanel({ editor, me }: PanelProps) {
  const { type, entry, values, change } = editor;
  const isPost = type === 'posts';
  const mayAssign = mayAct('assign-author', type, entry, me);
  const people = { per_page: 100, _fields: 'id,name', orderby: 'name' };
  const authors = useGet<User[]>(mayAssign ? 'wp/v2/users' : undefined, people, { staleMs: 60_000 }).data?.data ?? [];
  const authorId = values.author ?? me?.id;
  const isListed = authors.some(({ id }) => id === authorId);
  const options = useGet<SchemaOptions>('nestpress/v1/options', {}, { staleMs: 600_000 }).data?.data;
  const templates = (options?.templates?.[isPost ? 'post' : 'page'] ?? []).map((one): Option =>
    typeof one === 'string' ? [one, one] : [one.file, one.name],
  );
  const known = values.template && !templates.some(([file]) => file === values.template);
  return (
    <Card title={t.editor.attributes}>
      <div class="stack">
        <TextField label={t.editor.slug} value={values.slug} onChange={(slug) => change({ slug })} />
        {mayAssign && authors.length > 0 && (
          <Select
            label={t.lists.author}
            value={String(authorId ?? '')}
            options={[
              ...(isListed
                ? []
                : [[String(authorId), me?.id === authorId ? (me?.name ?? '') : `#${authorId}`] as const]),
              ...authors.map(({ id, name }) => [String(id), name] as const),
            ]}
            onChange={(author) => change({ author: Number(author) })}
          />
        )}
        {isPost && (
          <Select
            label={t.editor.format}
            value={values.format}
            options={FORMATS.map((key) => [key, t.editor.formats[key] ?? key])}
            onChange={(format) => change({ format })}
          />
        )}
        {isPost && mayAct('sticky', type, entry, me) && values.password === '' && values.status !== 'private' && (
          <Checkbox label={t.editor.sticky} checked={values.sticky} onChange={(sticky) => change({ sticky })} />
        )}
        {!isPost && <PageParent editor={editor} />}
        {(templates.length > 0 || known) && (
          <Select
            label={t.editor.template}
            value={values.template}
            options={[
              ['', t.editor.defaultTemplate],
              ...templates,
              ...(known ? [[values.template, values.template] as const] : []),
            ]}
            onChange={(template) => change({ template })}
          />
        )}
      </div>
    </Card>
  );
}

function PageParent({ editor: { entry, values, change } }: { editor: EntryEditor }) {
  const query = {
    context: 'edit',
    status: 'any',
    per_page: 100,
    orderby: 'title',
    order: 'asc',
    _fields: 'id,title,parent',
  };
  const pages = useGet<Entry[]>('wp/v2/pages', query, { staleMs: 60_000 }).data?.data ?? [];
  const others = pages.filter(({ id }) => id !== entry?.id);
  return (
    <>
      <Select
        label={t.editor.parent}
        value={String(values.parent)}
        options={[['0', t.none], ...others.map((page): Option => [String(page.id), titleOf(page)])]}
        onChange={(parent) => change({ parent: Number(parent) })}
      />
      <TextField
        label={t.editor.order}
        type="number"
        value={String(values.menu_order)}
        onChange={(order) => change({ menu_order: Number(order) || 0 })}
      />
    </>
  );
}

export function DiscussionPanel({ editor: { values, change } }: PanelProps) {
  return (
    <Card title={t.editor.discussion}>
      <div class="stack">
        <Checkbox
          label={t.editor.allowComments}
          checked={values.comment_status === 'open'}
          onChange={(isOpen) => change({ comment_status: isOpen ? 'open' : 'closed' })}
        />
        <Checkbox
          label={t.editor.allowPings}
          checked={values.ping_status === 'open'}
          onChange={(isOpen) => change({ ping_status: isOpen ? 'open' : 'closed' })}
        />
      </div>
    </Card>
  );
}
