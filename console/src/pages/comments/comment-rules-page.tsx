import { t } from '../../texts';
import { useGet } from '../../lib/queries';
import { Checkbox, TextArea, TextField } from '../../ui/controls';
import { Card, Page, Ready } from '../../ui/layout';
import { SaveForm, useSavedForm } from '../../ui/saved-form';

const PATH = 'nestpress/v1/comment-rules';

interface Rules {
  require_name_email: boolean;
  comment_registration: boolean;
  close_comments_days_old: number;
  thread_comments_depth: number;
  comment_moderation: boolean;
  comment_previously_approved: boolean;
  comment_max_links: number;
  moderation_keys: string;
  disallowed_keys: string;
  comments_notify: boolean;
  moderation_notify: boolean;
}

type Named<T> = { [Name in keyof Rules]: Rules[Name] extends T ? Name : never }[keyof Rules];

/** Who may comment, and which comments wait for approval or go to the trash. */
export function CommentRulesPage() {
  const query = useGet<Rules>(PATH, {}, { staleMs: 0 });
  return (
    <Page title={t.commentRules.title} intro={t.commentRules.intro}>
      <Ready query={query}>{({ data }) => <RulesForm saved={data} />}</Ready>
    </Page>
  );
}

function RulesForm({ saved }: { saved: Rules }) {
  const form = useSavedForm(PATH, saved);
  const { values, set } = form;
  const { labels, help } = t.commentRules;
  const flag = (name: Named<boolean>) => (
    <Checkbox label={labels[name]} checked={values[name]} onChange={(isOn) => set({ [name]: isOn })} />
  );
  const count = (name: Named<number>, min: number, max: number) => (
    <TextField
      label={labels[name]}
      help={help[name]}
      type="number"
      value={String(values[name])}
      input={{ required: true, min, max, step: 1 }}
      onChange={(text) => set({ [name]: Number(text) })}
    />
  );
  const words = (name: Named<string>) => (
    <TextArea
      label={labels[name]}
      help={help[name]}
      rows={6}
      value={values[name]}
      onChange={(text) => set({ [name]: text })}
    />
  );
  return (
    <SaveForm form={form}>
      <Card title={t.commentRules.groups.who}>
        <div class="stack">
          {flag('require_name_email')}
          {flag('comment_registration')}
          {count('close_comments_days_old', 0, 36_500)}
          {count('thread_comments_depth', 1, 10)}
        </div>
      </Card>
      <Card title={t.commentRules.groups.approval}>
        <div class="stack">
          {flag('comment_moderation')}
          {flag('comment_previously_approved')}
          {count('comment_max_links', 0, 1000)}
          {words('moderation_keys')}
          {words('disallowed_keys')}
        </div>
      </Card>
      <Card title={t.commentRules.groups.mail}>
        <div class="stack">
          {flag('comments_notify')}
          {flag('moderation_notify')}
        </div>
      </Card>
    </SaveForm>
  );
}
