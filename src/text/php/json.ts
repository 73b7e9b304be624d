/** JSON as PHP writes it by default: slashes and everything beyond ASCII escaped, an empty map as a list. */
export function phpJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (isEmptyMap(member) ? [] : member))
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isEmptyMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
