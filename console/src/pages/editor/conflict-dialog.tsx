import { useMemo, useState } from 'preact/hooks';
import { autop } from '../../../../src/text/autop';
import { t } from '../../texts';
import { formatAgo } from '../../lib/dates';
import { safeHtml, textOf } from '../../lib/html';
import { useGet } from '../../lib/queries';
import { session } from '../../lib/session';
import { type User } from '../../lib/types';
import { Button } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { compareWords } from '../revisions/diff';
import { merged, type Part, partsOf, type Side } from './merge-parts';
import { type Conflict, type EntryEditor } from './use-entry-editor';
import { valuesOf } from './values';

const TEXTS = ['title', 'content', 'excerpt'] as const;
type Name = (typeof TEXTS)[number];

/** Another user has saved the entry in the meantime: says who and when, shows what differs, and lets the user choose part by part. */
export function ConflictDialog({ editor }: { editor: EntryEditor }) {
  return editor.conflict ? <Choice editor={editor} conflict={editor.conflict} /> : null;
}

function Choice({ editor, conflict }: { editor: EntryEditor; conflict: Conflict }) {
  const { values, resolve, entry, type } = editor;
  const [theirs] = useState(() => valuesOf(conflict.theirs, type));
  const [base] = useState(() => valuesOf(entry, type));
  const texts = useMemo(
    () =>
      TEXTS.filter((name) => theirs[name] !== values[name]).map((name) => ({
        name,
        parts: partsOf(base[name], theirs[name], values[name]),
      })),
    [],
  );
  const [sides, setSides] = useState(() =>
    Object.fromEntries(
      texts.map(({ name, parts }) => [
        name,
        parts.map(({ changedBy }): Side => (changedBy === 'theirs' ? 'theirs' : 'mine')),
      ]),
    ),
  );
  const who = useWriter(conflict.theirs.id);
  const choose = (name: Name, at: number, side: Side) =>
    setSides({ ...sides, [name]: sides[name]!.map((before, index) => (index === at ? side : before)) });
  const join = () =>
    resolve('mine', Object.fromEntries(texts.map(({ name, parts }) => [name, merged(parts, sides[name]!)])));
  return (
    <Dialog
      title={t.conflict.title}
      size="wide"
      onClose={() => resolve('cancel')}
      footer={
        <>
          <Button onClick={() => resolve('cancel')}>{t.conflict.cancel}</Button>
          <Button kind="danger" onClick={() => resolve('theirs')}>
            {t.conflict.theirs}
          </Button>
          <Button kind={texts.length > 0 ? 'plain' : 'primary'} onClick={() => resolve('mine')}>
            {t.conflict.mine}
          </Button>
          {texts.length > 0 && (
            <Button kind="primary" onClick={join}>
              {t.conflict.join}
            </Button>
          )}
        </>
      }
    >
      <p>
        {who === undefined
          ? t.conflict.text({ ago: formatAgo(conflict.theirs.modified_gmt, conflict.theirs.modified) })
          : t.conflict.textBy({ name: who, ago: formatAgo(conflict.theirs.modified_gmt, conflict.theirs.modified) })}
      </p>
      {texts.map(({ name, parts }) => (
        <section key={name} class="merge">
          <h3>{t.revisions.fields[name]}</h3>
          {parts.map((part, index) =>
            part.isSame ? (
              <Same key={index} text={part.mine} />
            ) : (
              <Different
                key={index}
                label={`${t.revisions.fields[name]} ${index + 1}`}
                part={part}
                side={sides[name]![index]!}
                onChange={(side) => choose(name, index, side)}
              />
            ),
          )}
        </section>
      ))}
    </Dialog>
  );
}

interface Version {
  author: number;
  is_autosave: boolean;
}

/** Who wrote the newest version, where versions are stored. */
function useWriter(id: number): string | undefined {
  const path = `nestpress/v1/entries/${id}/revisions`;
  const versions = useGet<Version[]>(path, { per_page: 20 }, { isFresh: true }).data?.data ?? [];
  // What is typed here may have been stored since.
  const newest = versions.find((version) => !version.is_autosave);
  const isMe = newest?.author === session.get()?.user_id;
  const user = useGet<User>(newest && !isMe ? `wp/v2/users/${newest.author}` : undefined).data?.data;
  return isMe ? t.conflict.you : user?.name;
}

/** A few words of what both versions have, as orientation. */
function Same({ text }: { text: string }) {
  const words = textOf(text).slice(0, 120);
  return words === '' ? null : <p class="muted small merge-same">{words}…</p>;
}

interface DifferentProps {
  label: string;
  part: Part;
  side: Side;
  onChange(side: Side): void;
}

function Different({ label, part, side, onChange }: DifferentProps) {
  const [left, right] = useMemo(() => compare(part), [part]);
  return (
    <div class="merge-part" role="radiogroup" aria-label={label}>
      {(['theirs', 'mine'] as const).map((name) => (
        <label key={name} class="merge-side" data-chosen={side === name}>
          <span class="row">
            <input type="radio" name={label} checked={side === name} onChange={() => onChange(name)} />
            <span class="diff-label">{name === 'theirs' ? t.conflict.theirVersion : t.conflict.yourVersion}</span>
          </span>
          {part[name] === '' ? (
            <span class="muted">{t.conflict.nothing}</span>
          ) : (
            <span class="diff-text">{name === 'theirs' ? left : right}</span>
          )}
        </label>
      ))}
    </div>
  );
}

/** The words as they are read; the markup where only that differs. */
function compare({ theirs, mine }: Part): ReturnType<typeof compareWords> {
  const read = (text: string) => textOf(safeHtml(autop(text)));
  const isSame = read(theirs) === read(mine);
  return isSame ? compareWords(theirs, mine) : compareWords(read(theirs), read(mine));
}
