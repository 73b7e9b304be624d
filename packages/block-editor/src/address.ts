/** An address of WordPress's administration, as the editor's own links name it, below `console/block-editor/`. */
export type Address =
  | { page: 'edit'; id: number }
  | { page: 'new'; type: string }
  | { page: 'list'; type: string }
  | { page: 'revision'; id: number }
  | { page: 'other' };

export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Address {
  const query = new URLSearchParams(search);
  const type = query.get('post_type') ?? 'post';
  switch (pathname.split('/').at(-1)) {
    case 'post.php':
      return withId('edit', query.get('post'));
    case 'post-new.php':
      return { page: 'new', type };
    case 'edit.php':
      return { page: 'list', type };
    case 'revision.php':
      return withId('revision', query.get('revision'));
    default:
      return { page: 'other' };
  }
}

/** Whether the editor's own link "Take over" was followed. */
export function takesOver({ search }: Pick<Location, 'search'>): boolean {
  return new URLSearchParams(search).has('get-post-lock');
}

function withId(page: 'edit' | 'revision', text: string | null): Address {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? { page, id } : { page: 'other' };
}
