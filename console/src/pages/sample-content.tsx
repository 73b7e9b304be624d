import { del } from '../lib/api';
import { invalidate, useAction, useGet } from '../lib/queries';
import { t } from '../texts';
import { Button } from '../ui/controls';
import { ask } from '../ui/dialog';
import { Note } from '../ui/layout';
import { toast } from '../ui/toasts';

const PATH = 'nestpress/v1/sample-content';

interface Sample {
  entries: number;
  comments: number;
}

/** Offers to delete what a new site was installed with, as long as there is some of it that nobody has changed. */
export function SampleContent() {
  const { data: sample } = useGet<Sample>(PATH, {}, { staleMs: 0, together: true }).data ?? {};
  const texts = t.home.sample;
  const remove = useAction(async () => {
    const question = { title: texts.question, text: texts.text({ ...sample! }), confirm: texts.delete };
    if (!(await ask({ ...question, isDangerous: true }))) return;
    await del(PATH);
    invalidate('nestpress/v1', 'wp/v2');
    toast.info(texts.deleted);
  });
  if (!sample || sample.entries === 0) return null;
  return (
    <Note
      actions={
        <Button small icon="trash" isBusy={remove.isBusy} onClick={() => void remove.run()}>
          {texts.delete}
        </Button>
      }
    >
      <p>{texts.note({ count: sample.entries })}</p>
    </Note>
  );
}
