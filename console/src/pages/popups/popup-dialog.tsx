import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { Button, type Option, Select, TextArea, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { Loading } from '../../ui/layout';
import { toVisual } from '../editor/markup';

export const PATH = 'nestpress/v1/popups';

interface Display {
  where: keyof typeof t.popups.places;
  when: keyof typeof t.popups.moments;
  /** Seconds or percent. */
  after: number;
  often: keyof typeof t.popups.frequencies;
  days: number;
  audience: keyof typeof t.popups.audiences;
}

export interface Popup {
  id: number;
  title: string;
  /** Only of a single popup, not in the list. */
  content?: string;
  status: string;
  display: Display;
}

const NEW: Omit<Popup, 'id'> = {
  title: '',
  content: '',
  status: 'publish',
  display: { where: 'everywhere', when: 'delay', after: 5, often: 'days', days: 7, audience: 'everyone' },
};

export function PopupDialog({ popup, onClose }: { popup: Popup | undefined; onClose(): void }) {
  const query = useGet<Popup>(popup && `${PATH}/${popup.id}`, { context: 'edit' }, { isFresh: true });
  if (popup && !query.data)
    return (
      <Dialog title={popup.title} size="wide" onClose={onClose}>
        <Loading />
      </Dialog>
    );
  return <PopupForm popup={query.data?.data} onClose={onClose} />;
}

const optionsOf = (labels: Record<string, string>): Option[] => Object.entries(labels);

function PopupForm({ popup, onClose }: { popup: Popup | undefined; onClose(): void }) {
  const [saved] = useState<Omit<Popup, 'id'>>(popup ?? NEW);
  const [values, setValues] = useState(saved);
  const leave = useUnsaved(JSON.stringify(values) !== JSON.stringify(saved), onClose);
  const { title, content = '', status, display } = values;
  const show = (changes: Partial<Display>) => setValues({ ...values, display: { ...display, ...changes } });
  const save = useAction(async () => {
    await post(popup ? `${PATH}/${popup.id}` : PATH, { title, content, status, display });
    invalidate(PATH);
    onClose();
  });
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
    <Dialog
      title={popup ? popup.title : t.popups.add}
      size="wide"
      onClose={leave}
      onSubmit={() => void save.run()}
      footer={
        <>
          <Button onClick={leave}>{t.actions.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={save.isBusy}>
            {t.actions.save}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t.entries.columns.title}
          value={title}
          onChange={(value) => setValues({ ...values, title: value })}
          input={{ required: true, autofocus: true }}
        />
        <div class="two-columns">
          <TextArea
            label={t.editor.content}
            help={t.popups.contentHelp}
            rows={8}
            value={content}
            onChange={(value) => setValues({ ...values, content: value })}
          />
          <div class="field">
            <strong>{t.popups.preview}</strong>
            <iframe class="popup-preview" title={t.popups.preview} sandbox="" srcdoc={previewOf(content)} />
          </div>
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
          {display.when === 'leave' && <span />}
          <Select
            label={t.popups.often}
            value={display.often}
            options={optionsOf(t.popups.frequencies)}
            onChange={(often) => show({ often: often as Display['often'] })}
          />
          {display.often === 'days' ? number(t.popups.days, 'days', { min: 1, max: 365 }) : <span />}
          <Select
            label={t.entries.columns.status}
            help={t.popups.statusHelp}
            value={status}
            options={['publish', 'draft'].map((key) => [key, labelFor(t.status, key)!])}
            onChange={(value) => setValues({ ...values, status: value })}
          />
        </div>
      </div>
    </Dialog>
  );
}

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;margin:1.25rem;color:#1b1e23;background:#fff}
img{max-width:100%;height:auto}a{color:#2f4fd0}`;

function previewOf(content: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${toVisual(content)}`;
}
