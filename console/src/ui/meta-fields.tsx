import { FieldForm } from '../fields/field-form';
import { type FieldErrors, specOf } from '../fields/field-spec';
import { t } from '../texts';
import { ExtensionPart, useExtensions } from '../lib/extensions';
import { type Schema } from '../lib/types';
import { Card } from './layout';

interface MetaProps {
  /** The schema's members of `meta`; undefined where the object has none. */
  members: Record<string, Schema> | undefined;
  /** What the API sent; keys that the requester may not read are missing. Undefined for an object that does not exist yet. */
  stored: Record<string, unknown> | undefined;
  value: Record<string, unknown>;
  /** By the name of the key, and the path below it. */
  errors?: FieldErrors;
  onChange(value: Record<string, unknown>): void;
}

/** A control for each meta key, chosen by its schema. */
export function MetaCard(props: MetaProps) {
  if (shownKeys(props).length === 0) return null;
  return (
    <Card title={t.fields.title}>
      <MetaFields {...props} />
    </Card>
  );
}

export function MetaFields(props: MetaProps) {
  const { members = {}, value, errors, onChange } = props;
  const extensions = useExtensions();
  return (
    <FieldForm
      fields={shownKeys(props).map((key) => specOf(key, members[key] ?? {}))}
      values={value}
      errors={errors}
      control={({ name, label }) => {
        const extension = extensions.find(({ fields }) => fields.includes(name));
        const control = {
          label,
          value: value[name],
          onChange: (next: unknown) => onChange({ ...value, [name]: next }),
        };
        return (
          extension && (
            <ExtensionPart key={name} extension={extension} part={({ fields }) => fields?.[name]} props={control} />
          )
        );
      }}
      onChange={(next) =>
        onChange(Object.fromEntries(Object.entries(next).map(([key, item]) => [key, withoutNulls(item)])))
      }
    />
  );
}

function shownKeys({ members = {}, stored }: MetaProps): string[] {
  // Keys of programs begin with an underscore.
  const isShown = (key: string, { readonly, label }: Schema) =>
    !readonly && (label !== undefined || !key.startsWith('_'));
  return Object.keys(members).filter((key) => isShown(key, members[key]!) && (stored === undefined || key in stored));
}

/** Inside of values, an empty field is a member that is missing; the value itself is deleted by null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
