import { diffWordsWithSpace } from 'diff';
import { type ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../texts';

export interface DiffField {
  label: string;
  before: string;
  after: string;
}

interface DiffProps {
  labels: readonly [before: string, after: string];
  fields: readonly DiffField[];
}

/** Past this size comparing words would block the page; whole lines are compared by the reader then. */
const LARGEST = 200_000;

/** Two versions side by side with the words that differ marked. */
export function Diff({ labels, fields }: DiffProps) {
  const changed = fields.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return <p class="muted">{t.revisions.same}</p>;
  return (
    <div class="diff">
      {changed.map((field) => (
        <section key={field.label}>
          <h2>{field.label}</h2>
          <DiffColumns labels={labels} field={field} />
        </section>
      ))}
    </div>
  );
}

function DiffColumns({ labels, field: { before, after } }: { labels: DiffProps['labels']; field: DiffField }) {
  const [left, right] = useMemo(() => compareWords(before, after), [before, after]);
  return (
    <div class="diff-columns">
      <div>
        <div class="diff-label">{labels[0]}</div>
        <div class="diff-text" dir="auto">
          {left}
        </div>
      </div>
      <div>
        <div class="diff-label">{labels[1]}</div>
        <div class="diff-text" dir="auto">
          {right}
        </div>
      </div>
    </div>
  );
}

/** Both texts with the words that differ marked. */
export function compareWords(before: string, after: string): [ComponentChildren[], ComponentChildren[]] {
  if (before.length + after.length > LARGEST) return [[before], [after]];
  const left: ComponentChildren[] = [];
  const right: ComponentChildren[] = [];
  for (const [index, { value, added, removed }] of diffWordsWithSpace(before, after).entries()) {
    if (removed) left.push(<del key={index}>{value}</del>);
    else if (added) right.push(<ins key={index}>{value}</ins>);
    else {
      left.push(value);
      right.push(value);
    }
  }
  return [left, right];
}
