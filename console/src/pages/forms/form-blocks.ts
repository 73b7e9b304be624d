import { type FormTag } from '../../../../src/modules/forms/template/form-tag';
import { parseTemplate, tagsOf } from '../../../../src/modules/forms/template/parse-template';
import { escapeHtml, textOf } from '../../lib/html';

/** A template as blocks, which blank lines separate. All parts together are the template. */
export interface Blocks {
  start: string;
  blocks: readonly string[];
  /** What is between the blocks. */
  gaps: readonly string[];
  end: string;
}

const GAP = '\n\n';

export function splitTemplate(template: string): Blocks {
  const text = template.trim();
  const at = template.indexOf(text);
  const blocks: string[] = [''];
  const gaps: string[] = [];
  // A blank line within a tag separates nothing.
  for (const { kind, source } of parseTemplate(text)) {
    const pieces = kind === 'tag' ? [source] : source.split(/(\r?\n[ \t]*\r?\n\s*)/);
    for (const [index, piece] of pieces.entries())
      if (index % 2 === 0) blocks[blocks.length - 1] += piece;
      else {
        gaps.push(piece);
        blocks.push('');
      }
  }
  const isEmpty = text === '';
  return { start: template.slice(0, at), blocks: isEmpty ? [] : blocks, gaps, end: template.slice(at + text.length) };
}

/** The template with other blocks in the place of its own. */
export function withBlocks({ start, gaps, end }: Blocks, blocks: readonly string[]): string {
  return start + blocks.map((block, index) => (index === 0 ? block : (gaps[index - 1] ?? GAP) + block)).join('') + end;
}

/** A block with a single field and what is written before it. */
export interface FieldBlock {
  tag: FormTag;
  /** Undefined where the markup has no single text for it. */
  label: string | undefined;
}

interface Parts {
  before: string;
  source: string;
  after: string;
  tag: FormTag;
}

function partsOf(block: string): Parts | undefined {
  const segments = parseTemplate(block);
  const at = segments.findIndex(({ kind }) => kind === 'tag');
  const found = segments[at];
  if (found?.kind !== 'tag' || found.tag.unreadable !== undefined || tagsOf(block).length > 1) return undefined;
  const join = (from: number, to?: number) =>
    segments
      .slice(from, to)
      .map(({ source }) => source)
      .join('');
  return { before: join(0, at), source: found.source, after: join(at + 1), tag: found.tag };
}

/** Tags, the only text, tags. */
const LABEL = /^((?:\s*<[^<>]+>)*\s*)([^<>]*?)(\s*(?:<[^<>]+>\s*)*)$/;

/** Undefined for text, and for markup with several fields. */
export function readField(block: string): FieldBlock | undefined {
  const parts = partsOf(block);
  if (!parts) return undefined;
  const { tag, before } = parts;
  if (tag.base === 'submit') return { tag, label: tag.values[0] ?? '' };
  if (tag.base === 'acceptance') return { tag, label: textOf(tag.content) };
  const [, , text] = LABEL.exec(before) ?? [];
  return { tag, label: text === undefined ? undefined : textOf(text) };
}

/** Brackets would end the tag. */
function quoted(value: string): string {
  const text = value.replace(/[[\]]/g, '');
  return text.includes('"') ? `'${text.replaceAll("'", '’')}'` : `"${text}"`;
}

/** As text of the template, which neither HTML nor a tag begins in. */
const asMarkup = (text: string) => escapeHtml(text).replaceAll('[', '&#91;').replaceAll(']', '&#93;');

/** The head of a tag: its type, name and options, without its values. */
const headOf = ({ type, name, options }: FormTag) => [type, name, ...options].filter(Boolean).join(' ');

export function withLabel(block: string, typed: string): string {
  const label = typed.trim();
  const { tag, before, source, after } = partsOf(block)!;
  if (tag.base === 'submit') return `${before}[${headOf(tag)} ${quoted(label)}]${after}`;
  if (tag.base === 'acceptance')
    return before + source.replace(/\][^]*\[\/acceptance\]$|\]$/, () => `] ${asMarkup(label)} [/acceptance]`) + after;
  return (
    before.replace(LABEL, (_, open: string, _text, close: string) => open + asMarkup(label) + close) + source + after
  );
}

export function withRequired(block: string, isRequired: boolean): string {
  const { before, source, after } = partsOf(block)!;
  return before + source.replace(/^\[([a-z]+)\*?/, (_, base: string) => `[${base}${isRequired ? '*' : ''}`) + after;
}

/** One line each. */
export function withChoices(block: string, lines: string): string {
  const { tag, before, after } = partsOf(block)!;
  const values = lines.split('\n').filter((line) => line.trim() !== '');
  return `${before}[${[headOf(tag), ...values.map(quoted)].join(' ')}]${after}`;
}

/** Kinds of fields that can be added. */
export const KINDS = [
  ...(['text', 'email', 'tel', 'url', 'number', 'date', 'textarea'] as const),
  ...(['select', 'checkbox', 'radio', 'acceptance', 'file', 'submit'] as const),
] as const;

export type Kind = (typeof KINDS)[number];

export const isKind = (name: string): name is Kind => (KINDS as readonly string[]).includes(name);

/** A block for a new field, whose name no other field of the template has. */
export function newBlock(kind: Kind, label: string, choices: readonly string[], template: string): string {
  if (kind === 'submit') return `[submit ${quoted(label)}]`;
  const names = new Set(tagsOf(template).map(({ name }) => name));
  let name = `your-${kind}`;
  for (let number = 2; names.has(name); number++) name = `your-${kind}-${number}`;
  const text = asMarkup(label);
  if (kind === 'acceptance') return `[acceptance ${name}] ${text} [/acceptance]`;
  const values = choices.map(quoted).join(' ');
  if (kind === 'checkbox' || kind === 'radio')
    return `<fieldset><legend>${text}</legend>\n    [${kind} ${name} ${values}]</fieldset>`;
  return `<label> ${text}\n    [${[kind, name, ...(kind === 'select' ? [values] : [])].join(' ')}] </label>`;
}

/** New fields stand above the button that sends the form. */
export function placeOfNew(blocks: readonly string[]): number {
  const submit = blocks.findIndex((block) => tagsOf(block).some(({ base }) => base === 'submit'));
  return submit < 0 ? blocks.length : submit;
}
