import tinymce, { type Editor } from 'tinymce';

/** Moves text that is dragged to another place as it is: browsers would add the styles that it has there. With Ctrl, copies it. */
export function moveDraggedText(editor: Editor): void {
  let dragged: string | undefined;
  editor.on('dragstart', () => {
    dragged = editor.selection.isCollapsed() ? undefined : editor.selection.getContent();
  });
  editor.on('dragend', () => (dragged = undefined));
  editor.on('drop', (event) => {
    if (dragged === undefined || event.isDefaultPrevented()) return;
    const html = dragged;
    dragged = undefined;
    event.preventDefault();
    const { clientX, clientY, ctrlKey } = event;
    const range = tinymce.dom.RangeUtils.getCaretRangeFromPoint(clientX, clientY, editor.getDoc());
    const selected = editor.selection.getRng();
    if (!range || selected.isPointInRange(range.startContainer, range.startOffset)) return;
    if (editor.dom.getParent(range.startContainer, '[contenteditable="false"]')) return;
    editor.undoManager.transact(() => {
      const place = editor.dom.create('span', { 'data-mce-type': 'bookmark' }, '\ufeff');
      range.insertNode(place);
      if (!ctrlKey) editor.execCommand('Delete');
      editor.selection.select(place);
      editor.insertContent(html);
      place.remove();
    });
  });
}
