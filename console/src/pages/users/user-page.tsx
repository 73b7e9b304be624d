import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { type ApiResponse, del, post } from '../../lib/api';
import { invalidate, readAgain, useAction, useAllowed, useGet, useSchema } from '../../lib/queries';
import { navigate, useUnsaved } from '../../lib/router';
import { type User } from '../../lib/types';
import { type PageProps } from '../../shell/page-props';
import { addLanguage, LanguageSelect, refreshLanguage } from '../../ui/language-select';
import { Button, type Option, PasswordField, Select, TextArea, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { Card, Page, Ready } from '../../ui/layout';
import { useFieldErrors } from '../../fields/field-errors';
import { CustomFields } from '../../ui/custom-fields';
import { MetaCard } from '../../ui/meta-fields';
import { changedSince } from '../../ui/saved-form';
import { toast } from '../../ui/toasts';
import { AppTokens } from './app-tokens';
import { ApplicationPasswords } from './application-passwords';
import { changedMembers, customFieldsBody } from '../editor/values';
import { roleName, ROLES } from './roles';
import { IdentityLink, PasswordLink, SecondFactor, Sessions } from './sign-in-security';
import { UserPicture } from './user-picture';

export const UserPage = ({ id, userId, sections }: PageProps) => (
  <UserEditor id={Number(id)} isMe={Number(id) === userId} mayAssignRoles={sections.users && Number(id) !== userId} />
);
export const ProfilePage = ({ userId }: PageProps) => <UserEditor id={userId} isMe mayAssignRoles={false} />;

interface EditorProps {
  id: number;
  isMe: boolean;
  mayAssignRoles: boolean;
}

function UserEditor({ id, isMe, mayAssignRoles }: EditorProps) {
  const query = useGet<User>(`wp/v2/users/${id}`, { context: 'edit' });
  return (
    <Page title={isMe ? t.nav.profile : (query.data?.data.name ?? t.users.title)}>
      <Ready query={query}>
        {(response) => (
          <div class="stack narrow">
            <UserForm key={id} response={response} isMe={isMe} mayAssignRoles={mayAssignRoles} />
            <UserPicture user={id} />
            {!isMe && mayAssignRoles && <PasswordLink userId={id} />}
            <SecondFactor userId={id} isMe={isMe} />
            <IdentityLink userId={id} isMe={isMe} />
            <Sessions userId={id} />
            <ApplicationPasswords userId={id} />
            <AppTokens userId={id} />
            {!isMe && <DeleteUser user={response.data} />}
          </div>
        )}
      </Ready>
    </Page>
  );
}

interface FormProps {
  response: ApiResponse<User>;
  isMe: boolean;
  mayAssignRoles: boolean;
}

function UserForm({ response: { data: user }, isMe, mayAssignRoles }: FormProps) {
  const allow = useAllowed(`wp/v2/users/${user.id}`);
  const mayAddLanguages = useAllowed('wp/v2/settings')?.includes('POST') ?? false;
  const mayEdit = isMe || !!allow?.includes('POST');
  const [values, setValues] = useState<Partial<User> & { password?: string; acf?: Record<string, unknown> }>({});
  const current = { ...user, ...values };
  useUnsaved(Object.keys(values).length > 0);
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  const { errors, watch } = useFieldErrors();
  const fields = useFieldErrors('acf_form');
  const save = useAction(async () => {
    const { password, meta, acf = {}, ...rest } = values;
    if (mayAddLanguages && rest.locale) await addLanguage(rest.locale);
    const body = {
      ...rest,
      ...(password && { password }),
      ...(meta && { meta: changedMembers(meta, user.meta ?? {}) }),
      ...customFieldsBody(acf),
    };
    await watch(() => fields.watch(() => post(`wp/v2/users/${user.id}`, body)));
    await readAgain('wp/v2/users');
    setValues((now) => changedSince(now, values));
    toast.info(t.editor.saved);
    if (isMe && rest.locale !== undefined) await refreshLanguage();
  });
  const schema = useSchema('wp/v2/users');
  const roles: Option[] = [...new Set([...ROLES, ...(user.roles ?? [])])].map((name) => [name, roleName(name)]);
  const text = (name: 'first_name' | 'last_name' | 'nickname' | 'name', label: string) => (
    <TextField label={label} value={current[name] ?? ''} onChange={set(name)} />
  );
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <Card title={t.users.account}>
        <div class="two-columns">
          <TextField
            label={t.users.username}
            value={current.username ?? ''}
            onChange={() => undefined}
            help={t.users.usernameHelp}
            input={{ disabled: true }}
          />
          <TextField label={t.users.email} type="email" value={current.email ?? ''} onChange={set('email')} />
          {mayAssignRoles && (
            <Select
              label={t.users.role}
              value={current.roles?.[0] ?? ''}
              options={roles}
              onChange={(role) => setValues({ ...values, roles: [role] })}
            />
          )}
          <LanguageSelect
            label={t.users.language}
            help={t.users.languageHelp}
            value={current.locale ?? ''}
            first={['', t.users.siteLanguage]}
            mayAdd={mayAddLanguages}
            onChange={set('locale')}
          />
          <PasswordField
            label={t.users.newPassword}
            help={t.users.newPasswordHelp}
            value={values.password ?? ''}
            onChange={set('password')}
            input={{ autocomplete: 'new-password' }}
          />
        </div>
      </Card>
      <Card title={t.users.person}>
        <div class="stack">
          <div class="two-columns">
            {text('first_name', t.users.firstName)}
            {text('last_name', t.users.lastName)}
            {text('nickname', t.users.nickname)}
            {text('name', t.users.displayName)}
          </div>
          <TextField label={t.users.website} type="url" value={current.url ?? ''} onChange={set('url')} />
          <TextArea label={t.users.biography} value={current.description ?? ''} onChange={set('description')} />
        </div>
      </Card>
      <MetaCard
        members={schema?.meta?.properties}
        stored={user.meta}
        value={current.meta ?? {}}
        errors={errors}
        onChange={(meta) => setValues({ ...values, meta })}
      />
      {schema?.acf && (
        <CustomFields
          kind="user"
          route="wp/v2/users"
          id={user.id}
          changes={values.acf ?? {}}
          errors={fields.errors}
          onChange={(acf) => setValues({ ...values, acf })}
        />
      )}
      {mayEdit && (
        <div class="row">
          <Button type="submit" kind="primary" isBusy={save.isBusy} disabled={Object.keys(values).length === 0}>
            {t.actions.save}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Deleting asks who gets the user's posts, as the API requires. */
function DeleteUser({ user }: { user: User }) {
  const allow = useAllowed(`wp/v2/users/${user.id}`);
  const [isAsking, setAsking] = useState(false);
  const [reassign, setReassign] = useState('');
  const others = useGet<User[]>(isAsking ? 'wp/v2/users' : undefined, {
    context: 'edit',
    per_page: 100,
    exclude: user.id,
  });
  const remove = useAction(async () => {
    await del(`wp/v2/users/${user.id}`, { force: true, reassign });
    invalidate('wp/v2/users', 'wp/v2/posts', 'wp/v2/pages');
    navigate('users', { force: true });
  });
  if (!allow?.includes('DELETE')) return null;
  return (
    <div class="row">
      <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
        {t.users.delete}
      </Button>
      {isAsking && (
        <Dialog
          title={t.users.deleteQuestion({ name: user.name })}
          size="small"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t.actions.cancel}</Button>
              <Button kind="danger" disabled={reassign === ''} isBusy={remove.isBusy} onClick={() => void remove.run()}>
                {t.actions.deleteForever}
              </Button>
            </>
          }
        >
          <Select
            label={t.users.reassign}
            help={t.users.reassignHelp}
            value={reassign}
            options={[
              ['', t.actions.choose],
              ...(others.data?.data ?? []).map(({ id, name }) => [String(id), name] as const),
            ]}
            onChange={setReassign}
          />
        </Dialog>
      )}
    </div>
  );
}
