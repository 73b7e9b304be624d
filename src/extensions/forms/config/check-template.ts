import { type FormTag } from '../template/form-tag.js';
import { type Segment } from '../template/parse-template.js';
import { type ConfigErrorCode } from './config-error.js';

/** Names that addresses of the site give a meaning. */
const TAKEN_NAMES = new Set(
  (
    'm p posts w cat withcomments withoutcomments s search exact sentence calendar page paged more tb pb author order orderby ' +
    'year monthnum day hour minute second name category_name tag feed author_name static pagename page_id error ' +
    'attachment attachment_id subpost subpost_id preview robots taxonomy term cpage post_type embed'
  ).split(' '),
);

export function checkTemplate(segments: readonly Segment[]): ConfigErrorCode[] {
  const tags = segments.flatMap((segment) => (segment.kind === 'tag' ? [segment.tag] : []));
  const pictures = new Set(tags.filter((tag) => tag.base === 'captchac').map((tag) => tag.name));
  const found: ConfigErrorCode[] = [];
  if (hasCrowdedLabel(segments)) found.push('multiple_controls_in_label');
  if (tags.some((tag) => TAKEN_NAMES.has(tag.name))) found.push('unavailable_names');
  if (segments.some((segment) => segment.kind === 'text' && /<form[\s>]/i.test(segment.text)))
    found.push('unavailable_html_elements');
  if (tags.some((tag) => tag.unreadable !== undefined)) found.push('unreadable_tag');
  if (tags.some((tag) => tag.base === 'captchar' && !pictures.has(tag.name))) found.push('missing_picture');
  return found;
}

/** Whether any label has two controls or more inside of it. */
function hasCrowdedLabel(segments: readonly Segment[]): boolean {
  let inside: number | undefined;
  for (const segment of segments) {
    if (segment.kind === 'tag') {
      if (inside !== undefined) inside += controlsOf(segment.tag);
      if (inside !== undefined && inside > 1) return true;
      continue;
    }
    for (const [, slash] of segment.text.matchAll(/<(\/?)label(?=[\s>])/gi)) inside = slash === '' ? 0 : undefined;
  }
  return false;
}

function controlsOf(tag: FormTag): number {
  if (tag.kind.controls !== 'many') return tag.kind.controls === 'one' ? 1 : 0;
  return Math.max(1, tag.rawValues.length) + (tag.has('free_text') ? 1 : 0);
}
