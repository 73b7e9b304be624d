import { type ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../texts';
import { isRightToLeft } from '../lib/language';

export interface Sortable<T> {
  items: readonly { key: number; value: T }[];
  set(index: number, value: T): void;
  add(...values: readonly T[]): void;
  remove(index: number): void;
  move(from: number, to: number): void;
}

let lastKey = 0;
const newKey = () => ++lastKey;

/** A list whose items have keys, so that each keeps its place in the document wherever it is moved. */
export function useSortable<T>(values: readonly T[], onChange: (values: T[]) => void): Sortable<T> {
  const keys = useRef<number[]>([]);
  // Another length was set from outside, for example by discarding changes.
  if (keys.current.length !== values.length) keys.current = values.map(newKey);
  const change = (nextKeys: number[], next: T[]) => {
    keys.current = nextKeys;
    onChange(next);
  };
  return {
    items: values.map((value, index) => ({ key: keys.current[index]!, value })),
    set: (index, value) => onChange(values.map((current, at) => (at === index ? value : current))),
    add: (...added) => change([...keys.current, ...added.map(newKey)], [...values, ...added]),
    remove: (index) => change(without(keys.current, index), without(values, index)),
    move: (from, to) => {
      if (from !== to && to >= 0 && to < values.length) change(moved(keys.current, from, to), moved(values, from, to));
    },
  };
}

const without = <T,>(list: readonly T[], index: number) => list.filter((_one, at) => at !== index);

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = without(list, from);
  next.splice(to, 0, list[from]!);
  return next;
}

interface ListProps<T> {
  list: Sortable<T>;
  label: string;
  class: string;
  /** What an item is called, for its handle. */
  nameOf(value: T, index: number): string;
  children(value: T, index: number, handle: ComponentChildren): ComponentChildren;
}

/** A list whose items are dragged by their handle, or moved by the arrow keys on it. */
export function SortableList<T>({ list, label, class: className, nameOf, children }: ListProps<T>) {
  const [armed, setArmed] = useState<number>();
  const [over, setOver] = useState<number>();
  const element = useRef<HTMLOListElement>(null);
  const forward = isRightToLeft() ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft() ? 'ArrowRight' : 'ArrowLeft';
  const keys: Record<string, number> = { ArrowUp: -1, [back]: -1, ArrowDown: 1, [forward]: 1 };
  const end = () => {
    setArmed(undefined);
    setOver(undefined);
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    list.move(index, index + by);
    const place = Math.min(Math.max(index + by, 0), list.items.length - 1);
    requestAnimationFrame(() => element.current?.children[place]?.querySelector<HTMLElement>('.menu-handle')?.focus());
  };
  return (
    <ol class={className} ref={element} aria-label={label}>
      {list.items.map(({ key, value }, index) => (
        <li
          key={key}
          class={over === index && armed !== index ? 'is-over' : undefined}
          // Only while the handle is held: text of the item can be selected.
          draggable={armed === index}
          onDragEnd={end}
          onDragOver={(event) => {
            if (armed === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            setOver(index);
          }}
          onDrop={(event) => {
            if (armed === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            list.move(armed, index);
            end();
          }}
        >
          {children(
            value,
            index,
            <button
              type="button"
              class="menu-handle"
              aria-label={t.fields.handle({
                name: nameOf(value, index),
                position: index + 1,
                count: list.items.length,
              })}
              title={t.fields.handleHelp}
              onPointerDown={() => setArmed(index)}
              onPointerUp={end}
              onKeyDown={(event) => moveByKey(event, index)}
            >
              ⠿
            </button>,
          )}
        </li>
      ))}
    </ol>
  );
}
