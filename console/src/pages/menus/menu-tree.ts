/** What is stored of an item of a menu made of blocks: the attributes of a link, or the whole markup of any other block. */
interface StoredBlock {
  attributes?: Record<string, unknown>;
  markup?: string;
}

/** An item of a menu as the API sends it. The ID of a new one is negative until it is saved. */
export interface MenuItem {
  id: number;
  /** Empty: that of the target. */
  title: string;
  label: string;
  /** `pages` and `block` are only in menus made of blocks: all pages, and any other block. */
  type: 'custom' | 'post_type' | 'taxonomy' | 'pages' | 'block';
  object: string;
  object_id: number;
  url: string;
  depth: number;
  /** In menus made of blocks. */
  block?: StoredBlock;
}

export interface Menu {
  id: number;
  name: string;
  /** Whether the header of the site shows it; undefined in menus made of blocks. */
  is_main?: boolean;
  items: MenuItem[];
}

/** The deepest levels: those that the header of the site shows, and those of the block editor. */
const MAX_DEPTH = 2;
const MAX_BLOCK_DEPTH = 4;

/** The deepest level that an item may have after another one: below it, if that is a link. */
function deepestAfter(before: MenuItem | undefined, { block }: MenuItem): number {
  if (!before) return 0;
  const isParent = before.type !== 'pages' && before.type !== 'block';
  const most = block || before.block ? MAX_BLOCK_DEPTH : MAX_DEPTH;
  return Math.min(before.depth + (isParent ? 1 : 0), most);
}

/** Each item is at most one level below the one before it. */
function leveled(items: readonly MenuItem[]): MenuItem[] {
  let before: MenuItem | undefined;
  return items.map((item) => (before = { ...item, depth: Math.min(item.depth, deepestAfter(before, item)) }));
}

/** The place after an item and everything below it. */
function endOf(items: readonly MenuItem[], index: number): number {
  let end = index + 1;
  while (end < items.length && items[end]!.depth > items[index]!.depth) end++;
  return end;
}

/** Moves an item with everything below it to before another one. */
export function moveBefore(items: readonly MenuItem[], from: number, to: number): MenuItem[] {
  const end = endOf(items, from);
  if (to >= from && to <= end) return [...items];
  const moved = items.slice(from, end);
  const rest = [...items.slice(0, from), ...items.slice(end)];
  rest.splice(to > from ? to - moved.length : to, 0, ...moved);
  return leveled(rest);
}

/** Moves an item past its neighbour, with everything below both. */
export function step(items: readonly MenuItem[], index: number, by: -1 | 1): MenuItem[] {
  if (by === 1) {
    const end = endOf(items, index);
    return end < items.length ? moveBefore(items, index, endOf(items, end)) : [...items];
  }
  let to = index - 1;
  while (to > 0 && items[to]!.depth > items[index]!.depth) to--;
  return index > 0 ? moveBefore(items, index, to) : [...items];
}

/** Changes the level of an item with everything below it. */
export function indent(items: readonly MenuItem[], index: number, by: -1 | 1): MenuItem[] {
  const end = endOf(items, index);
  const most = deepestAfter(items[index - 1], items[index]!);
  const depth = Math.max(0, Math.min(items[index]!.depth + by, most));
  const change = depth - items[index]!.depth;
  return leveled(items.map((item, at) => (at >= index && at < end ? { ...item, depth: item.depth + change } : item)));
}

export const withoutItem = (items: readonly MenuItem[], index: number) =>
  leveled(items.filter((_, at) => at !== index));
