/** A label that follows from the names of one item and of several. */
export type Label = (singular: string, plural: string) => string;

export const labels = (all: Readonly<Record<string, Label>>): ReadonlyMap<string, Label> =>
  new Map(Object.entries(all));

/** The stored labels; `standard` has those that a plugin makes where it stores an empty text. */
export function labelsOf(
  { singular, plural }: { readonly singular: string; readonly plural: string },
  stored: Iterable<readonly [name: string, text: string]>,
  standard: ReadonlyMap<string, Label>,
): Record<string, string> {
  const found = new Map([['singular_name', singular]]);
  for (const [name, text] of stored) {
    const label = text || standard.get(name)?.(singular, plural);
    if (label) found.set(name, label);
  }
  return Object.fromEntries(found);
}
