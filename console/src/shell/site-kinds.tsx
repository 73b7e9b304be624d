import { t } from '../texts';
import { type SiteKind } from '../lib/session';
import { type PictureOption } from '../ui/picture-choice';

/** A page put together from blocks: a heading, a picture next to text, columns. */
const Blocks = () => (
  <svg viewBox="0 0 160 96" class="picture" aria-hidden="true">
    <rect x="12" y="12" width="84" height="10" rx="2" class="strong" />
    <rect x="12" y="30" width="52" height="30" rx="3" class="accent" />
    <rect x="72" y="30" width="76" height="6" rx="2" class="soft" />
    <rect x="72" y="42" width="76" height="6" rx="2" class="soft" />
    <rect x="72" y="54" width="48" height="6" rx="2" class="soft" />
    <rect x="12" y="68" width="40" height="18" rx="3" class="outline" />
    <rect x="60" y="68" width="40" height="18" rx="3" class="outline" />
    <rect x="108" y="68" width="40" height="18" rx="3" class="outline" />
  </svg>
);

/** One text with a toolbar above it, as in a word processor. */
const Classic = () => (
  <svg viewBox="0 0 160 96" class="picture" aria-hidden="true">
    <rect x="12" y="12" width="136" height="12" rx="3" class="outline" />
    <path d="M20 18h6M32 18h6M44 18h6M56 18h6M68 18h6" class="line" />
    <rect x="12" y="34" width="90" height="8" rx="2" class="strong" />
    <rect x="12" y="50" width="136" height="6" rx="2" class="soft" />
    <rect x="12" y="62" width="136" height="6" rx="2" class="soft" />
    <rect x="12" y="74" width="104" height="6" rx="2" class="soft" />
  </svg>
);

const PICTURES: Record<SiteKind, () => preact.JSX.Element> = { blocks: Blocks, classic: Classic };

export function kindOptions(kinds: readonly SiteKind[]): PictureOption[] {
  return kinds.map((kind) => {
    const Picture = PICTURES[kind];
    return { value: kind, ...t.setup.kinds[kind], picture: <Picture /> };
  });
}
