import { PhpArray, type PhpInput, unserialize } from '../../../text/php/index.js';
import { type PlainValue, textOf } from './item-values.js';

/** What the plugin's editor stores of the rows of flexible content besides their values. */
export interface LayoutMeta {
  /** Positions of rows that are switched off. */
  readonly disabled: ReadonlySet<string>;
  /** Labels of rows that have their own, by position. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Members of rows in forms, by the names that the plugin's editor has for them. */
export const ROW_DISABLED = 'acf_fc_layout_disabled';
export const ROW_LABEL = 'acf_fc_layout_custom_label';

export const layoutMetaKey = (key: string) => `_${key}_layout_meta`;

export function layoutMetaOf(stored: PlainValue): LayoutMeta {
  const meta = stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? stored : {};
  return {
    disabled: new Set(membersOf(meta.disabled).map(([, row]) => textOf(row))),
    labels: new Map(membersOf(meta.renamed).map(([row, label]) => [row, textOf(label)])),
  };
}

const membersOf = (value: PlainValue | undefined) =>
  value !== null && typeof value === 'object' ? Object.entries(value) : [];

/** The members of a row in forms. */
export function rowMembers({ disabled, labels }: LayoutMeta, row: string): Record<string, unknown> {
  const label = labels.get(row);
  return { ...(disabled.has(row) && { [ROW_DISABLED]: true }), ...(label !== undefined && { [ROW_LABEL]: label }) };
}

/** The stored value with what the rows say now; undefined where neither says anything. */
export function layoutMetaWith(
  stored: string | undefined,
  rows: readonly Readonly<Record<string, unknown>>[],
): PhpInput | undefined {
  const disabled = rows.flatMap((row, index) => (row[ROW_DISABLED] === true ? [index] : []));
  const labels = rows.flatMap((row, index): [number, string][] => {
    const label = row[ROW_LABEL];
    return typeof label === 'string' && label !== '' ? [[index, label]] : [];
  });
  if (stored === undefined && disabled.length + labels.length === 0) return undefined;
  const value = unserialize(stored ?? '');
  const meta = value instanceof PhpArray ? PhpArray.map(value) : new PhpArray();
  return meta.set('disabled', PhpArray.list(disabled)).set('renamed', PhpArray.map(labels));
}
