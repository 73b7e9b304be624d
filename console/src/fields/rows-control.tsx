import { type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../texts';
import { Button, IconButton } from '../ui/controls';
import { FieldNotes } from './field-notes';
import {
  asList,
  asText,
  asValues,
  type CompositeProps,
  errorsBelow,
  type FieldSpec,
  type FieldValues,
  labelWithMark,
  memberPath,
} from './field-spec';
import { SortableList, useSortable } from './sortable';

/** The members of one object. */
export function GroupControl({ spec, value, path, errors, onChange, Form }: CompositeProps<'group'>) {
  return (
    <fieldset class="plain-fieldset stack inset">
      <legend class="field-label">{labelWithMark(spec)}</legend>
      <FieldNotes help={spec.help} error={errors[path]} />
      <Form fields={spec.control.fields} values={asValues(value)} errors={errors} path={path} onChange={onChange} />
    </fieldset>
  );
}

/** A list of objects: a form for each, which can be moved, folded and removed. */
export function RowsControl(props: CompositeProps<'rows'>) {
  const { spec } = props;
  const { fields, max, min, add } = spec.control;
  return (
    <ObjectList {...props} min={min} fieldsOf={() => fields} kindOf={() => ''}>
      {(count, append) => (
        <Button small icon="plus" disabled={max !== undefined && count >= max} onClick={() => append({})}>
          {add ?? t.fields.addRow}
        </Button>
      )}
    </ObjectList>
  );
}

/** The same, where each object has one of several layouts. */
export function LayoutsControl(props: CompositeProps<'layouts'>) {
  const { layouts, member, disabled, ownLabel, max, min } = props.spec.control;
  const layoutOf = (row: FieldValues) => layouts.find(({ name }) => name === row[member]);
  const used = (name: string) => asList(props.value).filter((row) => asValues(row)[member] === name).length;
  return (
    <ObjectList
      {...props}
      min={min}
      fieldsOf={(row) => layoutOf(row)?.fields ?? []}
      kindOf={(row) => {
        const own = ownLabel === undefined ? '' : asText(row[ownLabel]);
        const label = own || (layoutOf(row)?.label ?? asText(row[member]));
        return disabled !== undefined && row[disabled] === true ? t.fields.switchedOff({ name: label }) : label;
      }}
    >
      {(count, append) => (
        <div class="row" role="group" aria-label={t.fields.addLayout}>
          {layouts.map(({ name, label, max: most }) => (
            <Button
              key={name}
              small
              icon="plus"
              disabled={(max !== undefined && count >= max) || (most !== undefined && used(name) >= most)}
              onClick={() => append({ [member]: name })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </ObjectList>
  );
}

interface ListProps extends Pick<
  CompositeProps<'rows' | 'layouts'>,
  'spec' | 'value' | 'path' | 'errors' | 'onChange' | 'Form'
> {
  min?: number;
  fieldsOf(row: FieldValues): readonly FieldSpec[];
  /** Name of the row's layout; empty where there is only one. */
  kindOf(row: FieldValues): string;
  /** What adds rows. */
  children(count: number, append: (row: FieldValues) => void): ComponentChildren;
}

function ObjectList({ spec, value, path, errors, onChange, Form, min = 0, fieldsOf, kindOf, children }: ListProps) {
  const list = useSortable(asList(value).map(asValues), onChange);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const toggle = (key: number) =>
    setFolded((before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]));
  const nameOf = (row: FieldValues, index: number) =>
    [kindOf(row), titleOf(row, fieldsOf(row))].filter(Boolean).join(': ') || t.fields.row({ number: index + 1 });
  return (
    <fieldset class="plain-fieldset stack field-rows">
      <legend class="field-label">{labelWithMark(spec)}</legend>
      <FieldNotes help={spec.help} error={errors[path]} />
      <SortableList list={list} label={spec.label} class="field-row-list" nameOf={nameOf}>
        {(row, index, handle) => {
          const { key } = list.items[index]!;
          const rowPath = memberPath(path, index);
          // A message inside of a folded row would be invisible.
          const isOpen = !folded.has(key) || errorsBelow(errors, rowPath) !== undefined;
          return (
            <div class="field-row">
              <div class="field-row-head">
                {handle}
                <button type="button" class="field-row-title" aria-expanded={isOpen} onClick={() => toggle(key)}>
                  {nameOf(row, index)}
                </button>
                <IconButton
                  icon="trash"
                  label={t.fields.removeRow({ name: nameOf(row, index) })}
                  disabled={list.items.length <= min}
                  onClick={() => list.remove(index)}
                />
              </div>
              {isOpen && (
                <div class="field-row-body">
                  <FieldNotes error={errors[rowPath]} />
                  <Form
                    fields={fieldsOf(row)}
                    values={row}
                    errors={errors}
                    path={rowPath}
                    onChange={(next) => list.set(index, next)}
                  />
                </div>
              )}
            </div>
          );
        }}
      </SortableList>
      {children(list.items.length, (row) => list.add(row))}
    </fieldset>
  );
}

/** The first text of a row says what it is. */
function titleOf(row: FieldValues, fields: readonly FieldSpec[]): string {
  const named = fields.find(({ name, control }) => control.kind === 'text' && asText(row[name]) !== '');
  return named ? asText(row[named.name]) : '';
}
