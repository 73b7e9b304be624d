import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { asSingular } from '../../lib/content-types';
import { ApiError, type ApiResponse } from '../../lib/api';
import { blockEditorUrl } from '../../lib/block-editor';
import { formatAgo } from '../../lib/dates';
import { mayAct, useMe } from '../../lib/permissions';
import { useGet } from '../../lib/queries';
import { useLeaveGuard } from '../../lib/router';
import { type Entry } from '../../lib/types';
import { type EntryPageProps } from '../../shell/page-props';
import { Button, insertText, TextArea } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { Card, ErrorNote, Loading, Note, useTitle } from '../../ui/layout';
import { CustomFields } from '../../ui/custom-fields';
import { MetaCard } from '../../ui/meta-fields';
import { NotFound } from '../../ui/not-found';
import { ConflictDialog } from './conflict-dialog';
import { ContentEditor, type Mode } from './content-editor';
import { EditorBar } from './editor-bar';
import { ExtensionPanels } from './extension-panels';
import { GoneNote } from './gone-note';
import { draftKey, findOrphan, type LocalDraft, newDraftKey, readDraft } from './local-drafts';
import { LockDialog } from './lock-dialog';
import { PublishPanel } from './publish-panel';
import { LanguagePanel } from './language-panel';
import { SearchPanel } from './search-panel';
import { AttributesPanel, DiscussionPanel, FeaturedImagePanel, MorePanel, TermsPanel } from './side-panels';
import { type EntryEditor, useEntryEditor } from './use-entry-editor';
import { useEntryLock } from './use-entry-lock';

interface Loaded {
  key: string;
  restored: LocalDraft | undefined;
}

