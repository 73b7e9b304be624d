import tinymce, { type Editor } from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/models/dom';
import 'tinymce/themes/silver';
import 'tinymce/plugins/autolink';
import 'tinymce/plugins/autoresize';
import 'tinymce/plugins/charmap';
import 'tinymce/plugins/image';
import 'tinymce/plugins/link';
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
import { theme } from '../../shell/theme';

export type { Editor };

export interface VisualOptions {
  target: HTMLElement;
  label: string;
  onReady(editor: Editor): void;
  onChange(html: string): void;
  /** Undefined where the account may not upload. */
  onMedia: (() => void) | undefined;
  upload(file: File, onProgress: (percent: number) => void): Promise<{ source_url: string }>;
  onSave(): void;
}

/** The value that a design token has in the current theme: the editor's content is a document of its own. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const contentStyle = () => `
  body { background: ${token('--surface')}; color: ${token('--text')}; font: 17px/1.65 Charter, 'Bitstream Charter', Cambria, Georgia, serif; margin: 20px 24px; overflow-wrap: anywhere; }
  img { max-width: 100%; height: auto; }
  hr.marker { border: 0; height: 22px; text-align: center; border-bottom: 1px dashed #8a94a8; margin: 0 0 26px; }
  hr.marker::after { font: 600 11px/20px system-ui, sans-serif; letter-spacing: .06em; color: #8a94a8; }
  hr.marker-more::after { content: ${JSON.stringify(t.editor.more)}; }
  hr.marker-nextpage::after { content: ${JSON.stringify(t.editor.pageBreak)}; }
`;

const TOOLBAR =
  'blocks bold italic strikethrough | bullist numlist blockquote | alignleft aligncenter alignright | link addmedia table | readmore charmap hr | removeformat undo redo';

/** TinyMCE, set up to leave markup as it is. Everything is bundled: it requests nothing. */
export async function startVisualEditor(options: VisualOptions): Promise<Editor | undefined> {
  const isDark = theme.get() === 'dark';
  const { onMedia } = options;
  const [editor] = await tinymce.init({
    target: options.target,
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
    plugins: ['autolink', 'autoresize', 'charmap', 'image', 'link', 'lists', 'searchreplace', 'table'],
    toolbar: TOOLBAR.replace('addmedia', onMedia ? 'addmedia' : ''),
    toolbar_mode: 'sliding',
    block_formats: t.editor.blockFormats,
    contextmenu: false,
    browser_spellcheck: true,
    convert_urls: false,
    entity_encoding: 'raw',
    element_format: 'html',
    indent: false,
    verify_html: false,
    valid_elements: '*[*]',
    valid_children: '+body[style|link|meta]',
    object_resizing: 'img,table',
    link_default_target: '',
    automatic_uploads: onMedia !== undefined,
    images_file_types: 'jpeg,jpg,png,gif,webp,avif',
    paste_data_images: onMedia !== undefined,
    images_upload_handler: async (blob, progress) => {
      const file = new File([blob.blob()], blob.filename(), { type: blob.blob().type });
      return (await options.upload(file, progress)).source_url;
    },
    setup: (instance) => {
      instance.ui.registry.addButton('addmedia', {
        icon: 'image',
        tooltip: t.editor.addMedia,
        onAction: () => onMedia?.(),
      });
      instance.ui.registry.addButton('readmore', {
        icon: 'page-break',
        tooltip: t.editor.insertMore,
        onAction: () => instance.insertContent('<hr class="marker marker-more" data-text="" />'),
      });
      instance.addShortcut('meta+s', t.actions.save, () => options.onSave());
      let last: string | undefined;
      instance.on('input keyup change undo redo ExecCommand SetContent', () => {
        if (last === undefined) return;
        const html = instance.getContent();
        if (html === last) return;
        last = html;
        options.onChange(html);
      });
      instance.on('init', () => {
        last = instance.getContent();
        options.onReady(instance);
      });
    },
  });
  return editor;
}
