import { useState } from 'preact/hooks';
import { t } from '../texts';
import { ExtensionPart, useExtensions } from '../lib/extensions';
import { type Schema } from '../lib/types';
import { Checkbox, type Option, Select, TextArea, TextField } from './controls';
import { Card } from './layout';

interface MetaProps {
  /** The schema's members of `meta`; undefined where the object has none. */
  members: Record<string, Schema> | undefined;
  /** What the API sent; keys that the requester may not read are missing. Undefined for an object that does not exist yet. */
  stored: Record<string, unknown> | undefined;
  value: Record<string, unknown>;
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
  const { members = {}, value, onChange } = props;
  const extensions = useExtensions();
  return (
    <div class="stack">
      {shownKeys(props).map((key) => {
        const extension = extensions.find(({ fields }) => fields.includes(key));
        const control = {
          label: labelOf(key),
          value: value[key],
          onChange: (next: unknown) => onChange({ ...value, [key]: next }),
        };
        return extension ? (
          <ExtensionPart key={key} extension={extension} part={({ fields }) => fields?.[key]} props={control} />
        ) : (
          <SchemaControl key={key} schema={members[key] ?? {}} {...control} />
        );
      })}
    </div>
  );
}

function shownKeys({ members = {}, stored }: MetaProps): string[] {
  return Object.keys(members).filter((key) => !members[key]?.readonly && (stored === undefined || key in stored));
}

/** `purchase_price` as “Purchase price”. */
function labelOf(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ControlProps {
  label: string;
  schema: Schema;
  value: unknown;
  onChange(value: unknown): void;
}

/** Types of inputs by the schema's format. */
const INPUT_TYPES = { email: 'email', uri: 'url' } as const;

function SchemaControl(props: ControlProps) {
  const { label, schema, value, onChange } = props;
  const help = schema.description || undefined;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'boolean') return <Checkbox label={help ?? label} checked={value === true} onChange={onChange} />;
  if (schema.enum) return <EnumControl {...props} />;
  if (type === 'integer' || type === 'number') {
    return (
      <TextField
        label={label}
        help={help}
        type="number"
        // Zero is what the API sends for a number that is not set.
        value={value === undefined || value === null || (value === 0 && (schema.minimum ?? 0) > 0) ? '' : String(value)}
        input={{ min: schema.minimum, max: schema.maximum, step: type === 'integer' ? 1 : 'any' }}
        onChange={(text) => onChange(text === '' ? null : Number(text))}
      />
    );
  }
  if (type === 'array' && isScalar(schema.items)) return <LinesControl {...props} />;
  if (type === 'object' && schema.properties) return <ObjectControl {...props} />;
  if (type === 'array' || type === 'object') return <JsonControl {...props} />;
  const inputType = INPUT_TYPES[schema.format as keyof typeof INPUT_TYPES] ?? 'text';
  return <TextField label={label} help={help} type={inputType} value={asText(value)} onChange={onChange} />;
}

const isScalar = (schema: Schema | undefined) => ['string', 'integer', 'number'].includes(String(schema?.type));

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function EnumControl({ label, schema, value, onChange }: ControlProps) {
  const known = schema.enum ?? [];
  const options = known.filter((one) => one !== '').map((one): Option => [String(one), labelOf(String(one))]);
  return (
    <Select
      label={label}
      help={schema.description || undefined}
      value={asText(value)}
      options={[['', t.fields.unset], ...options]}
      // Null deletes the stored value, where the empty text is not one of those allowed.
      onChange={(text) => onChange(known.find((one) => String(one) === text) ?? null)}
    />
  );
}

function LinesControl({ label, schema, value, onChange }: ControlProps) {
  const isText = schema.items?.type === 'string';
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '');
  return (
    <TextArea
      label={label}
      help={[schema.description, t.fields.perLine].filter(Boolean).join(' ')}
      rows={3}
      value={text}
      onChange={(next) => {
        setText(next);
        const lines = next
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        onChange(isText ? lines : lines.map((line) => (Number.isNaN(Number(line)) ? line : Number(line))));
      }}
    />
  );
}

function ObjectControl({ label, schema, value, onChange }: ControlProps) {
  // PHP's empty object is an empty array.
  const members = (Array.isArray(value) ? {} : (value ?? {})) as Record<string, unknown>;
  return (
    <fieldset class="plain-fieldset stack inset">
      <legend class="field-label">{label}</legend>
      {Object.entries(schema.properties ?? {}).map(([key, member]) => (
        <SchemaControl
          key={key}
          label={labelOf(key)}
          schema={member}
          value={members[key]}
          onChange={(next) => {
            const { [key]: _, ...others } = members;
            onChange(next === null ? others : { ...others, [key]: next });
          }}
        />
      ))}
    </fieldset>
  );
}

/** For what no form can be made of: the value as it is. */
function JsonControl({ label, schema, value, onChange }: ControlProps) {
  const [text, setText] = useState(() => JSON.stringify(value ?? null, null, 2));
  const [error, setError] = useState<string>();
  return (
    <TextArea
      label={`${label} (${t.fields.json})`}
      help={schema.description || undefined}
      error={error}
      isCode
      value={text}
      onChange={(next) => {
        setText(next);
        try {
          onChange(JSON.parse(next));
          setError(undefined);
        } catch {
          setError(t.fields.invalidJson);
        }
      }}
    />
  );
}
