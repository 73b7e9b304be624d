import { useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { type ApiResponse, post } from '../../lib/api';
import { formatBytes, formatDateTime } from '../../lib/dates';
import { useSections } from '../../lib/permissions';
import { invalidate, useAction, useGet, useSchema } from '../../lib/queries';
import { Link, useUnsaved } from '../../lib/router';
import { session } from '../../lib/session';
import { type Media } from '../../lib/types';
import { Button, TextArea, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { DeleteButton } from '../../ui/item-dialog';
import { Ready } from '../../ui/layout';
import { useFieldErrors } from '../../fields/field-errors';
import { CustomFields } from '../../ui/custom-fields';
import { MetaFields } from '../../ui/meta-fields';
import { toast } from '../../ui/toasts';
import { changedMembers, customFieldsBody } from '../editor/values';
import { titleOf } from '../entries/entry-texts';
import { FileActions } from './file-actions';
import { thumbnailUrl } from './media-markup';

interface Usage {
  id: number;
  type: string;
  title: string;
  link: string;
  edit: boolean;
  as: 'featured' | 'content' | 'parent';
}

export function MediaDetails({ id, onClose }: { id: number; onClose(): void }) {
  const isDirty = useRef(false);
  const leave = useUnsaved(() => isDirty.current, onClose);
  const query = useGet<Media>(`wp/v2/media/${id}`, { context: 'edit' }, { isFresh: true });
  return (
    <Dialog title={query.data ? titleOf(query.data.data) : t.loading} size="wide" onClose={leave}>
      <Ready query={query}>{(response) => <Details response={response} isDirty={isDirty} onClose={onClose} />}</Ready>
    </Dialog>
  );
}

function Details({
  response: { data: media, allow, etag: latest },
  isDirty,
  onClose,
}: {
  response: ApiResponse<Media>;
  /** Set by this component. */
  isDirty: { current: boolean };
  onClose(): void;
}) {
  const path = `wp/v2/media/${media.id}`;
  const mayEdit = allow.includes('POST');
  // The version the fields started with, even if the server has a newer one by now.
  const [etag] = useState(latest);
  const [saved] = useState({
    title: media.title.raw ?? '',
    alt_text: media.alt_text,
    caption: media.caption.raw ?? '',
    description: media.description.raw ?? '',
  });
  const [values, setValues] = useState(saved);
  const schema = useSchema('wp/v2/media');
  const [acf, setAcf] = useState<Record<string, unknown>>({});
  const fields = useFieldErrors('acf_form');
  const [meta, setMeta] = useState(media.meta ?? {});
  isDirty.current = JSON.stringify([values, meta, acf]) !== JSON.stringify([saved, media.meta ?? {}, {}]);
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  const { errors, watch } = useFieldErrors();
  const save = useAction(async () => {
    const changedMeta = changedMembers(meta, media.meta ?? {});
    const body = {
      ...changedMembers(values, saved),
      ...(Object.keys(changedMeta).length > 0 && { meta: changedMeta }),
      ...customFieldsBody(acf),
    };
    await watch(() => fields.watch(() => post(path, body, etag ? { 'If-Match': etag } : undefined)));
    invalidate('wp/v2/media');
    toast.info(t.editor.saved);
    onClose();
  });
  return (
    <div class="media-details">
      <div class="stack">
        <MediaView media={media} />
        {mayEdit && <FileActions media={media} onReplaced={onClose} />}
        <Facts media={media} />
        <UsedIn id={media.id} />
      </div>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        {media.media_type === 'image' && (
          <TextArea
            label={t.media.alt}
            help={t.media.altHelp}
            rows={2}
            value={values.alt_text}
            onChange={set('alt_text')}
          />
        )}
        <TextField label={t.entries.columns.title} value={values.title} onChange={set('title')} />
        <TextArea label={t.media.caption} rows={2} value={values.caption} onChange={set('caption')} />
        <TextArea label={t.media.description} rows={3} value={values.description} onChange={set('description')} />
        <MetaFields
          members={schema?.meta?.properties}
          stored={media.meta}
          value={meta}
          errors={errors}
          onChange={setMeta}
        />
        {schema?.acf && (
          <CustomFields
            kind="post"
            subtype="attachment"
            route="wp/v2/media"
            id={media.id}
            changes={acf}
            errors={fields.errors}
            onChange={setAcf}
          />
        )}
        <div class="row">
          <input class="input code grow-input" readOnly aria-label={t.media.url} value={media.source_url} />
          <CopyButton text={media.source_url} />
        </div>
        <div class="row spread">
          {mayEdit && (
            <Button type="submit" kind="primary" isBusy={save.isBusy}>
              {t.actions.save}
            </Button>
          )}
          {allow.includes('DELETE') && (
            <DeleteButton
              path={path}
              query={{ force: true }}
              label={t.actions.deleteForever}
              list={['wp/v2/media', 'nestpress/v1/counts']}
              question={t.media.deleteQuestion({ name: titleOf(media) })}
              text={t.media.deleteText}
              onDone={onClose}
            />
          )}
        </div>
      </form>
    </div>
  );
}

function MediaView({ media }: { media: Media }) {
  const [type] = media.mime_type.split('/');
  if (type === 'image') return <img class="media-view" src={thumbnailUrl(media, 'large')} alt={media.alt_text} />;
  if (type === 'audio') return <audio class="media-view" controls src={media.source_url} aria-label={titleOf(media)} />;
  if (type === 'video') return <video class="media-view" controls src={media.source_url} aria-label={titleOf(media)} />;
  return (
    <a class="button" href={media.source_url} target="_blank" rel="noopener">
      {t.media.open}
    </a>
  );
}

function Facts({ media }: { media: Media }) {
  const { media_details: details } = media;
  const sizes = Object.entries(details.sizes ?? {});
  return (
    <dl class="facts">
      <dt>{t.media.uploaded}</dt>
      <dd>{formatDateTime(media.date)}</dd>
      <dt>{t.media.type}</dt>
      <dd>{media.mime_type}</dd>
      {details.width ? (
        <>
          <dt>{t.media.dimensions}</dt>
          <dd>
            {details.width} × {details.height}
          </dd>
        </>
      ) : null}
      {details.filesize ? (
        <>
          <dt>{t.media.fileSize}</dt>
          <dd>{formatBytes(details.filesize)}</dd>
        </>
      ) : null}
      {sizes.length > 0 && (
        <>
          <dt>{t.media.sizes}</dt>
          <dd>
            {sizes.map(([name, size]) => (
              <div key={name}>
                <a href={size.source_url} target="_blank" rel="noopener">
                  {name}
                </a>{' '}
                {size.width} × {size.height}
              </div>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function UsedIn({ id }: { id: number }) {
  const { data } = useGet<Usage[]>(`nestpress/v1/media/${id}/usage`);
  const types = useSections(session.get()?.user_id)?.types ?? [];
  if (!data) return null;
  const editorOf = ({ id: entry, type, edit }: Usage) => {
    const found = edit ? types.find(({ slug }) => slug === type) : undefined;
    return found && `${found.to}/${entry}`;
  };
  return (
    <section>
      <h3>{t.media.usedIn}</h3>
      {data.data.length === 0 ? (
        <p class="muted">{t.media.notUsed}</p>
      ) : (
        <ul class="simple-list">
          {data.data.map((usage) => (
            <li key={`${usage.id} ${usage.as}`}>
              <span class="grow">
                {editorOf(usage) ? (
                  <Link to={editorOf(usage)!}>{usage.title || t.entries.untitled}</Link>
                ) : (
                  <a href={usage.link} target="_blank" rel="noopener">
                    {usage.title || t.entries.untitled}
                  </a>
                )}
              </span>
              <span class="muted small">{t.media.usedAs[usage.as]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
