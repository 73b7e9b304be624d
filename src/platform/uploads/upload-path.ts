/** A path below the uploads folder that is safe to hand to a storage: relative, plain, nothing hidden, no way up. */
export function isUploadPath(path: string): boolean {
  if (path === '' || path.length > 1024 || /[\\\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

export function checkUploadPath(path: string): string {
  if (!isUploadPath(path)) throw new Error(`Not a path of the uploads folder: ${JSON.stringify(path)}`);
  return path;
}
