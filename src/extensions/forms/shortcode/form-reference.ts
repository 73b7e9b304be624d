import { type ShortcodeAttributes } from '../../../content/rendering/index.js';

/** What a shortcode says about the form it means. */
export interface FormReference {
  readonly id?: number;
  /** The beginning of a hash; digits alone may be meant as one, too. */
  readonly hash?: string;
  readonly title?: string;
}

const LONGEST_TITLE = 500;

/** Undefined where nothing is said. */
export function referenceKey(attributes: ShortcodeAttributes): string | undefined {
  const id = (attributes.get('id') ?? '').trim().toLowerCase();
  const title = (attributes.get('title') ?? '').trim();
  const key: FormReference = {
    ...(/^[1-9]\d{0,14}$/.test(id) && { id: Number(id) }),
    ...(/^[0-9a-f]{7,40}$/.test(id) && { hash: id }),
    ...(title !== '' && title.length <= LONGEST_TITLE && { title }),
  };
  return Object.keys(key).length === 0 ? undefined : JSON.stringify(key);
}

export function readReference(key: string): FormReference {
  return JSON.parse(key) as FormReference;
}

/** The form meant: by id, else by hash, else the first with the title. */
export function findReferenced<Form extends { id: number; title: string; hash: string | undefined }>(
  { id, hash, title }: FormReference,
  forms: readonly Form[],
): Form | undefined {
  return (
    forms.find((form) => form.id === id) ??
    forms.find((form) => hash !== undefined && form.hash?.toLowerCase().startsWith(hash)) ??
    forms.find((form) => form.title === title)
  );
}
