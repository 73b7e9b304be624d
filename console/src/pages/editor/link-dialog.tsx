import { useEffect, useId, useState } from 'preact/hooks';
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
const MAIL = /^[^\s/:]+@[^\s/:]+\.[^\s/:]+$/;
/** `example.org/path`: words have no dot between letters, and numbers such as 2.5 no top-level domain. */
const HOST = /^([\p{L}\d-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u;

/** `www.example.org` and `someone@example.org` as they were meant; undefined for words. */
function addressOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (MAIL.test(trimmed)) return `mailto:${trimmed}`;
  if (isAddress(trimmed) && !/^www\./i.test(trimmed)) return trimmed;
  return HOST.test(trimmed) ? `https://${trimmed}` : undefined;
}

/** Asks for the target of a link: an address, or a post or page of the site that is found by its words. */
export function LinkDialog({ value, hasSelection, onSave, onDelete, onClose }: LinkDialogProps) {
  const id = useId();
  const [link, setLink] = useState(value);
  const [activeId, setActiveId] = useState<number>();
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<string>();
  const { found, isSearching } = useFound(link.href);
  const active = found.findIndex((entry) => entry.id === activeId);
  const edit = (href: string) => {
    setLink({ ...link, href });
    setActiveId(undefined);
    setAsked(false);
    setError(undefined);
  };
  const choose = (entry: Entry) => {
    setLink({ ...link, href: entry.link, text: link.text || (hasSelection ? '' : titleOf(entry)) });
    setActiveId(undefined);
    setError(undefined);
  };
  /** The first entry unless another one is active. */
  const take = () => {
    const chosen = found[Math.max(active, 0)];
    if (chosen) choose(chosen);
    else setError(t.editor.link.noneFound);
  };
  const submit = () => {
    const address = addressOf(link.href);
    if (active < 0 && address !== undefined) onSave({ ...link, href: address });
    else if (isSearching) setAsked(true);
    else take();
  };
  // Enter may have been pressed before the entries were found.
  useEffect(() => {
    if (!isAsked || isSearching) return;
    setAsked(false);
    take();
  }, [isAsked, isSearching]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: Math.min(active + 1, found.length - 1), ArrowUp: active - 1 }[event.key];
    if (to === undefined || found.length === 0) return;
    event.preventDefault();
    setActiveId(found[to]?.id);
  };
  return (
    <Dialog
      title={t.editor.link.title}
      onClose={onClose}
      onSubmit={() => link.href.trim() !== '' && submit()}
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
          error={error}
          value={link.href}
          input={{
            autofocus: true,
            autocomplete: 'off',
            spellcheck: false,
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': found.length > 0,
            'aria-controls': `${id}-list`,
            'aria-activedescendant': found[active] && `${id}-${found[active].id}`,
            onKeyDown,
          }}
          onChange={edit}
        />
        <ul
          id={`${id}-list`}
          class="found-entries"
          role="listbox"
          aria-label={t.editor.link.found}
          hidden={!found.length}
        >
          {found.map((entry, index) => (
            <li
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(entry)}
            >
              <span>{titleOf(entry)}</span>
              <span class="muted small">{new URL(entry.link, window.location.href).pathname}</span>
            </li>
          ))}
        </ul>
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
function useFound(text: string): { found: Entry[]; isSearching: boolean } {
  const typed = addressOf(text) === undefined ? text.trim() : '';
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = { search: words, per_page: FOUND, _fields: 'id,title,link' };
  const isSearched = words.length > 1;
  const posts = useGet<Entry[]>(isSearched ? 'wp/v2/posts' : undefined, query, { keepPrevious: isSearched });
  const pages = useGet<Entry[]>(isSearched ? 'wp/v2/pages' : undefined, query, { keepPrevious: isSearched });
  return {
    found: isSearched ? [...(posts.data?.data ?? []), ...(pages.data?.data ?? [])] : [],
    isSearching: words !== typed || posts.isFetching || pages.isFetching,
  };
}
