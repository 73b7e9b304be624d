import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { invalidate, useAction } from '../../lib/queries';
import { navigate, useUnsaved } from '../../lib/router';
import { session } from '../../lib/session';
import { type User } from '../../lib/types';
import { Button, type Option, PasswordField, Select, TextField } from '../../ui/controls';
import { CopyButton } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { toast } from '../../ui/toasts';
import { roleName, ROLES, suggestPassword } from './roles';
import { type AccessLink, PassOnLink } from './sign-in-security';

type How = 'mail' | 'link' | 'password';

/** Creates a user, who chooses a password by a link unless the requester chooses it. */
export function NewUser({ onClose }: { onClose(): void }) {
  const sendsMail = session.get()?.features.mail ?? false;
  const [how, setHow] = useState<How>(sendsMail ? 'mail' : 'link');
  const [link, setLink] = useState<AccessLink>();
  const [values, setValues] = useState({
    username: '',
    email: '',
    name: '',
    role: 'author',
    password: suggestPassword(),
  });
  const isDirty = link === undefined && (values.username + values.email + values.name).trim() !== '';
  const leave = useUnsaved(isDirty, onClose);
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  const create = useAction(async () => {
    const { role, name, ...rest } = values;
    const { data } = await post<User>('wp/v2/users', { ...rest, ...(name && { name }), roles: [role] });
    invalidate('wp/v2/users');
    if (how === 'password') {
      onClose();
      navigate(`users/${data.id}`, { force: true });
      return;
    }
    const path = `nestpress/v1/users/${data.id}/access-links`;
    const { data: made } = await post<AccessLink>(path, { kind: 'invitation', send: how === 'mail' });
    if (made.url !== null) {
      setLink(made);
      return;
    }
    toast.info(t.invite.sent({ email: values.email }));
    onClose();
  });
  if (link)
    return (
      <Dialog
        title={t.invite.linkTitle}
        onClose={onClose}
        footer={
          <Button kind="primary" onClick={onClose}>
            {t.invite.done}
          </Button>
        }
      >
        <PassOnLink link={link} />
      </Dialog>
    );
  const ways: Option[] = [
    ...(sendsMail ? ([['mail', t.invite.byMail]] as const) : []),
    ['link', t.invite.byLink],
    ['password', t.invite.byPassword],
  ];
  return (
    <Dialog
      title={t.users.add}
      onClose={leave}
      onSubmit={() => void create.run()}
      footer={
        <>
          <Button onClick={leave}>{t.actions.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={create.isBusy}>
            {t.actions.create}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t.users.username}
          value={values.username}
          onChange={set('username')}
          input={{ required: true, autocomplete: 'off', autocapitalize: 'none', autofocus: true }}
        />
        <TextField
          label={t.users.email}
          type="email"
          value={values.email}
          onChange={set('email')}
          input={{ required: true }}
        />
        <TextField label={t.users.displayName} value={values.name} onChange={set('name')} />
        <Select
          label={t.users.role}
          value={values.role}
          options={ROLES.map((name) => [name, roleName(name)])}
          onChange={set('role')}
        />
        <Select label={t.invite.how} value={how} options={ways} onChange={(value) => setHow(value as How)} />
        {how === 'password' && (
          <>
            <PasswordField
              label={t.signIn.password}
              help={t.users.passwordHelp}
              value={values.password}
              onChange={set('password')}
              input={{ required: true, autocomplete: 'new-password' }}
            />
            <div class="row">
              <CopyButton text={values.password} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
