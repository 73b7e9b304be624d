import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts';
import { Button } from './controls';
import { toast } from './toasts';

const SHOWN_MS = 2000;

/** Browsers offer the clipboard only to secure origins; elsewhere the text has to be selected by hand. */
export function CopyButton({ text }: { text: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      toast.error(t.errors.clipboard);
    }
  };
  return (
    <Button small icon={isDone ? 'check' : 'copy'} onClick={() => void copy()}>
      {isDone ? t.actions.copied : t.actions.copy}
    </Button>
  );
}
