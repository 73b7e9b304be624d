import { useRef } from 'preact/hooks';
import { FieldForm } from '../fields/field-form';
import { asValues, type FieldErrors, type FieldSpec, type FieldValues } from '../fields/field-spec';
import { useGet } from '../lib/queries';
import { changedMembers } from '../pages/editor/values';
import { Card } from './layout';

interface FieldGroups {
  groups: readonly { key: string; title: string; fields: readonly FieldSpec[] }[];
  /** What a new item starts with. */
  values: FieldValues;
}

interface Props {
  kind: 'post' | 'term' | 'user' | 'comment' | 'options';
  /** Post type, taxonomy or name of an options page. */
  subtype?: string;
  /** Path of the collection. */
  route: string;
  /** Undefined for what does not exist yet. Options pages have names. */
  id: number | string | undefined;
  /** What decides which groups there are, as it is in the form. */
  place?: { template: string; parent: number };
  /** Values that differ from the stored ones. */
  changes: FieldValues;
  errors?: FieldErrors;
  onChange(changes: FieldValues): void;
}

/** The groups of custom fields that a plugin has for an item, also those that its REST API does not show. */
export function CustomFields({ kind, subtype, route, id, place, changes, errors, onChange }: Props) {
  const query = { kind, subtype, id: typeof id === 'number' ? id : 0, ...place };
  const form = useGet<FieldGroups>('nestpress/v1/field-forms', query, { keepPrevious: true }).data?.data;
  const item = useGet<{ acf_form?: unknown }>(
    id === undefined ? undefined : `${route}/${id}`,
    { context: 'edit', _fields: 'acf_form' },
    { keepPrevious: true },
  );
  // What was saved is shown until it has been read again.
  const sent = useRef<FieldValues>({});
  const readAt = useRef(0);
  if (readAt.current !== item.dataUpdatedAt) sent.current = {};
  readAt.current = item.dataUpdatedAt;
  sent.current = { ...sent.current, ...changes };
  if (!form || (id !== undefined && !item.data)) return null;
  const stored = { ...form.values, ...asValues(item.data?.data.acf_form) };
  return (
    <>
      {form.groups.map(({ key, title, fields }) => (
        <Card key={key} title={title}>
          <FieldForm
            fields={fields}
            values={{ ...stored, ...sent.current }}
            errors={errors}
            onChange={(next) => {
              sent.current = {};
              onChange(changedMembers(next, stored));
            }}
          />
        </Card>
      ))}
    </>
  );
}
