import tinymce, { type Editor } from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/models/dom';
import 'tinymce/themes/silver';
import 'tinymce/plugins/autolink';
import 'tinymce/plugins/autoresize';
import 'tinymce/plugins/charmap';
import 'tinymce/plugins/lists';
import 'tinymce/plugins/searchreplace';
import 'tinymce/plugins/table';
import 'tinymce/skins/content/dark/content.js';
import 'tinymce/skins/content/default/content.js';
import 'tinymce/skins/ui/oxide-dark/content.js';
import 'tinymce/skins/ui/oxide-dark/skin.js';
import 'tinymce/skins/ui/oxide/content.js';
import 'tinymce/skins/ui/oxide/skin.js';
import { t } from '../../texts';
import { reportKey } from '../../lib/typing';
import { theme } from '../../shell/theme';
import { keepParagraphs, caretBelow } from './caret';
import { contentStyle } from './content-style';
import { moveDraggedText } from './dragged-text';
import { addInsertMenu } from './insert-menu';
import { embedElement, isLoneUrl } from './markup';
import { cleanPasted } from './paste';
import { isMarkdown } from './is-markdown';
import { holdForeignImages } from './pasted-images';
import { reportChanges } from './report-changes';
import { deleteImage, isImage } from './visual-image';
import { type VisualOptions } from './visual-options';
import { fillWidgets } from './widgets';

/** What is needed most comes first: the rest is behind a button where the window is narrow. */
const TOOLBAR =
  'bold italic link addmedia | insert | blocks | bullist numlist blockquote | undo redo | strikethrough inlinecode alignleft aligncenter alignright | charmap removeformat searchreplace';

const TEXT_BLOCKS = 'p,h1,h2,h3,h4,h5,h6,td,th,li,ul,ol,div';
const align = (name: 'left' | 'center' | 'right') => [
  { selector: TEXT_BLOCKS, styles: { textAlign: name } },
  { selector: 'img', classes: `align${name}` },
];

/** TinyMCE, set up to leave markup as it is. Everything is bundled: it requests nothing. */
export async function startVisualEditor(options: VisualOptions): Promise<Editor | undefined> {
  const isDark = theme.get() === 'dark';
  const { lang, dir } = document.documentElement;
  // Its keys are the English texts of TinyMCE.
  tinymce.addI18n(lang, { ...t.editor.toolbar, ...(dir === 'rtl' && { _dir: 'rtl' }) });
  const [editor] = await tinymce.init({
    target: options.target,
    ...(lang !== 'en' && { language: lang, language_load: false }),
    license_key: 'gpl',
    skin: isDark ? 'oxide-dark' : 'oxide',
    content_css: isDark ? 'dark' : 'default',
    content_style: contentStyle(),
    iframe_aria_text: options.label,
    promotion: false,
    branding: false,
    menubar: false,
    statusbar: false,
    min_height: 420,
    autoresize_overflow_padding: 24,
    plugins: ['autolink', 'autoresize', 'charmap', 'lists', 'searchreplace', 'table'],
    toolbar: options.hasMedia ? TOOLBAR : TOOLBAR.replace('addmedia ', ''),
    toolbar_mode: 'sliding',
    block_formats: blockFormats(),
    formats: { alignleft: align('left'), aligncenter: align('center'), alignright: align('right') },
    contextmenu: false,
    browser_spellcheck: true,
    convert_urls: false,
    entity_encoding: 'raw',
    element_format: 'html',
    indent: false,
    verify_html: false,
    valid_elements: '*[*]',
    valid_children: '+body[style|link|meta]',
    sandbox_iframes: false,
    convert_unsafe_embeds: false,
    allow_unsafe_link_target: true,
    protect: [/<script[\s\S]*?<\/script>/gi],
    object_resizing: 'img,table',
    table_default_attributes: {},
    table_default_styles: {},
    table_sizing_mode: 'auto',
    table_use_colgroups: false,
    table_header_type: 'sectionCells',
    table_toolbar:
      'tableinsertrowbefore tableinsertrowafter tabledeleterow | tableinsertcolbefore tableinsertcolafter tabledeletecol | tablerowheader tabledelete',
    // Files are handled below, which keeps their names and progress.
    paste_data_images: false,
    automatic_uploads: false,
    smart_paste: true,
    // Bold and italic text of Google Docs is a matter of styles: what is kept of them is decided by `cleanPasted`.
    paste_remove_styles_if_webkit: false,
    paste_preprocess: (instance, args) => {
      const { internal } = args as unknown as { internal: boolean };
      if (internal) return;
      const isAlone = isLoneUrl(args.content) && instance.selection.getNode().textContent?.trim() === '';
      const isTaken = (id: string) => instance.dom.get(id) !== null;
      const clean = isAlone ? embedElement(args.content.trim()) : cleanPasted(args.content, isTaken);
      args.content = options.hasMedia ? holdForeignImages(clean) : clean;
      if (isAlone) setTimeout(() => caretBelow(instance));
    },
    setup: (instance) => {
      const flush = reportChanges(instance, options);
      addButtons(instance, {
        ...options,
        onSave: () => {
          flush();
          options.onSave();
        },
      });
      addInsertMenu(instance, options);
      keepParagraphs(instance);
      moveDraggedText(instance);
      takeFiles(instance, options);
      takeMarkdown(instance, options);
      embedLoneUrls(instance);
      instance.on('keydown', reportKey);
    },
  });
  return editor;
}

