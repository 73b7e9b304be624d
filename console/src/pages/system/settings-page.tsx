import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { post } from '../../lib/api';
import { weekdays } from '../../lib/dates';
import { readAgain, useAction, useAllowed, useGet } from '../../lib/queries';
import { useUnsaved } from '../../lib/router';
import { session, type SettingGroup } from '../../lib/session';
import { type Term } from '../../lib/types';
import { Checkbox, type Option, Select, TextField } from '../../ui/controls';
import { addLanguage, LanguageSelect, refreshLanguage } from '../../ui/language-select';
import { Card, Page, Ready } from '../../ui/layout';
import { changedSince, SaveForm } from '../../ui/saved-form';
import { toast } from '../../ui/toasts';
import { DateFormat, isFormat } from './date-format';
import { SITE_OPTIONS, SiteOptionsCards, type SiteOptions, useSiteOptions } from './site-options';
import { PUBLIC_SITE, type PublicSite, PublicSiteCard, usePublicSite } from './public-site-card';

type Value = string | number | boolean | null;
type Settings = Record<string, Value>;

const GROUPS: readonly { title: string; names: readonly string[] }[] = [
  { title: t.settings.groups.general, names: ['title', 'description', 'url', 'email', 'language'] },
  { title: t.settings.groups.time, names: ['timezone', 'date_format', 'time_format', 'start_of_week'] },
  {
    title: t.settings.groups.writing,
    names: ['default_category', 'default_post_format', 'posts_per_page', 'use_smilies'],
  },
  { title: t.settings.groups.discussion, names: ['default_comment_status', 'default_ping_status'] },
];

/** The site's settings, as many as the API has. */
export function SettingsPage() {
  const query = useGet<Settings>('wp/v2/settings', {}, { staleMs: 0 });
  return (
    <Page title={t.settings.title}>
      <Ready query={query}>{({ data }) => <SettingsForm saved={data} />}</Ready>
    </Page>
  );
}

function SettingsForm({ saved }: { saved: Settings }) {
  const [changes, setChanges] = useState<Settings>({});
  const publicSite = usePublicSite();
  const [publicChanges, setPublicChanges] = useState<Partial<PublicSite>>({});
  const siteOptions = useSiteOptions();
  const [optionChanges, setOptionChanges] = useState<SiteOptions>({});
  const mayWrite = useAllowed('wp/v2/settings')?.includes('POST');
  const save = useAction(async () => {
    if (changes.language) await addLanguage(String(changes.language));
    if (hasChanges(changes)) await post('wp/v2/settings', changes);
    await readAgain('wp/v2/settings');
    setChanges((now) => changedSince(now, changes));
    if (hasChanges(publicChanges)) await post(PUBLIC_SITE, publicChanges);
    await readAgain(PUBLIC_SITE);
    setPublicChanges((now) => changedSince(now, publicChanges));
    if (hasChanges(optionChanges)) await post(SITE_OPTIONS, optionChanges);
    await readAgain(SITE_OPTIONS);
    setOptionChanges((now) => changedSince(now, optionChanges));
    toast.info(t.editor.saved);
    await refreshLanguage();
  });
  const values = { ...saved, ...changes };
  const isDirty = [changes, publicChanges, optionChanges].some(hasChanges);
  useUnsaved(isDirty);
  return (
    <SaveForm form={{ isDirty, isBusy: save.isBusy, save: () => void save.run() }} mayWrite={mayWrite === true}>
      {GROUPS.map(({ title, names }) => (
        <Card key={title} title={title}>
          <div class="stack">
            {names
              .filter((name) => name in saved)
              .map((name) => (
                <Setting
                  key={name}
                  name={name}
                  value={values[name] ?? null}
                  onChange={(value) => setChanges({ ...changes, [name]: value })}
                />
              ))}
          </div>
        </Card>
      ))}
      {(session.get()?.settings ?? []).map(({ title, settings }) => (
        <Card key={title} title={title}>
          <div class="stack">
            {settings
              .filter(({ name }) => name in saved)
              .map((setting) => (
                <ModuleSetting
                  key={setting.name}
                  setting={setting}
                  value={values[setting.name] ?? null}
                  onChange={(value) => setChanges({ ...changes, [setting.name]: value })}
                />
              ))}
          </div>
        </Card>
      ))}
      {publicSite && (
        <PublicSiteCard
          values={{ ...publicSite, ...publicChanges }}
          change={(more) => setPublicChanges({ ...publicChanges, ...more })}
        />
      )}
      {siteOptions && (
        <SiteOptionsCards
          values={{ ...siteOptions, ...optionChanges }}
          change={(more) => setOptionChanges({ ...optionChanges, ...more })}
        />
      )}
    </SaveForm>
  );
}

