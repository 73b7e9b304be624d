import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { useAction } from '../../lib/queries';
import { navigate } from '../../lib/router';
import { Button } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { Note } from '../../ui/layout';
import { type EntryLock } from './use-entry-lock';

/** Another user edits the entry, or has taken it over: asks once, and says so above the text from then on. */
export function LockDialog({ lock, to }: { lock: EntryLock; to: string }) {
  const [answered, setAnswered] = useState<string>();
  const take = useAction(lock.take);
  const { holder, wasTaken } = lock;
  if (!holder) return null;
  const key = `${holder.name} ${wasTaken}`;
  const takeOver = (
    <Button small={answered === key} kind="danger" isBusy={take.isBusy} onClick={() => void take.run()}>
      {wasTaken ? t.lock.takeBack : t.lock.take}
    </Button>
  );
  if (answered === key)
    return (
      <Note kind="warning" actions={takeOver}>
        {t.lock.note({ name: holder.name })}
      </Note>
    );
  return (
    <Dialog
      title={wasTaken ? t.lock.takenTitle({ name: holder.name }) : t.lock.title({ name: holder.name })}
      size="small"
      onClose={() => setAnswered(key)}
      footer={
        <>
          <Button autofocus onClick={() => navigate(to)}>
            {t.lock.leave}
          </Button>
          <Button onClick={() => setAnswered(key)}>{t.lock.look}</Button>
          {takeOver}
        </>
      }
    >
      <p>{wasTaken ? t.lock.takenText : t.lock.text({ name: holder.name })}</p>
    </Dialog>
  );
}