function addButtons(editor: Editor, { onDialog, onSave }: VisualOptions): void {
  const { registry } = editor.ui;
  registry.addButton('addmedia', { icon: 'image', tooltip: t.editor.addMedia, onAction: () => onDialog('media') });
  registry.addToggleButton('link', {
    icon: 'link',
    tooltip: t.editor.link.title,
    onAction: () => onDialog('link'),
    onSetup: (button) => {
      const update = () => button.setActive(editor.dom.getParent(editor.selection.getNode(), 'a[href]') !== null);
      editor.on('NodeChange', update);
      update();
      return () => editor.off('NodeChange', update);
    },
  });
  registry.addToggleButton('inlinecode', {
    icon: 'sourcecode',
    tooltip: t.editor.inlineCode,
    onAction: () => editor.execCommand('mceToggleFormat', false, 'code'),
    onSetup: (button) => editor.formatter.formatChanged('code', (isOn) => button.setActive(isOn)).unbind,
  });
  registry.addButton('editimage', { icon: 'edit-block', text: t.editor.image.edit, onAction: () => onDialog('image') });
  registry.addButton('deleteimage', { icon: 'remove', tooltip: t.actions.remove, onAction: () => deleteImage(editor) });
  registry.addContextToolbar('image', {
    predicate: isImage,
    items: 'editimage deleteimage',
    position: 'node',
    scope: 'node',
  });
  registry.addButton('editgallery', {
    icon: 'edit-block',
    text: t.editor.editGallery,
    onAction: () => onDialog('gallery'),
  });
  registry.addButton('deletewidget', {
    icon: 'remove',
    tooltip: t.actions.remove,
    onAction: () => editor.execCommand('Delete'),
  });
  registry.addContextToolbar('gallery', {
    predicate: (node) => editor.dom.is(node, 'div.np-gallery'),
    items: 'editgallery deletewidget',
    position: 'node',
    scope: 'node',
  });
  registry.addButton('editembed', { icon: 'edit-block', text: t.editor.editEmbed, onAction: () => onDialog('embed') });
  registry.addContextToolbar('embed', {
    predicate: (node) => editor.dom.is(node, 'div.np-embed'),
    items: 'editembed deletewidget',
    position: 'node',
    scope: 'node',
  });
  editor.addShortcut('meta+s', t.actions.save, () => onSave());
  editor.addShortcut('meta+k', t.editor.link.title, () => onDialog('link'));
}

