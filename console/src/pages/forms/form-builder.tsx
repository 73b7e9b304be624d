import { type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { labelFor, t } from '../../texts';
import { SortableList, useSortable } from '../../fields/sortable';
import { Button, Checkbox, IconButton, TextArea, TextField } from '../../ui/controls';
import {
  type FieldBlock,
  isKind,
  KINDS,
  newBlock,
  placeOfNew,
  readField,
  splitTemplate,
  withBlocks,
  withChoices,
  withLabel,
  withRequired,
} from './form-blocks';

interface BuilderProps {
  template: string;
  onChange(template: string): void;
}

/** The fields of a form, over the text of its template: what is no field stays as it is written. */
export function FormBuilder({ template, onChange }: BuilderProps) {
  const parts = splitTemplate(template);
  const set = (blocks: readonly string[]) => onChange(withBlocks(parts, blocks));
  const list = useSortable(parts.blocks, set);
  const texts = t.forms.builder;
  const add = (kind: (typeof KINDS)[number]) => {
    const block = newBlock(
      kind,
      texts.kinds[kind],
      [texts.choice({ number: 1 }), texts.choice({ number: 2 })],
      template,
    );
    const at = kind === 'submit' ? parts.blocks.length : placeOfNew(parts.blocks);
    set(parts.blocks.toSpliced(at, 0, block));
    requestAnimationFrame(() =>
      document.querySelectorAll('.form-fields > li')[at]?.querySelector<HTMLInputElement>('.input')?.select(),
    );
  };
  const hasSubmit = parts.blocks.some((block) => readField(block)?.tag.base === 'submit');
  return (
    <div class="stack">
      <SortableList list={list} label={texts.fields} class="form-fields" nameOf={nameOf}>
        {(block, index, handle) => {
          const field = readField(block);
          const props = { block, handle, onChange: (next: string) => list.set(index, next) };
          return (
            <div class="form-field">
              {field ? <Field {...props} field={field} /> : <Markup {...props} />}
              <IconButton
                icon="trash"
                label={texts.delete({ name: nameOf(block) })}
                onClick={() => list.remove(index)}
              />
            </div>
          );
        }}
      </SortableList>
      <div class="row" role="group" aria-label={texts.add}>
        {KINDS.filter((kind) => kind !== 'submit' || !hasSubmit).map((kind) => (
          <Button key={kind} small icon="plus" onClick={() => add(kind)}>
            {texts.kinds[kind]}
          </Button>
        ))}
      </div>
    </div>
  );
}

const kindName = (base: string) => labelFor(t.forms.builder.kinds, base) ?? base;

function nameOf(block: string): string {
  const field = readField(block);
  return field ? field.label || field.tag.name || kindName(field.tag.base) : t.forms.builder.markup;
}

const asLine = (text: string) => text.trim();
const asLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');

/** What is typed into a field whose value is stored without the blanks that are still to be followed by text. */
function useTyped(value: string, clean: (text: string) => string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  return {
    value: clean(typed) === clean(value) ? typed : value,
    onChange: (text: string) => {
      setTyped(text);
      onChange(text);
    },
  };
}

interface BlockProps {
  block: string;
  handle: ComponentChildren;
  onChange(block: string): void;
}

function Field({ block, handle, onChange, field: { tag, label } }: BlockProps & { field: FieldBlock }) {
  const texts = t.forms.builder;
  const labelProps = useTyped(label ?? '', asLine, (text) => onChange(withLabel(block, text)));
  const choices = useTyped(tag.rawValues.join('\n'), asLines, (lines) => onChange(withChoices(block, lines)));
  return (
    <>
      {handle}
      <div class="stack">
        {label === undefined ? (
          <strong>{tag.name || kindName(tag.base)}</strong>
        ) : (
          <TextField label={texts.label({ kind: kindName(tag.base) })} {...labelProps} />
        )}
        {tag.kind.selectable && isKind(tag.base) && (
          <TextArea
            label={texts.choices}
            help={texts.choicesHelp}
            rows={Math.max(2, tag.rawValues.length)}
            {...choices}
          />
        )}
        <div class="row spread">
          {tag.kind.starred ? (
            <Checkbox
              label={texts.required}
              checked={tag.isStarred}
              onChange={(isRequired) => onChange(withRequired(block, isRequired))}
            />
          ) : (
            <span />
          )}
          {tag.name && !tag.kind.notForMail && <code title={texts.inMail}>[{tag.name}]</code>}
        </div>
      </div>
    </>
  );
}

function Markup({ block, handle, onChange }: BlockProps) {
  return (
    <>
      {handle}
      <TextArea label={t.forms.builder.markup} isCode rows={3} value={block} onChange={onChange} />
    </>
  );
}
