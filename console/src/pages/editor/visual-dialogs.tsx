import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { escapeHtml } from '../../lib/html';
import { type Media } from '../../lib/types';
import { Button, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { galleryMarkup } from '../media/media-markup';
import { MediaPicker } from '../media/picker';
import { caretBelow } from './caret';
import { ImageDialog } from './image-dialog';
import { LinkDialog, type LinkValues } from './link-dialog';
import { embedElement, galleryElement, isLoneUrl, toVisual } from './markup';
import { type Editor, type VisualDialog } from './visual-options';
import { deleteImage, framedImage, linkImage, readImage, writeImage } from './visual-image';
import { mediaMarkup } from './visual-uploads';
import { fillWidgets, idsOf } from './widgets';

interface DialogsProps {
  dialog: VisualDialog | undefined;
  editor: Editor;
  hasMedia: boolean;
  onClose(): void;
}

/** The console's own dialogs for what the toolbar of the visual editor offers. */
export function VisualDialogs({ dialog, editor, hasMedia, onClose }: DialogsProps) {
  const pending = useRef<(() => void) | undefined>(undefined);
  /** Closes the dialog first, since closing gives the focus to the frame of the text, but not to the text. */
  const run = (action: () => void) => {
    pending.current = action;
    onClose();
  };
  useEffect(() => {
    const action = pending.current;
    if (dialog || !action) return;
    pending.current = undefined;
    editor.focus();
    action();
  }, [dialog]);
  if (dialog === 'link') {
    const framed = framedImage(editor);
    const link = framed ? framed.closest('a') : editor.dom.getParent(editor.selection.getNode(), 'a[href]');
    return (
      <LinkDialog
        value={{
          href: link?.getAttribute('href') ?? '',
          text: '',
          isNewTab: link?.getAttribute('target') === '_blank',
        }}
        hasSelection={link !== null || framed !== undefined || !editor.selection.isCollapsed()}
        onSave={(value) => run(() => (framed ? linkImage(editor, framed, value) : writeLink(editor, value)))}
        onDelete={link ? () => run(() => deleteLink(editor, framed)) : undefined}
        onClose={() => run(() => undefined)}
      />
    );
  }
  if (dialog === 'image') {
    const image = readImage(editor);
    if (!image) return null;
    return (
      <ImageDialog
        value={image}
        hasMedia={hasMedia}
        onSave={(value) => run(() => writeImage(editor, value))}
        onDelete={() => run(() => deleteImage(editor))}
        onClose={() => run(() => undefined)}
      />
    );
  }
  if (dialog === 'media' || dialog === 'gallery') {
    const selected = widgetAt(editor, 'np-gallery');
    const shortcode = dialog === 'gallery' ? (selected?.getAttribute('data-shortcode') ?? '') : '';
    const insert = (media: readonly Media[]) => {
      if (dialog === 'media') return insertBlocks(editor, toVisual(mediaMarkup(media)));
      const rest = shortcode.replace(/^\[gallery|\]$/g, '').replace(/\s*\b(ids|include)=("[^"]*"|'[^']*'|\S+)/g, '');
      const markup = galleryMarkup(media).replace(/\]$/, `${rest}]`);
      insertWidget(editor, 'np-gallery', galleryElement(markup));
    };
    return (
      <MediaPicker
        title={dialog === 'media' ? t.editor.addMedia : t.editor.gallery}
        onlyImages={dialog === 'gallery'}
        several={idsOf(shortcode)}
        onClose={() => run(() => undefined)}
        onPick={(media) => run(() => insert(media))}
      />
    );
  }
  if (dialog === 'embed') {
    const url = widgetAt(editor, 'np-embed')?.getAttribute('data-url') ?? '';
    return (
      <EmbedDialog
        url={url}
        onSave={(next) => run(() => insertWidget(editor, 'np-embed', embedElement(next)))}
        onClose={() => run(() => undefined)}
      />
    );
  }
  return null;
}

function widgetAt(editor: Editor, name: string): Element | null {
  return editor.dom.getParent(editor.selection.getNode(), `div.${name}`);
}

/** Replaces the selected element of this kind, or inserts one as a block of its own, with the caret in a paragraph below it. */
function insertWidget(editor: Editor, name: string, html: string): void {
  const selected = widgetAt(editor, name);
  if (!selected) return insertBlocks(editor, html);
  editor.undoManager.transact(() => editor.dom.setOuterHTML(selected, html));
  fillWidgets(editor);
  editor.dispatch('change');
}

/** Inserts what may end with a widget, below which the text goes on. */
function insertBlocks(editor: Editor, html: string): void {
  editor.undoManager.transact(() => {
    editor.insertContent(html);
    caretBelow(editor);
  });
}

function writeLink(editor: Editor, { href, text, isNewTab }: LinkValues): void {
  const target = isNewTab ? '_blank' : null;
  const isInLink = editor.dom.getParent(editor.selection.getNode(), 'a[href]') !== null;
  if (editor.selection.isCollapsed() && !isInLink) {
    const attributes = isNewTab ? ' target="_blank" rel="noopener"' : '';
    editor.insertContent(`<a href="${escapeHtml(href)}"${attributes}>${escapeHtml(text || href)}</a>`);
    return;
  }
  editor.execCommand('mceInsertLink', false, { href, target, rel: isNewTab ? 'noopener' : null });
}

function deleteLink(editor: Editor, framed: HTMLImageElement | undefined): void {
  if (framed) linkImage(editor, framed, undefined);
  else editor.execCommand('unlink');
}

function EmbedDialog({ url, onSave, onClose }: { url: string; onSave(url: string): void; onClose(): void }) {
  const [address, setAddress] = useState(url);
  const [error, setError] = useState<string>();
  return (
    <Dialog
      title={t.editor.embedTitle}
      size="small"
      onClose={onClose}
      onSubmit={() => (isLoneUrl(address) ? onSave(address.trim()) : setError(t.editor.embedInvalid))}
      footer={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.actions.apply}
          </Button>
        </>
      }
    >
      <TextField
        label={t.editor.embedUrl}
        type="text"
        value={address}
        error={error}
        input={{ autofocus: true, autocomplete: 'off', spellcheck: false }}
        onChange={(next) => {
          setAddress(next);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
