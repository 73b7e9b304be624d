import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { ApiError, post } from '../../lib/api';
import { editableText } from '../../lib/html';
import { invalidate, useAction, useGet } from '../../lib/queries';
import { useLeaveGuard, useRenamePage } from '../../lib/router';
import { type PageProps } from '../../shell/page-props';
import { Button, Checkbox, TextArea, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { Icon } from '../../ui/icons';
import { Card, Note, Page, Ready } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { FormBuilder } from './form-builder';
import { FORMS_PATH, shortcodeOf } from './forms-page';

type Mail = Record<string, unknown>;

interface FormProperties {
  form: string;
  mail: Mail;
  mail_2: Mail;
  messages: Record<string, string>;
  additional_settings: string | null;
}

interface Form {
  id: number | null;
  title: string;
  properties: FormProperties;
}

interface ConfigError {
  where: string;
  message: string;
}

export function FormEditorPage({ id }: PageProps) {
  const isNew = id === 'new';
  const query = useGet<Form>(isNew ? undefined : `${FORMS_PATH}/${id}`, {}, { isFresh: true });
  // A create request without `context: save` stores nothing and returns the default form.
  const [template, setTemplate] = useState<{ data: Form }>();
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    if (isNew)
      post<Form>(FORMS_PATH, { title: '' }).then(({ data }) => setTemplate({ data: withPlainMail(data) }), setError);
  }, []);
  const source = isNew ? { data: template, error, refetch: () => window.location.reload() } : query;
  return (
    <Ready query={source as { data: { data: Form } | undefined; error: Error | null; refetch(): unknown }}>
      {({ data }) => <FormEditor form={isNew ? { ...data, id: null, title: '' } : data} />}
    </Ready>
  );
}

/** The site's title is stored as HTML, and mail is plain text. */
function withPlainMail(form: Form): Form {
  const plain = (mail: Mail): Mail =>
    Object.fromEntries(
      Object.entries(mail).map(([name, value]) => [name, typeof value === 'string' ? editableText(value) : value]),
    );
  const { mail, mail_2: second } = form.properties;
  return { ...form, properties: { ...form.properties, mail: plain(mail), mail_2: plain(second) } };
}

const MAIL_FIELDS = ['recipient', 'sender', 'subject', 'additional_headers', 'body', 'attachments'] as const;

function FormEditor({ form }: { form: Form }) {
  const [saved, setSaved] = useState({ id: form.id, title: form.title });
  const renamePage = useRenamePage();
  const [title, setTitle] = useState(form.title);
  const [properties, setProperties] = useState(form.properties);
  const [errors, setErrors] = useState<readonly ConfigError[]>([]);
  const [mode, setMode] = useState<'fields' | 'text'>('fields');
  // How many changes were made, and how many of them are saved.
  const changes = useRef({ made: 0, saved: 0 });
  const set = (changed: Partial<FormProperties>) => {
    changes.current.made++;
    setProperties({ ...properties, ...changed });
  };
  useLeaveGuard(
    useCallback(() => changes.current.made > changes.current.saved, []),
    t.forms.leave,
  );
  const save = useAction(async () => {
    const body = { context: 'save', title, ...properties, additional_settings: properties.additional_settings ?? '' };
    const { made } = changes.current;
    const { data } = await post<{ id: number; config_errors: Record<string, { message: string }[]> | [] }>(
      saved.id === null ? FORMS_PATH : `${FORMS_PATH}/${saved.id}`,
      body,
    );
    changes.current.saved = made;
    invalidate(FORMS_PATH);
    setErrors(readConfigErrors(data.config_errors));
    toast.info(t.editor.saved);
    if (saved.id === null) renamePage(`forms/${data.id}`);
    setSaved({ id: data.id, title });
  });
  return (
    <Page
      title={saved.id === null ? t.forms.add : saved.title}
      actions={
        <Button kind="primary" isBusy={save.isBusy} disabled={title.trim() === ''} onClick={() => void save.run()}>
          {t.actions.save}
        </Button>
      }
    >
      <div class="form-editor">
        <div class="stack">
          {saved.id !== null && (
            <Note actions={<CopyButton text={shortcodeOf(saved)} />}>
              <p>{t.forms.shortcodeHelp}</p>
              <code class="secret">{shortcodeOf(saved)}</code>
            </Note>
          )}
          <Card
            title={t.forms.template}
            actions={
              <div class="segmented" role="group" aria-label={t.editor.mode}>
                {(['fields', 'text'] as const).map((key) => (
                  <button key={key} type="button" aria-pressed={mode === key} onClick={() => setMode(key)}>
                    {t.forms.modes[key]}
                  </button>
                ))}
              </div>
            }
          >
            <div class="stack">
              <TextField
                label={t.entries.columns.title}
                value={title}
                onChange={(value) => {
                  changes.current.made++;
                  setTitle(value);
                }}
                input={{ required: true, autofocus: form.id === null }}
              />
              {mode === 'fields' ? (
                <FormBuilder template={properties.form} onChange={(form) => set({ form })} />
              ) : (
                <TextArea
                  label={t.forms.template}
                  help={t.forms.templateHelp}
                  isCode
                  rows={16}
                  value={properties.form}
                  onChange={(text) => set({ form: text })}
                />
              )}
            </div>
          </Card>
          <MailCard title={t.forms.mail} mail={properties.mail} onChange={(mail) => set({ mail })} />
          <MailCard
            title={t.forms.mail2}
            isOptional
            mail={properties.mail_2}
            onChange={(mail) => set({ mail_2: mail })}
          />
          <Card title={t.forms.messages}>
            <div class="stack">
              {Object.entries(properties.messages).map(([key, text]) => (
                <TextField
                  key={key}
                  label={labelFor(t.forms.messageLabels, key) ?? key.replaceAll('_', ' ')}
                  value={text}
                  onChange={(value) => set({ messages: { ...properties.messages, [key]: value } })}
                />
              ))}
              <TextArea
                label={t.forms.settings}
                help={t.forms.settingsHelp}
                isCode
                rows={3}
                value={properties.additional_settings ?? ''}
                onChange={(text) => set({ additional_settings: text })}
              />
            </div>
          </Card>
        </div>
        <LivePreview properties={properties} savedErrors={errors} />
      </div>
    </Page>
  );
}

