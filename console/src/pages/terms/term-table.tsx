import { t } from '../../texts';
import { post, type Query } from '../../lib/api';
import { invalidate, useAction } from '../../lib/queries';
import { useStore } from '../../lib/store';
import { type Taxonomy, type Term } from '../../lib/types';
import { changeAll, deleteAll, deletedSoon } from '../../ui/bulk-actions';
import { Button, Checkbox, type Option, Select } from '../../ui/controls';
import { getAllPages, SelectionBar, SelectPage, useSelection } from '../../ui/selection';
import { flattenTree } from '../entries/term-tree';

interface TableProps {
  taxonomy: Taxonomy;
  /** The query of the list. */
  filter: Query;
  terms: readonly Term[];
  /** How many all pages have. */
  total: number;
  onEdit(term: Term): void;
}

export function TermTable({ taxonomy, filter, terms, total, onEdit }: TableProps) {
  const gone = useStore(deletedSoon);
  const visible = terms.filter(({ id }) => !gone.has(`${taxonomy.route}/${id}`));
  const selection = useSelection(visible);
  return (
    <div class="table-card">
      {selection.items.length > 0 && (
        <SelectionBar
          selection={selection}
          page={visible}
          total={total}
          loadAll={() => getAllPages<Term>(taxonomy.route, filter)}
        >
          <TermBulkActions taxonomy={taxonomy} all={visible} terms={selection.items} onDone={selection.clear} />
        </SelectionBar>
      )}
      <table class="table responsive">
        <thead>
          <tr>
            <th class="check-cell">
              <SelectPage selection={selection} page={visible} />
            </th>
            <th scope="col">{t.terms.name}</th>
            <th scope="col">{t.terms.slug}</th>
            <th scope="col">{t.terms.count}</th>
          </tr>
        </thead>
        <tbody>
          {flattenTree(visible).map(({ term, depth }) => (
            <tr key={term.id} aria-selected={selection.has(term.id)}>
              <td class="check-cell">
                <Checkbox
                  label={t.lists.select({ name: term.name })}
                  hideLabel
                  checked={selection.has(term.id)}
                  onChange={(isOn) => selection.toggle(term, isOn)}
                />
              </td>
              <td>
                <span aria-hidden="true" class="muted">
                  {'— '.repeat(depth)}
                </span>
                <button type="button" class="link-button summary" onClick={() => onEdit(term)}>
                  {term.name}
                </button>
              </td>
              <td class="muted" data-label={t.terms.slug}>
                {term.slug}
              </td>
              <td class="muted" data-label={t.terms.count}>
                {term.count}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BulkProps {
  taxonomy: Taxonomy;
  /** Terms of the page, one of which can become the parent. */
  all: readonly Term[];
  terms: readonly Term[];
  onDone(): void;
}

/** What can be done with all selected terms. */
function TermBulkActions({ taxonomy, all, terms, onDone }: BulkProps) {
  const path = taxonomy.route;
  const ids = terms.map(({ id }) => id);
  const act = useAction(async (work: () => Promise<unknown>) => {
    try {
      if ((await work()) !== false) onDone();
    } finally {
      invalidate(path);
    }
  });
  const moveBelow = (parent: string) =>
    changeAll(path, terms, {
      change: ({ id }) => post(`${path}/${id}`, { parent: Number(parent) }),
      undo: (term) => post(`${path}/${term.id}`, { parent: term.parent ?? 0 }),
      message: t.entries.changed,
    });
  const isBelowSelected = ({ id, parent }: Term): boolean =>
    ids.includes(id) || all.some((term) => term.id === parent && isBelowSelected(term));
  const parents = flattenTree(all)
    .filter(({ term }) => !isBelowSelected(term))
    .map(({ term, depth }): Option => [String(term.id), `${'— '.repeat(depth)}${term.name}`]);
  return (
    <>
      {taxonomy.members.parent && (
        <Select
          hideLabel
          label={t.terms.newParent}
          value=""
          options={[['', t.terms.newParent], ['0', t.none], ...parents]}
          onChange={(parent) => parent !== '' && void act.run(() => moveBelow(parent))}
        />
      )}
      <Button small kind="danger" disabled={act.isBusy} onClick={() => void act.run(() => deleteAll(path, ids))}>
        {t.actions.deleteForever}
      </Button>
    </>
  );
}
