/** An item of a menu as the API sends it. The ID of a new one is negative until it is saved. */
export interface MenuItem {
  id: number;
  /** Empty: that of the target. */
  title: string;
  label: string;
  type: 'custom' | 'post_type' | 'taxonomy';
  object: string;
  object_id: number;
  url: string;
  depth: number;
}

export interface Menu {
  id: number;
  name: string;
  is_main: boolean;
  items: MenuItem[];
}

const DEEPEST = 2;

/** Each item is at most one level below the one before it. */
function leveled(items: readonly MenuItem[]): MenuItem[] {
  let before = -1;
  return items.map((item) => {
    const depth = Math.min(item.depth, before + 1, DEEPEST);
    before = depth;
    return { ...item, depth };
  });
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
  const most = (items[index - 1]?.depth ?? -1) + 1;
  const depth = Math.max(0, Math.min(items[index]!.depth + by, most, DEEPEST));
  const change = depth - items[index]!.depth;
  return leveled(items.map((item, at) => (at >= index && at < end ? { ...item, depth: item.depth + change } : item)));
}

export const withoutItem = (items: readonly MenuItem[], index: number) =>
  leveled(items.filter((_, at) => at !== index));
