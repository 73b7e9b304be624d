import { useRef, useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { Link, useRenamePage, useUnsaved } from '../../lib/router';
import { type PageProps } from '../../shell/page-props';
import { Button, type Option, Select, TextField } from '../../ui/controls';
import { Icon } from '../../ui/icons';
import { Card, Ready, useTitle } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { ContentEditor, type Mode } from '../editor/content-editor';
import { type Display, PATH, type Popup } from './popup';

type Values = Omit<Popup, 'id'>;

const NEW: Values = {
  title: '',
  content: '',
  status: 'publish',
  display: { where: 'everywhere', when: 'delay', after: 5, often: 'days', days: 7, audience: 'everyone' },
};

/** A popup, written as posts are. */
export function PopupPage({ id, sections }: PageProps) {
  const query = useGet<Popup>(id === 'new' ? undefined : `${PATH}/${id}`, { context: 'edit' }, { isFresh: true });
  if (id === 'new') return <PopupEditor popup={undefined} hasMedia={sections.media} />;
  return <Ready query={query}>{({ data }) => <PopupEditor popup={data} hasMedia={sections.media} />}</Ready>;
}

const optionsOf = (labels: Record<string, string>): Option[] => Object.entries(labels);

function PopupEditor({ popup, hasMedia }: { popup: Popup | undefined; hasMedia: boolean }) {
  const [id, setId] = useState(popup?.id);
  const renamePage = useRenamePage();
  const [saved, setSaved] = useState<Values>(popup ?? NEW);
  const [values, setValues] = useState(saved);
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useUnsaved(isDirty);
  useTitle(values.title || t.popups.add);
  const { title, content = '', status, display } = values;
  const show = (changes: Partial<Display>) => setValues({ ...values, display: { ...display, ...changes } });
  const form = useRef<HTMLFormElement>(null);
  const save = useAction(async () => {
    const { data } = await post<Popup>(id === undefined ? PATH : `${PATH}/${id}`, { title, content, status, display });
    setSaved(values);
    invalidate(PATH);
    toast.info(t.editor.saved);
    // What was typed while the request was under way stays on the page.
    if (id === undefined) renamePage(`popups/${data.id}`);
    setId(data.id);
  });
  const focus = useRef<(() => void) | undefined>(undefined);
  const chosenMode = useRef<Mode | undefined>(undefined);
  const number = (label: string, name: 'after' | 'days', limits: { min: number; max: number }) => (
    <TextField
      label={label}
      type="number"
      value={String(display[name])}
      input={{ required: true, step: 1, ...limits }}
      onChange={(value) => show({ [name]: Number(value) })}
    />
  );
  return (
    <form
      ref={form}
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <h1 class="visually-hidden">{id === undefined ? t.popups.add : t.actions.edit}</h1>
      <div class="editor-bar">
        <Link to="popups" class="button button-quiet" aria-label={t.popups.title}>
          <Icon name="chevronLeft" size={16} />
          <span class="wide-only">{t.popups.title}</span>
        </Link>
        <span class="editor-state" role="status">
          {isDirty ? t.editor.unsaved : id === undefined ? '' : t.editor.allSaved}
        </span>
        <Button type="submit" kind="primary" isBusy={save.isBusy} disabled={!isDirty}>
          {t.actions.save}
        </Button>
      </div>
      <div class="editor-columns">
        <div class="stack editor-main">
          <TextField
            label={t.entries.columns.title}
            value={title}
            onChange={(value) => setValues({ ...values, title: value })}
            input={{ required: true, autofocus: !popup }}
          />
          <ContentEditor
            value={content}
            onChange={(text) => setValues((before) => ({ ...before, content: text }))}
            onSave={() => form.current?.requestSubmit()}
            hasMedia={hasMedia}
            focus={focus}
            chosenMode={chosenMode}
          />
        </div>
        <div class="stack editor-side">
          <Card title={t.popups.display}>
            <div class="stack">
              <Select
                label={t.entries.columns.status}
                help={t.popups.statusHelp}
                value={status}
                options={['publish', 'draft'].map((key) => [key, labelFor(t.status, key)!])}
                onChange={(value) => setValues({ ...values, status: value })}
              />
              <Select
                label={t.popups.where}
                value={display.where}
                options={optionsOf(t.popups.places)}
                onChange={(where) => show({ where: where as Display['where'] })}
              />
              <Select
                label={t.popups.audience}
                value={display.audience}
                options={optionsOf(t.popups.audiences)}
                onChange={(audience) => show({ audience: audience as Display['audience'] })}
              />
              <Select
                label={t.popups.when}
                value={display.when}
                options={optionsOf(t.popups.moments)}
                onChange={(when) => show({ when: when as Display['when'] })}
              />
              {display.when === 'delay' && number(t.popups.seconds, 'after', { min: 0, max: 3600 })}
              {display.when === 'scroll' && number(t.popups.percent, 'after', { min: 0, max: 100 })}
              <Select
                label={t.popups.often}
                value={display.often}
                options={optionsOf(t.popups.frequencies)}
                onChange={(often) => show({ often: often as Display['often'] })}
              />
              {display.often === 'days' && number(t.popups.days, 'days', { min: 1, max: 365 })}
            </div>
          </Card>
        </div>
      </div>
    </form>
  );
}
