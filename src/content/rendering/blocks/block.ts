/** Attributes of a block, from the JSON of its opening delimiter. */
export type BlockAttributes = Record<string, unknown>;

export function isRecord(value: unknown): value is BlockAttributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The attributes in a delimiter; none if they cannot be decoded. */
export function parseAttributes(json: string | undefined): BlockAttributes {
  if (json === undefined) return {};
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The value at a path of property names; undefined if one is missing. */
export function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return found;
}
