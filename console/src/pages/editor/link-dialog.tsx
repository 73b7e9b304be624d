import { useEffect, useState } from 'preact/hooks';
import { t } from '../../texts';
import { useGet } from '../../lib/queries';
import { type Entry } from '../../lib/types';
import { Button, Checkbox, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { titleOf } from '../entries/entry-texts';

export interface LinkValues {
  href: string;
  text: string;
  isNewTab: boolean;
}

interface LinkDialogProps {
  value: LinkValues;
  /** Whether text is selected, which becomes the link as it is. */
  hasSelection: boolean;
  onSave(value: LinkValues): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

const FOUND = 5;
const isAddress = (text: string) => /^([a-z][a-z0-9+.-]*:|\/|#|\?|www\.)/i.test(text.trim());

/** `www.example.org` and `someone@example.org` as they were meant. */
function addressOf(text: string): string {
  const trimmed = text.trim();
  if (/^[^\s/:]+@[^\s/:]+\.[^\s/:]+$/.test(trimmed)) return `mailto:${trimmed}`;
  return isAddress(trimmed) && !/^www\./i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** Asks for the target of a link: an address, or a post or page of the site that is found by its words. */
export function LinkDialog({ value, hasSelection, onSave, onDelete, onClose }: LinkDialogProps) {
  const [link, setLink] = useState(value);
  const found = useFound(link.href);
  const choose = (entry: Entry) =>
    setLink({ ...link, href: entry.link, text: link.text || (hasSelection ? '' : titleOf(entry)) });
  return (
    <Dialog
      title={t.editor.link.title}
      onClose={onClose}
      onSubmit={() => link.href.trim() !== '' && onSave({ ...link, href: addressOf(link.href) })}
      footer={
        <>
          {onDelete && (
            <Button kind="danger" onClick={onDelete}>
              {t.editor.link.delete}
            </Button>
          )}
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button kind="primary" type="submit" disabled={link.href.trim() === ''}>
            {t.actions.apply}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t.editor.link.target}
          help={t.editor.link.targetHelp}
          value={link.href}
          input={{ autofocus: true, autocomplete: 'off', spellcheck: false }}
          onChange={(href) => setLink({ ...link, href })}
        />
        {found.length > 0 && (
          <ul class="found-entries" aria-label={t.editor.link.found}>
            {found.map((entry) => (
              <li key={entry.id}>
                <button type="button" aria-pressed={entry.link === link.href} onClick={() => choose(entry)}>
                  <span>{titleOf(entry)}</span>
                  <span class="muted small">{new URL(entry.link, window.location.href).pathname}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {!hasSelection && (
          <TextField label={t.editor.link.text} value={link.text} onChange={(text) => setLink({ ...link, text })} />
        )}
        <Checkbox
          label={t.editor.link.newTab}
          checked={link.isNewTab}
          onChange={(isNewTab) => setLink({ ...link, isNewTab })}
        />
      </div>
    </Dialog>
  );
}

/** Published posts and pages that contain these words; none while an address is typed. */
function useFound(text: string): Entry[] {
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(isAddress(text) ? '' : text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);
  const query = { search: words, per_page: FOUND, _fields: 'id,title,link' };
  const isSearched = words.length > 1;
  const posts = useGet<Entry[]>(isSearched ? 'wp/v2/posts' : undefined, query, { keepPrevious: isSearched });
  const pages = useGet<Entry[]>(isSearched ? 'wp/v2/pages' : undefined, query, { keepPrevious: isSearched });
  return isSearched ? [...(posts.data?.data ?? []), ...(pages.data?.data ?? [])] : [];
}
