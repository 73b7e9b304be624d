import { useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { isRightToLeft } from '../../lib/language';
import { useUnsaved } from '../../lib/router';
import { Button, IconButton, TextField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { indent, type MenuItem, moveBefore, step, withoutItem } from './menu-tree';

interface ItemsProps {
  items: readonly MenuItem[];
  onChange(items: MenuItem[]): void;
}

function nameOf({ title, label, type, block }: MenuItem): string {
  if (type === 'pages') return t.menus.types.pages;
  return type === 'block' && block ? t.menus.block({ name: label }) : title || label;
}

/** The items of a menu. They are dragged, or moved by the arrow keys on their handle or by their buttons. */
export function MenuItems({ items, onChange }: ItemsProps) {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [editing, setEditing] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  /** The item keeps the focus wherever it moves to. */
  const change = (next: MenuItem[], item: MenuItem) => {
    onChange(next);
    const place = next.findIndex(({ id }) => id === item.id);
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('.menu-handle')[place]?.focus());
  };
  const keys: Record<string, (index: number) => MenuItem[]> = {
    ArrowUp: (index) => step(items, index, -1),
    ArrowDown: (index) => step(items, index, 1),
    [isRightToLeft() ? 'ArrowRight' : 'ArrowLeft']: (index) => indent(items, index, -1),
    [isRightToLeft() ? 'ArrowLeft' : 'ArrowRight']: (index) => indent(items, index, 1),
  };
  const endDrag = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const drop = (to: number) => {
    if (dragged !== undefined) onChange(moveBefore(items, dragged, to));
    endDrag();
  };
  return (
    <>
      <ol class="menu-items" ref={list} aria-label={t.menus.items}>
        {items.map((item, index) => (
          <li
            key={item.id}
            class={`menu-item${over === index ? ' is-over' : ''}`}
            style={{ marginInlineStart: `${item.depth * 28}px` }}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={endDrag}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(index);
            }}
          >
            <button
              type="button"
              class="menu-handle"
              aria-label={t.menus.handle({ name: nameOf(item), level: item.depth + 1 })}
              title={t.menus.handleHelp}
              onKeyDown={(event) => {
                const moved = keys[event.key]?.(index);
                if (!moved) return;
                event.preventDefault();
                change(moved, item);
              }}
            >
              ⠿
            </button>
            <span class="grow">
              <strong>{nameOf(item)}</strong> <span class="muted small">{t.menus.types[item.type]}</span>
            </span>
            <IconButton
              icon="sortUp"
              label={t.menus.up({ name: nameOf(item) })}
              disabled={index === 0}
              onClick={() => change(step(items, index, -1), item)}
            />
            <IconButton
              icon="sortDown"
              label={t.menus.down({ name: nameOf(item) })}
              onClick={() => change(step(items, index, 1), item)}
            />
            <IconButton
              icon="chevronLeft"
              label={t.menus.outdent({ name: nameOf(item) })}
              disabled={item.depth === 0}
              onClick={() => change(indent(items, index, -1), item)}
            />
            <IconButton
              icon="chevronRight"
              label={t.menus.indent({ name: nameOf(item) })}
              disabled={index === 0}
              onClick={() => change(indent(items, index, 1), item)}
            />
            {item.type !== 'pages' && item.type !== 'block' && (
              <IconButton icon="edit" label={t.menus.edit({ name: nameOf(item) })} onClick={() => setEditing(index)} />
            )}
            <IconButton
              icon="trash"
              label={t.menus.remove({ name: nameOf(item) })}
              onClick={() => onChange(withoutItem(items, index))}
            />
          </li>
        ))}
      </ol>
      {editing !== undefined && items[editing] && (
        <ItemDialog
          item={items[editing]}
          onClose={() => setEditing(undefined)}
          onSave={(item) => {
            onChange(items.map((current, index) => (index === editing ? item : current)));
            setEditing(undefined);
          }}
        />
      )}
    </>
  );
}

interface ItemDialogProps {
  item: MenuItem;
  onSave(item: MenuItem): void;
  onClose(): void;
}

function ItemDialog({ item, onSave, onClose }: ItemDialogProps) {
  const [title, setTitle] = useState(item.title);
  const [url, setUrl] = useState(item.url);
  const isLink = item.type === 'custom';
  const needsTitle = isLink || item.block !== undefined;
  const leave = useUnsaved(title !== item.title || url !== item.url, onClose);
  const isValid = (!needsTitle || title.trim() !== '') && (!isLink || url.trim() !== '');
  return (
    <Dialog
      title={t.menus.edit({ name: nameOf(item) })}
      size="small"
      onClose={leave}
      onSubmit={() => isValid && onSave({ ...item, title, url, ...(isLink && { label: title }) })}
      footer={
        <>
          <Button onClick={leave}>{t.actions.cancel}</Button>
          <Button type="submit" kind="primary" disabled={!isValid}>
            {t.actions.apply}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t.menus.text}
          help={needsTitle ? undefined : t.menus.textHelp({ label: item.label })}
          value={title}
          onChange={setTitle}
          input={{ autofocus: true }}
        />
        {isLink && <TextField label={t.menus.address} value={url} onChange={setUrl} />}
      </div>
    </Dialog>
  );
}
