import { type ContentModel } from './content-model.js';

/** Derives a value from the content model, or from the name of one of its types or taxonomies, once for each of them. */
export function perModel<T>(
  derive: (model: ContentModel, name: string) => T,
): (model: ContentModel, name?: string) => T {
  const derived = new WeakMap<ContentModel, Map<string, T>>();
  return (model, name = '') => {
    let values = derived.get(model);
    if (!values) derived.set(model, (values = new Map<string, T>()));
    let value = values.get(name);
    if (value === undefined) values.set(name, (value = derive(model, name)));
    return value;
  };
}
