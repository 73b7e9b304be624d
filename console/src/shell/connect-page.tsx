import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts';
import { messageOf, post } from '../lib/api';
import { useAction, useGet } from '../lib/queries';
import { session } from '../lib/session';
import { Button, Checkbox } from '../ui/controls';
import { Loading, Note, useTitle } from '../ui/layout';
import { BrandMark } from './brand';

const PATH = 'nestpress/v1/mcp/authorization';

interface Authorization {
  client: string;
  registered_itself: boolean;
  returns_to: string;
  can_write: boolean;
  redirect_to: string | null;
}

/** Asks the user whether an agent may act in their name, with the parameters of OAuth 2.1. */
export function ConnectPage({ query }: { query: URLSearchParams }) {
  useTitle(t.connect.title);
  const request = Object.fromEntries(query);
  const authorization = useGet<Authorization>(PATH, request, { isFresh: true });
  const redirect = authorization.data?.data.redirect_to;
  useEffect(() => {
    if (typeof redirect === 'string') window.location.replace(redirect);
  }, [redirect]);
  return (
    <main class="gate" id="main">
      <div class="card stack sign-in">
        <BrandMark />
        <h1>{t.connect.title}</h1>
        {authorization.error && <Note kind="warning">{messageOf(authorization.error)}</Note>}
        {authorization.data && redirect === null && (
          <Question request={request} authorization={authorization.data.data} />
        )}
        {authorization.isPending && <Loading />}
      </div>
    </main>
  );
}

interface QuestionProps {
  request: Readonly<Record<string, string>>;
  authorization: Authorization;
}

function Question({ request, authorization }: QuestionProps) {
  const { client: agent, registered_itself: isSelfNamed, returns_to: address, can_write: canWrite } = authorization;
  const [isReadOnly, setReadOnly] = useState(false);
  const { site } = session.get()!;
  const answer = useAction(async (approve: boolean) => {
    const { data } = await post<Authorization>(PATH, { ...request, approve, read_only: isReadOnly });
    if (data.redirect_to !== null) window.location.href = data.redirect_to;
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void answer.run(true);
      }}
    >
      <p>{t.connect.question({ agent, site: site.name })}</p>
      {isSelfNamed && <Note kind="warning">{t.connect.selfNamed}</Note>}
      <p>{canWrite && !isReadOnly ? t.connect.writes : t.connect.reads}</p>
      {canWrite && <Checkbox label={t.appPasswords.readOnly} checked={isReadOnly} onChange={setReadOnly} />}
      <p class="muted small">
        {t.authorize.returns({ address })} {t.connect.profile}
      </p>
      <Button type="submit" kind="primary" isBusy={answer.isBusy}>
        {t.connect.approve}
      </Button>
      <Button onClick={() => void answer.run(false)}>{t.connect.refuse}</Button>
    </form>
  );
}