/** Word puts a picture of the text next to the text itself: files count only where there is no text. */
function takeFiles(editor: Editor, { hasMedia, onFiles }: VisualOptions): void {
  const take = (event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || (event.type === 'paste' && data?.getData('text/plain'))) return;
    event.preventDefault();
    if (hasMedia) onFiles(files);
  };
  editor.on('paste', (event) => take(event as unknown as Event, event.clipboardData));
  editor.on('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  editor.on('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    const range = tinymce.dom.RangeUtils.getCaretRangeFromPoint(event.clientX, event.clientY, editor.getDoc());
    if (range) editor.selection.setRng(range);
    take(event as unknown as Event, event.dataTransfer);
  });
  // Pictures inside pasted HTML, such as those of a word processor.
  editor.on('PastePostProcess', ({ node }) => {
    const files: File[] = [];
    for (const image of node.querySelectorAll<HTMLImageElement>('img[src^="data:"]')) {
      const file = fileOf(image.src, files.length + 1);
      if (file) files.push(file);
      image.remove();
    }
    if (hasMedia && files.length > 0) setTimeout(() => onFiles(files));
  });
}

function fileOf(url: string, number: number): File | undefined {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(url) ?? [];
  if (!type || !data) return undefined;
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new File([bytes], `image-${number}.${type.slice(6).replace('jpeg', 'jpg').replace('svg+xml', 'svg')}`, {
    type,
  });
}

/** Text in Markdown, such as that of a code editor or a chat, is inserted as what it stands for; not with Shift, which asks for plain text. */
function takeMarkdown(editor: Editor, { hasMedia }: VisualOptions): void {
  let isPlain = false;
  editor.on('keydown', ({ key, shiftKey }) => {
    if (key.toLowerCase() === 'v') isPlain = shiftKey;
  });
  editor.on('paste', (event) => {
    const data = event.clipboardData;
    const text = data?.getData('text/plain') ?? '';
    // Code editors add their colours as HTML.
    const isText = !data?.types.includes('text/html') || data.types.some((type) => type.startsWith('vscode'));
    const isCode = editor.dom.getParent(editor.selection.getNode(), 'pre,code') !== null;
    if (!isText || isPlain || isCode || event.isDefaultPrevented() || !isMarkdown(text)) return;
    event.preventDefault();
    void import('./markdown').then(({ htmlOf }) => {
      const clean = cleanPasted(htmlOf(text));
      editor.undoManager.transact(() => editor.insertContent(hasMedia ? holdForeignImages(clean) : clean));
    });
  });
}

/** A paragraph that is only a URL becomes an embed when the next one is begun. */
function embedLoneUrls(editor: Editor): void {
  editor.on('keyup', (event) => {
    if (event.key !== 'Enter') return;
    const paragraph = editor.dom.getParent(editor.selection.getNode(), 'p')?.previousElementSibling;
    if (paragraph?.nodeName !== 'P' || paragraph.attributes.length > 0) return;
    const url = paragraph.textContent?.trim() ?? '';
    const [only] = paragraph.children;
    const isLink = paragraph.children.length === 1 && only?.nodeName === 'A' && only.getAttribute('href') === url;
    if (!isLoneUrl(url) || (paragraph.children.length > 0 && !isLink)) return;
    editor.undoManager.transact(() => editor.dom.setOuterHTML(paragraph, embedElement(url)));
    fillWidgets(editor);
  });
}

/** The menu of the toolbar, as TinyMCE writes it. */
function blockFormats(): string {
  const { paragraph, heading2, heading3, heading4, preformatted } = t.editor.blockFormats;
  return `${paragraph}=p; ${heading2}=h2; ${heading3}=h3; ${heading4}=h4; ${preformatted}=pre`;
}