function readConfigErrors(errors: Record<string, { message: string }[]> | []): ConfigError[] {
  return Object.entries(errors).flatMap(([where, list]) =>
    (list as { message: string }[]).map(({ message }) => ({ where, message })),
  );
}

interface MailProps {
  title: string;
  mail: Mail;
  isOptional?: boolean;
  onChange(mail: Mail): void;
}

function MailCard({ title, mail, isOptional, onChange }: MailProps) {
  const isActive = !isOptional || !!mail.active;
  return (
    <Card title={title}>
      <div class="stack">
        {isOptional && (
          <Checkbox label={t.forms.useMail2} checked={isActive} onChange={(active) => onChange({ ...mail, active })} />
        )}
        {isActive &&
          MAIL_FIELDS.map((name) => {
            const props = {
              label: t.forms.mailFields[name],
              value: String(mail[name] ?? ''),
              onChange: (value: string) => onChange({ ...mail, [name]: value }),
            };
            const isLong = name === 'body' || name === 'additional_headers';
            return isLong ? (
              <TextArea key={name} {...props} isCode rows={name === 'body' ? 8 : 2} />
            ) : (
              <TextField key={name} {...props} />
            );
          })}
        {isActive && (
          <Checkbox
            label={t.forms.html}
            checked={!!mail.use_html}
            onChange={(html) => onChange({ ...mail, use_html: html })}
          />
        )}
      </div>
    </Card>
  );
}

const PREVIEW_AFTER_MS = 500;
const PREVIEW_STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;margin:1rem;color:#1a2130;background:#fff}input,textarea,select{font:inherit;max-width:100%;padding:.4rem;border:1px solid #c5ccd8;border-radius:6px}textarea{width:100%}';

/** The form as visitors see it, and what is wrong with its configuration, shortly after each change. */
function LivePreview({ properties, savedErrors }: { properties: FormProperties; savedErrors: readonly ConfigError[] }) {
  const [preview, setPreview] = useState<{ html: string; errors: readonly ConfigError[] }>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => {
      post<{ html: string; errors: ConfigError[] }>('nestpress/v1/form-preview', {
        form: properties.form,
        mail: properties.mail,
        messages: properties.messages,
      }).then(
        ({ data }) => isLatest && setPreview(data),
        (error: unknown) => setMissing(error instanceof ApiError && error.status === 404),
      );
    }, PREVIEW_AFTER_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [properties]);
  const errors = preview?.errors ?? savedErrors;
  return (
    <div class="stack form-preview">
      {!isMissing && (
        <Card title={t.forms.preview}>
          <iframe
            class="form-frame"
            title={t.forms.preview}
            sandbox=""
            srcdoc={`<!doctype html><meta charset="utf-8"><style>${PREVIEW_STYLE}</style>${preview?.html ?? ''}`}
          />
        </Card>
      )}
      <Card title={t.forms.problems}>
        <div role="status">
          {errors.length === 0 ? (
            <p class="row muted">
              <Icon name="check" /> {t.forms.noProblems}
            </p>
          ) : (
            <ul class="stack">
              {errors.map(({ where, message }) => (
                <li key={`${where} ${message}`} class="row problem">
                  <Icon name="warning" />
                  <span>
                    <code>{where}</code> {message}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Card>
    </div>
  );
}
