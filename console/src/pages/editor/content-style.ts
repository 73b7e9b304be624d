import { session } from '../../lib/session';
import { t } from '../../texts';

// As in the theme of the site pages.
const SANS = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', sans-serif`;
const SERIF = `Charter, 'Bitstream Charter', 'Sitka Text', 'Iowan Old Style', Cambria, Georgia, serif`;

function siteFonts(): { text: string; headings: string } {
  const font = session.get()?.site.font;
  return { text: font === 'sans' ? SANS : SERIF, headings: font === 'serif' ? SERIF : SANS };
}

/** The value that a design token has in the current theme: the editor's content is a document of its own. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Styles of the editor's content: the type of the site's pages, and frames for what is not text. */
export const contentStyle = ({ text, headings } = siteFonts()) => `
  body { background: ${token('--surface')}; color: ${token('--text')}; font: 1.175rem/1.7 ${text}; margin: 20px auto; padding: 0 24px; max-width: 45rem; overflow-wrap: anywhere; }
  h1, h2, h3, h4, h5, h6 { font-family: ${headings}; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; }
  h2 { font-size: 1.5em; }
  h3 { font-size: 1.22em; }
  h4, h5, h6 { font-size: 1.03em; }
  a { color: ${token('--accent-text') || token('--accent')}; }
  img { max-width: 100%; height: auto; }
  p, h1, h2, h3, h4, h5, h6, li, td, th, figcaption { unicode-bidi: plaintext; }
  .alignleft { float: left; margin: .4em 1.4em .6em 0; }
  .alignright { float: right; margin: .4em 0 .6em 1.4em; }
  .aligncenter { display: block; margin: 1em auto; }
  .mce-content-body.mce-content-body.mce-content-body blockquote { margin: 1.2em 0; padding-inline-start: 1em; border-inline-start: 3px solid ${token('--border-strong')}; color: ${token('--text-2')}; font-style: italic; }
  pre { background: ${token('--surface-2')}; border: 1px solid ${token('--border')}; border-radius: 8px; padding: 12px 14px; overflow: auto; font: 14.5px/1.55 ui-monospace, monospace; white-space: pre-wrap; }
  code { font-family: ui-monospace, monospace; font-size: .9em; background: ${token('--surface-2')}; border-radius: 4px; padding: .1em .3em; }
  pre code { background: none; padding: 0; font-size: inherit; display: block; min-height: 1.5em; }
  table:not([border]) { border-collapse: collapse; width: 100%; font: .95rem/1.5 ${SANS}; }
  table:not([border]) td, table:not([border]) th { border: 1px solid ${token('--border-strong')}; padding: 6px 10px; text-align: start; min-width: 2em; }
  th { background: ${token('--surface-2')}; }
  hr:not(.marker) { border: 0; border-top: 1px solid ${token('--border-strong')}; margin: 2em 0; }
  hr.marker { border: 0; border-top: 1px dashed #8a94a8; height: 0; overflow: visible; line-height: 0; text-align: center; margin: 2em 0; }
  hr.marker::after { position: relative; top: -10px; display: inline-block; vertical-align: top; padding: 0 10px; background: ${token('--surface')}; font: 600 11px/20px ${SANS}; letter-spacing: .06em; color: ${token('--text-2')}; }
  hr.marker-more::after { content: ${JSON.stringify(t.editor.more)}; }
  hr.marker-nextpage::after { content: ${JSON.stringify(t.editor.pageBreak)}; }
  figure.np-caption { margin: 1em 0; max-width: 100%; display: table; }
  figure.np-caption.aligncenter { margin: 1em auto; }
  figure.np-caption figcaption { font-size: .85em; color: ${token('--text-2')}; text-align: center; padding: .4em 0; }
  figure.np-caption img { display: block; }
  .np-gallery, .np-embed { margin: 1em 0; padding: 8px; border: 1px solid ${token('--border')}; border-radius: 10px; background: ${token('--surface-2')}; cursor: default; }
  .np-gallery .np-frame { display: grid; gap: 6px; grid-template-columns: repeat(3, 1fr); min-height: 40px; font-size: 14px; color: ${token('--text-2')}; }
  .np-gallery img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 6px; display: block; }
  .np-embed iframe { width: 100%; aspect-ratio: 16 / 9; border: 0; border-radius: 6px; background: #fff; display: block; pointer-events: none; }
  .np-source { display: block; font-size: 13px; color: ${token('--text-2')}; padding: 4px 2px 0; }
  .np-upload { display: block; font-size: 14px; color: ${token('--text-2')}; padding: 8px 12px; margin: .6em 0; border: 1px dashed ${token('--border-strong')}; border-radius: 8px; }
  .np-upload progress { width: 100%; display: block; accent-color: ${token('--accent')}; }
`;
