import { labelFor, t } from '../../texts';
import { mayAct } from '../../lib/permissions';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { Link, navigate } from '../../lib/router';
import { type ContentType, type Entry, type User } from '../../lib/types';
import { Button, Checkbox, type Option, Select, TextField } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { Card } from '../../ui/layout';
import { moveToTrash } from '../entries/entry-actions';
import { titleOf } from '../entries/entry-texts';
import { TermPicker } from '../entries/term-pickers';
import { ImageField } from '../media/image-field';
import { type EntryEditor } from './use-entry-editor';

interface PanelProps {
  editor: EntryEditor;
  me: User | undefined;
}

export function TermsPanel({ editor: { type, entry, values, change, saveAfter } }: PanelProps) {
  if (type.taxonomies.length === 0) return null;
  return (
    <Card>
      <div class="stack">
        {type.taxonomies.map((taxonomy) => (
          <TermPicker
            key={taxonomy.slug}
            taxonomy={taxonomy}
            entry={entry}
            value={values.terms[taxonomy.base] ?? []}
            onChange={(ids) => change({ terms: { ...values.terms, [taxonomy.base]: ids } })}
            whileAdding={saveAfter}
          />
        ))}
      </div>
    </Card>
  );
}

export function FeaturedImagePanel({ editor: { values, change }, hasMedia }: PanelProps & { hasMedia: boolean }) {
  const id = values.featured_media;
  if (id === 0 && !hasMedia) return null;
  return (
    <Card title={t.editor.featuredImage}>
      <ImageField
        title={t.editor.featuredImage}
        confirm={t.editor.setFeatured}
        id={id}
        mayChoose={hasMedia}
        onChange={(picked) => change({ featured_media: picked })}
      />
    </Card>
  );
}

export function AttributesPanel({ editor, me }: PanelProps) {
  const { type, entry, values, change } = editor;
  const { members } = type;
  const mayAssign = !!members.author && mayAct('assign-author', type, entry, me);
  const people = { per_page: 100, _fields: 'id,name', orderby: 'name' };
  const authors = useGet<User[]>(mayAssign ? 'wp/v2/users' : undefined, people, { staleMs: 60_000 }).data?.data ?? [];
  const authorId = values.author ?? me?.id;
  const isListed = authors.some(({ id }) => id === authorId);
  const templates = useTemplates(type, values.template);
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
        {members.format && (
          <Select
            label={t.editor.format}
            value={values.format}
            options={(members.format.enum ?? []).map((key) => [
              String(key),
              labelFor(t.editor.formats, String(key)) ?? String(key),
            ])}
            onChange={(format) => change({ format })}
          />
        )}
        {members.sticky &&
          mayAct('sticky', type, entry, me) &&
          values.password === '' &&
          values.status !== 'private' && (
            <Checkbox label={t.editor.sticky} checked={values.sticky} onChange={(sticky) => change({ sticky })} />
          )}
        {members.parent && <ParentSelect editor={editor} />}
        {members.menu_order && (
          <TextField
            label={t.editor.order}
            type="number"
            value={String(values.menu_order)}
            onChange={(order) => change({ menu_order: Number(order) || 0 })}
          />
        )}
        {templates.length > 0 && (
          <Select
            label={t.editor.template}
            value={values.template}
            options={[['', t.editor.defaultTemplate], ...templates]}
            onChange={(template) => change({ template })}
          />
        )}
      </div>
    </Card>
  );
}

/** The templates of the site, and the one that the entry has, which may be of an earlier theme. */
function useTemplates({ slug, members }: ContentType, current: string): Option[] {
  const path = members.template ? 'nestpress/v1/templates' : undefined;
  const listed = useGet<{ template: string }[]>(path, { type: slug }, { staleMs: 60_000 }).data?.data ?? [];
  const names = new Set([...listed.map(({ template }) => template), current]);
  return [...names].filter(Boolean).map((name): Option => [name, name]);
}

function ParentSelect({ editor: { type, entry, values, change } }: { editor: EntryEditor }) {
  const query = {
    context: 'edit',
    status: 'any',
    per_page: 100,
    orderby: 'title',
    order: 'asc',
    _fields: 'id,title,parent',
  };
  const pages = useGet<Entry[]>(type.route, query, { staleMs: 60_000 }).data?.data ?? [];
  const others = pages.filter(({ id }) => id !== entry?.id);
  return (
    <Select
      label={t.editor.parent}
      value={String(values.parent)}
      options={[['0', t.none], ...others.map((page): Option => [String(page.id), titleOf(page)])]}
      onChange={(parent) => change({ parent: Number(parent) })}
    />
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

/** Revisions and the trash, for entries that exist. */
export function MorePanel({ editor: { type, entry } }: { editor: EntryEditor }) {
  const path = `${type.route}/${entry?.id}`;
  const allow = useAllowed(entry && path);
  const revisions = useGet<{ id: number }[]>(entry?._links?.['version-history'] && `${path}/revisions`, {
    context: 'edit',
    _fields: 'id',
  }).data?.data;
  const trash = useAction(async () => {
    await moveToTrash(type.route, [entry!]);
    invalidate(type.route, 'nestpress/v1/counts');
    navigate(type.to, { force: true });
  });
  if (!entry) return null;
  return (
    <div class="row spread">
      {revisions && revisions.length > 0 ? (
        <Link to={`${type.to}/${entry.id}/revisions`} class="button button-small">
          <Icon name="history" size={16} />
          {t.revisions.count({ count: revisions.length })}
        </Link>
      ) : (
        <span />
      )}
      {allow?.includes('DELETE') && (
        <Button small kind="danger" icon="trash" isBusy={trash.isBusy} onClick={() => void trash.run()}>
          {t.actions.trash}
        </Button>
      )}
    </div>
  );
}
