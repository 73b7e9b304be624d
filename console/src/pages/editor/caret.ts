import { type Editor } from './visual-options';

/** Blocks that the caret cannot leave at their end, or cannot enter at all. */
const CLOSED = '[contenteditable="false"],table,hr,pre,iframe,video,audio';

/** Widgets take no text: while one is selected, the caret needs a paragraph to type in. */
export function keepParagraphs(editor: Editor): void {
  editor.on('init SetContent NodeChange undo redo', () => appendParagraph(editor));
  editor.on(
    'keydown',
    (event) => {
      const caption = event.key === 'Enter' && !event.shiftKey && !event.isComposing && captionAt(editor);
      // A caption is one line: the text goes on below it.
      if (caption && caretBelow(editor, caption)) event.preventDefault();
      if (caption) return;
      const isTyped = (event.key.length === 1 && !event.ctrlKey && !event.metaKey) || event.isComposing;
      if (!isTyped && event.key !== 'Enter') return;
      const widget = selectedWidget(editor);
      if (!widget) return;
      const isMade = caretBelow(editor, widget, event.key === 'Enter');
      if (isMade && event.key === 'Enter') event.preventDefault();
    },
    true,
  );
}

/** The text goes on below a widget, a table or code that is the last element. */
function appendParagraph(editor: Editor): void {
  const body = editor.getBody();
  const last = [...body.children].findLast((element) => element.getAttribute('data-mce-bogus') !== 'all');
  if (last?.matches(CLOSED)) last.after(emptyParagraph(editor));
}

const emptyParagraph = (editor: Editor) => editor.dom.create('p', {}, '<br data-mce-bogus="1">');

const captionAt = (editor: Editor) =>
  editor.selection.getNode().closest('figcaption')?.closest<HTMLElement>('figure.np-caption');

/** The element without editable text that is selected as a whole. */
function selectedWidget(editor: Editor): HTMLElement | undefined {
  const holder = editor.selection.getNode().closest<HTMLElement>('[contenteditable]');
  return holder?.getAttribute('contenteditable') === 'false' ? holder : undefined;
}

/** Puts the caret into the paragraph below the element, which is the selected one unless it is given. */
export function caretBelow(editor: Editor, element = selectedWidget(editor), isNew = false): boolean {
  if (!element) return false;
  let below = element.nextElementSibling;
  if (isNew || below?.nodeName !== 'P' || below.matches(CLOSED)) {
    below = emptyParagraph(editor);
    element.after(below);
  }
  editor.selection.setCursorLocation(below, 0);
  return true;
}