/** Loads the entry and what was typed but not saved, then opens the editor. */
export function EditorPage(props: EntryPageProps) {
  const { type, userId, id } = props;
  const isNew = id === 'new';
  const query = useGet<Entry>(isNew ? undefined : `${type.route}/${id}`, { context: 'edit' }, { staleMs: 0 });
  const [local, setLocal] = useState<Loaded>();
  const [saved, setSaved] = useState<ApiResponse<Entry>>();
  useEffect(() => {
    const open = (key: string) => setLocal({ key, restored: readDraft(key) });
    if (!isNew) open(draftKey(userId, type.to, id));
    else void findOrphan(userId, type.to).then((orphan) => open(orphan ?? newDraftKey(userId, type.to)));
  }, []);
  useEffect(() => {
    // A cached version may be outdated: wait for the one that is read now. Later ones do not replace it.
    if (query.data && !query.isFetching) setSaved((before) => before ?? query.data);
  }, [query.data, query.isFetching]);
  // Once it is open, the editor stays: the entry may be read again without success.
  if (!saved && query.error instanceof ApiError && query.error.status === 404) return <NotFound />;
  if (!saved && query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  if (!local || (!isNew && !saved)) return <Loading />;
  // Changes that this browser holds were made in the console's own editor.
  const blockEditor = local.restored ? undefined : blockEditorUrl(type, saved?.data);
  if (blockEditor) return <Elsewhere url={blockEditor} />;
  return <Editor {...props} local={local} saved={saved} />;
}

/** Leaves for another page, which takes this one's place in the browser's history. */
function Elsewhere({ url }: { url: URL }) {
  useEffect(() => window.location.replace(url), []);
  return <Loading />;
}

interface EditorProps extends EntryPageProps {
  local: Loaded;
  saved: ApiResponse<Entry> | undefined;
}

function Editor({ type, userId, sections, local, saved }: EditorProps) {
  const editor = useEntryEditor({ type, userId, saved, key: local.key, restored: local.restored });
  const { values, change, entry } = editor;
  const lock = useEntryLock(entry?.id);
  const me = useMe();
  const [isRestored, setRestored] = useState(() => editor.isDirty);
  const isDirty = useRef(false);
  isDirty.current = editor.isDirty;
  useLeaveGuard(
    useCallback(() => isDirty.current, []),
    t.editor.leave,
  );
  useTitle(values.title || t.entries.add(asSingular(type)));
  useSaveShortcut(editor);
  // Also of an entry that was new when the editor was opened.
  const current = useGet<Entry>(entry && `${type.route}/${entry.id}`, { context: 'edit' });
  const newest = current.data;
  useEffect(() => {
    if (newest && !editor.isSaving) editor.follow(newest);
  }, [newest]);
  useEffect(() => {
    if (!editor.isDirty) setRestored(false);
  }, [editor.isDirty]);
  const chosenMode = useRef<Mode | undefined>(undefined);
  const focusContent = useRef<(() => void) | undefined>(undefined);
  return (
    <div class="editor">
      <h1 class="visually-hidden">{entry ? t.actions.edit : t.entries.add(asSingular(type))}</h1>
      <EditorBar editor={editor} mayPublish={mayAct('publish', type, entry, me)} />
      <div class="editor-columns">
        <div class="stack editor-main">
          {isRestored && (
            <Note
              actions={
                <Button small onClick={() => (editor.discard(), setRestored(false))}>
                  {t.editor.discard}
                </Button>
              }
            >
              {t.editor.restored({ ago: formatAgo(new Date(local.restored?.at ?? 0).toISOString()) })}
            </Note>
          )}
          <LockDialog lock={lock} to={type.to} />
          <GoneNote editor={editor} current={current} />
          {saved && !local.restored && <AutosaveNote editor={editor} />}
          {type.members.title && (
            <TitleInput
              value={values.title}
              autofocus={!entry}
              onChange={(title) => change({ title })}
              onLeave={type.members.content && (() => focusContent.current?.())}
            />
          )}
          {entry?.link && (
            <p class="permalink small">
              <span class="muted">{t.editor.permalink}</span> <a href={entry.link}>{entry.link}</a>
              <CopyButton text={entry.link} />
            </p>
          )}
          {type.members.content && (
            <ContentEditor
              key={editor.contentVersion}
              value={values.content}
              onChange={(content) => change({ content })}
              onSave={() => void editor.save()}
              hasMedia={sections.media}
              focus={focusContent}
              chosenMode={chosenMode}
            />
          )}
          <MetaCard
            members={type.members.meta?.properties}
            stored={entry?.meta}
            value={values.meta}
            errors={editor.errors}
            onChange={(meta) => change({ meta })}
          />
          {type.members.acf && (
            <CustomFields
              key={`fields-${editor.contentVersion}`}
              kind="post"
              subtype={type.slug}
              route={type.route}
              id={entry?.id}
              place={{ template: values.template, parent: values.parent }}
              changes={values.acf}
              errors={editor.fieldErrors}
              onChange={(acf) => change({ acf })}
            />
          )}
          {type.members.excerpt && type.slug !== 'page' && (
            <Card>
              <TextArea
                label={t.editor.excerpt}
                help={t.editor.excerptHelp}
                rows={3}
                value={values.excerpt}
                onChange={(excerpt) => change({ excerpt })}
              />
            </Card>
          )}
        </div>
        <div class="stack editor-side">
          <PublishPanel editor={editor} me={me} />
          <TermsPanel editor={editor} me={me} />
          {type.members.featured_media && <FeaturedImagePanel editor={editor} me={me} hasMedia={sections.media} />}
          <AttributesPanel editor={editor} me={me} />
          {type.members.lang && <LanguagePanel editor={editor} />}
          {type.members.comment_status && <DiscussionPanel editor={editor} me={me} />}
          <SearchPanel editor={editor} hasMedia={sections.media} />
          <ExtensionPanels type={type} entry={entry} />
          <MorePanel editor={editor} />
        </div>
      </div>
      <ConflictDialog editor={editor} />
    </div>
  );
}

interface Autosave {
  id: number;
  date_gmt: string;
  title: string;
  content: string;
  excerpt: string;
}

/** Offers what was typed on another device and not saved. */
function AutosaveNote({ editor }: { editor: EntryEditor }) {
  const [isClosed, setClosed] = useState(false);
  const path = `nestpress/v1/entries/${editor.entry?.id}/autosaves`;
  const [autosave] = useGet<Autosave[]>(path, {}, { isFresh: true }).data?.data ?? [];
  const [first] = useState(editor.entry?.modified_gmt);
  const differs =
    autosave && (['title', 'content', 'excerpt'] as const).some((name) => autosave[name] !== editor.values[name]);
  if (isClosed || !differs || editor.isDirty || editor.entry?.modified_gmt !== first) return null;
  const { title, content, excerpt } = autosave;
  return (
    <Note
      actions={
        <>
          <Button small onClick={() => (editor.restore({ title, content, excerpt }), setClosed(true))}>
            {t.actions.restore}
          </Button>
          <Button small kind="quiet" onClick={() => setClosed(true)}>
            {t.actions.dismiss}
          </Button>
        </>
      }
    >
      {t.editor.autosaveFound({ ago: formatAgo(autosave.date_gmt) })}
    </Note>
  );
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

/** One line of text that wraps: a long title is visible as a whole on a narrow screen. */
function TitleInput(props: {
  value: string;
  autofocus: boolean;
  onChange(title: string): void;
  /** Moves the cursor into the content: Enter and Tab lead there, as they do in a document. */
  onLeave: (() => void) | undefined;
}) {
  const { value, autofocus, onChange, onLeave } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  // The attribute has an effect only once per document.
  useEffect(() => {
    if (autofocus) box.current?.focus();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const fit = () => {
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight}px`;
    };
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [value]);
  return (
    <textarea
      ref={box}
      class="title-input"
      dir="auto"
      rows={1}
      aria-label={t.entries.columns.title}
      placeholder={t.editor.titlePlaceholder}
      value={value}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
        const isLeaving = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
        if (!onLeave || !isLeaving || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onLeave();
      }}
      onPaste={(event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!text.includes('\n')) return;
        event.preventDefault();
        insertText(event.currentTarget, oneLine(text).trim());
      }}
      onInput={(event) => onChange(oneLine(event.currentTarget.value))}
    />
  );
}

function useSaveShortcut(editor: EntryEditor): void {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) void latest.current.save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
