import { type FormTag } from '../template/form-tag.js';
import { type FieldValue } from '../fields/posted-fields.js';

const SAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    email: 'someone@example.com',
    url: 'https://example.com/',
    tel: '0123456789',
    number: '1',
    range: '1',
    date: '2000-01-01',
  }),
);

const NOTHING: FieldValue = { raw: [], piped: [], isOffered: false };

/** The least a visitor can send: nothing where nothing is required. */
export function sampleValues(tags: readonly FormTag[]): Map<string, FieldValue> {
  return new Map(
    tags.filter((tag) => tag.name !== '' && !tag.kind.notForMail).map((tag) => [tag.name, sampleValue(tag)]),
  );
}

function sampleValue(tag: FormTag): FieldValue {
  if (tag.kind.selectable) {
    const isSelected = tag.base === 'select' && !tag.has('include_blank') && !tag.has('first_as_label');
    const isCertain = tag.isStarred || tag.base === 'radio' || isSelected;
    const first = tag.pipes.find(({ before }) => before !== '');
    return isCertain && first ? { raw: [first.before], piped: [first.after], isOffered: true } : NOTHING;
  }
  if (tag.base === 'acceptance') return { raw: ['1'], piped: ['Agreed'], isOffered: true };
  if (tag.base === 'hidden') return { raw: [...tag.values], piped: [...tag.values], isOffered: true };
  const sample = SAMPLES.get(tag.base) ?? 'sample';
  return tag.isStarred ? { raw: [sample], piped: [sample], isOffered: false } : NOTHING;
}