const hasChanges = (changes: object) => Object.keys(changes).length > 0;

interface SettingProps {
  name: string;
  value: Value;
  onChange(value: Value): void;
}

interface ModuleSettingProps extends Omit<SettingProps, 'name'> {
  setting: SettingGroup['settings'][number];
}

/** A setting that a module declares. Lists and objects have no editor here. */
function ModuleSetting({ setting, value, onChange }: ModuleSettingProps) {
  const { label, help, type, options } = setting;
  if (type === 'boolean') return <Checkbox label={label} checked={value === true} onChange={onChange} />;
  const isNumber = type === 'number' || type === 'integer';
  const convert = (text: string): Value => (isNumber ? Number(text) : text);
  if (options) {
    const choices = options.map((option): Option => [String(option), String(option)]);
    return (
      <Select
        label={label}
        help={help}
        value={String(value ?? '')}
        options={choices}
        onChange={(text) => onChange(convert(text))}
      />
    );
  }
  if (type === 'array' || type === 'object') return null;
  return (
    <TextField
      label={label}
      help={help}
      type={isNumber ? 'number' : 'text'}
      value={String(value ?? '')}
      onChange={(text) => onChange(convert(text))}
    />
  );
}

const OPEN: readonly Option[] = [
  ['open', t.settings.open],
  ['closed', t.settings.closed],
];

function Setting({ name, value, onChange }: SettingProps) {
  const label = labelFor(t.settings.labels, name) ?? name;
  const help = labelFor(t.settings.help, name);
  const categories = useGet<Term[]>(name === 'default_category' ? 'wp/v2/categories' : undefined, { per_page: 100 });
  const select = (options: readonly Option[], convert: (text: string) => Value = String) => (
    <Select
      label={label}
      help={help}
      value={String(value ?? '')}
      options={options}
      onChange={(next) => onChange(convert(next))}
    />
  );
  if (typeof value === 'boolean') return <Checkbox label={label} checked={value} onChange={onChange} />;
  if (name === 'default_comment_status' || name === 'default_ping_status') return select(OPEN);
  if (name === 'start_of_week')
    return select(
      weekdays().map((day, index) => [String(index), day]),
      Number,
    );
  if (name === 'default_category') {
    return select(
      (categories.data?.data ?? []).map(({ id, name: title }) => [String(id), title]),
      Number,
    );
  }
  if (name === 'default_post_format') {
    return select([['0', t.editor.formats.standard!], ...Object.entries(t.editor.formats).slice(1)]);
  }
  if (name === 'language')
    return <LanguageSelect label={label} help={help} value={String(value) || 'en_US'} mayAdd onChange={onChange} />;
  if (name === 'timezone')
    return select([['', 'UTC'], ...zones(String(value ?? '')).map((zone): Option => [zone, zone])]);
  if (isFormat(name))
    return <DateFormat name={name} label={label} help={help} value={String(value ?? '')} onChange={onChange} />;
  const isNumber = typeof value === 'number';
  return (
    <TextField
      label={label}
      help={help}
      type={isNumber ? 'number' : name === 'email' ? 'email' : 'text'}
      value={String(value ?? '')}
      onChange={(text) => onChange(isNumber ? Number(text) : text)}
    />
  );
}

function zones(current: string): string[] {
  const all = Intl.supportedValuesOf('timeZone');
  return current === '' || all.includes(current) ? all : [current, ...all];
}
