import { t } from '../../texts';
import { type Editor, type VisualOptions } from './visual-options';

interface InsertItem {
  name: string;
  text: string;
  icon: string;
  run(): void;
}

const MORE = '<hr class="marker marker-more" data-text="" />';
const PAGE_BREAK = '<hr class="marker marker-nextpage" data-text="" />';
const CODE = '<pre><code class="language-plaintext">\u200b</code></pre><p></p>';

/** What the menu of the toolbar and a slash at the start of a line insert. */
function insertItems(editor: Editor, { onDialog, hasMedia }: VisualOptions): InsertItem[] {
  const block = (name: string) => () => editor.execCommand('FormatBlock', false, name);
  const insert = (html: string) => () => editor.insertContent(html);
  const { inserts } = t.editor;
  return [
    ...(hasMedia
      ? [
          { name: 'image', text: inserts.image, icon: 'image', run: () => onDialog('media') },
          { name: 'gallery', text: inserts.gallery, icon: 'gallery', run: () => onDialog('gallery') },
        ]
      : []),
    { name: 'embed', text: inserts.embed, icon: 'embed', run: () => onDialog('embed') },
    { name: 'heading2', text: inserts.heading2, icon: 'np-heading', run: block('h2') },
    { name: 'heading3', text: inserts.heading3, icon: 'np-heading', run: block('h3') },
    {
      name: 'list',
      text: inserts.list,
      icon: 'unordered-list',
      run: () => editor.execCommand('InsertUnorderedList'),
    },
    {
      name: 'numbered',
      text: inserts.numbered,
      icon: 'ordered-list',
      run: () => editor.execCommand('InsertOrderedList'),
    },
    { name: 'quote', text: inserts.quote, icon: 'quote', run: () => editor.execCommand('mceBlockQuote') },
    {
      name: 'table',
      text: inserts.table,
      icon: 'table',
      run: () => insertTable(editor),
    },
    { name: 'code', text: inserts.code, icon: 'code-sample', run: () => insertCode(editor) },
    {
      name: 'rule',
      text: inserts.rule,
      icon: 'horizontal-rule',
      run: () => editor.execCommand('InsertHorizontalRule'),
    },
    { name: 'more', text: inserts.more, icon: 'page-break', run: insert(MORE) },
    { name: 'pageBreak', text: inserts.pageBreak, icon: 'page-break', run: insert(PAGE_BREAK) },
  ];
}

/** With a paragraph below it, so that the text can go on. */
function insertTable(editor: Editor): void {
  editor.undoManager.transact(() => {
    editor.execCommand('mceInsertTable', false, { rows: 3, columns: 3, options: { headerRows: 1 } });
    const table = editor.dom.getParent(editor.selection.getNode(), 'table');
    if (!table || editor.dom.getNext(table, '*:not([data-mce-bogus])')) return;
    editor.dom.insertAfter(editor.dom.create('p', {}, '<br data-mce-bogus="1">'), table);
  });
}

/** A block whose lines are kept, with the cursor in it and a paragraph below it to continue in. */
function insertCode(editor: Editor): void {
  editor.undoManager.transact(() => {
    editor.insertContent(CODE);
    const block = editor.dom.select('pre > code').find((code) => code.textContent === '\u200b');
    if (block) {
      block.textContent = '';
      block.append(editor.dom.create('br', { 'data-mce-bogus': '1' }));
      editor.selection.setCursorLocation(block, 0);
    }
  });
}

/** TinyMCE has no icon of a heading, and displays the name of an unknown one as text. */
const HEADING_ICON = '<svg width="24" height="24"><path d="M6 5h3v5.5h6V5h3v14h-3v-5.500H9V19H6z"/></svg>';

/** Names of Prism and highlight.js, which themes use. */
const LANGUAGES = [
  ['plaintext', ''],
  ['bash', 'Bash'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['css', 'CSS'],
  ['diff', 'Diff'],
  ['go', 'Go'],
  ['html', 'HTML'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['json', 'JSON'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['ruby', 'Ruby'],
  ['rust', 'Rust'],
  ['sql', 'SQL'],
  ['typescript', 'TypeScript'],
  ['yaml', 'YAML'],
] as const;

const codeAt = (editor: Editor) => {
  const pre = editor.dom.getParent(editor.selection.getNode(), 'pre');
  return pre && (pre.querySelector('code') ?? pre);
};
const languageOf = (element: Element | null) => /\blanguage-([\w+#-]+)/.exec(element?.className ?? '')?.[1];

/** Registers the menu button `insert`, the slash menu, and the choice of a language for code. */
export function addInsertMenu(editor: Editor, options: VisualOptions): void {
  const items = insertItems(editor, options);
  const { registry } = editor.ui;
  registry.addIcon('np-heading', HEADING_ICON);
  registry.addMenuButton('insert', {
    icon: 'plus',
    tooltip: t.editor.insert,
    fetch: (done) =>
      done(items.map(({ text, icon, run }) => ({ type: 'menuitem' as const, text, icon, onAction: () => run() }))),
  });
  registry.addAutocompleter('slash', {
    trigger: '/',
    minChars: 0,
    columns: 1,
    matches: (range) => range.startOffset <= 1 && isStartOfBlock(editor, range),
    fetch: (pattern) =>
      Promise.resolve(
        items
          .filter(({ text }) => text.toLowerCase().includes(pattern.toLowerCase()))
          .map(({ name, text, icon }) => ({ type: 'autocompleteitem' as const, value: name, text, icon })),
      ),
    onAction: (api, range, value) => {
      editor.selection.setRng(range);
      editor.execCommand('Delete');
      api.hide();
      items.find(({ name }) => name === value)?.run();
    },
  });
  registry.addMenuButton('language', {
    text: t.editor.language,
    fetch: (done) =>
      done(
        LANGUAGES.map(([value, text]) => ({
          type: 'togglemenuitem' as const,
          text: text || t.editor.plainText,
          active: languageOf(codeAt(editor)) === value,
          onAction: () => setLanguage(editor, value),
        })),
      ),
  });
  registry.addContextToolbar('code', {
    predicate: (node) => node.nodeName === 'PRE',
    items: 'language',
    position: 'node',
    scope: 'node',
  });
}

function isStartOfBlock(editor: Editor, range: Range): boolean {
  const block = editor.dom.getParent(range.startContainer, editor.dom.isBlock);
  if (!block || block.nodeName === 'PRE') return false;
  const before = editor.dom.createRng();
  before.setStart(block, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().replaceAll('\ufeff', '').trim() === '' || before.toString().trim() === '/';
}

function setLanguage(editor: Editor, language: string): void {
  const element = codeAt(editor);
  if (!element) return;
  editor.undoManager.transact(() => {
    const others = element.className.split(/\s+/).filter((name) => name && !name.startsWith('language-'));
    editor.dom.setAttrib(element, 'class', [...others, `language-${language}`].join(' '));
  });
  editor.focus();
}
