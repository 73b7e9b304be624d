import { post } from '../../lib/api';
import { invalidate, useAction, useAllowed, useGet } from '../../lib/queries';
import { t } from '../../texts';
import { Card } from '../../ui/layout';
import { toast } from '../../ui/toasts';
import { ImageField } from '../media/image-field';

/** The picture of an author on the pages of the site. It is saved when it is chosen. */
export function UserPicture({ user }: { user: number }) {
  const path = `nestpress/v1/users/${user}/picture`;
  const isThere = useAllowed(path)?.includes('POST');
  const stored = useGet<{ picture: number }>(isThere ? path : undefined).data?.data;
  const save = useAction(async (picture: number) => {
    await post(path, { picture });
    invalidate(path);
    toast.info(t.editor.saved);
  });
  if (!stored) return null;
  return (
    <Card title={t.users.picture}>
      <p class="help">{t.users.pictureHelp}</p>
      <ImageField title={t.users.picture} id={stored.picture} onChange={(id) => void save.run(id)} />
    </Card>
  );
}
