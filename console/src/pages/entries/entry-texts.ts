import { t } from '../../texts';
import { textOf } from '../../lib/html';
import { type Entry } from '../../lib/types';
import { type BadgeTone } from '../../ui/layout';

export const STATUS_TONES: Record<string, BadgeTone> = {
  publish: 'good',
  future: 'accent',
  pending: 'warn',
  private: 'neutral',
  draft: 'neutral',
  trash: 'bad',
};

export const titleOf = (entry: Pick<Entry, 'title'>) =>
  textOf(entry.title?.raw ?? '') || textOf(entry.title?.rendered ?? '') || t.entries.untitled;
