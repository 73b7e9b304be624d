import { type BlockPost } from '../../block-data.js';
import { type BlockAttributes, numeric } from '../block.js';
import { withoutComments } from '../static-blocks.js';

/** Words in a minute. */
const READING_SPEED = 189;

const WORD_COUNTS = new WeakMap<Pick<BlockPost, 'content'>, number>();

/** Counted once, however many blocks show it. */
function wordCount(post: Pick<BlockPost, 'content'>): number {
  let count = WORD_COUNTS.get(post);
  if (count === undefined) {
    const words = withoutComments(post.content, ' ')
      .replace(/<[^<>]*>/g, ' ')
      .split(/\s+/);
    count = words.filter((word) => word !== '').length;
    WORD_COUNTS.set(post, count);
  }
  return count;
}

/** How long a text is, in words or in minutes. */
export function lengthText(
  post: Pick<BlockPost, 'content'>,
  { displayMode = 'time', displayAsRange, ...attributes }: BlockAttributes,
): string {
  const words = wordCount(post);
  if (displayMode === 'words') return words === 1 ? '1 word' : `${words.toLocaleString('en')} words`;
  if (displayMode !== 'time') return '';
  const speed = numeric(attributes.averageReadingSpeed) || READING_SPEED;
  const minutes = (share: number) => Math.max(1, Math.round((words / speed) * share));
  if (displayAsRange === false) return minutes(1) === 1 ? '1 minute' : `${minutes(1)} minutes`;
  const [fast, slow] = [minutes(0.8), minutes(1.2)];
  return `${fast}–${Math.max(slow, fast + 1)} minutes`;
}
