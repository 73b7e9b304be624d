/** Line icons on a 24 px grid, drawn for the console. */
const PATHS = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  post: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  page: 'M7 3h7l5 5v13H7zM14 3v5h5',
  media: 'M4 5h16v14H4zM4 16l4.5-5 4 4.5 2.5-2.5 5 5M15.5 9.5h.01',
  comment: 'M4 5h16v11H10l-4 4v-4H4z',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.3c2.1.8 3.5 3 3.5 5.7',
  user: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20.5c0-3.9 3.1-6.5 7-6.5s7 2.6 7 6.5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  brush: 'M14.5 4.5l5 5L12 17H7v-5zM7 17c0 2-1.500 3-4 3 1-1 1-2 1.500-3 .5-1.200 1.500-1.500 2.500 0z',
  form: 'M5 4h14v16H5zM8 8h8M8 11.5h8v4H8z',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1.2 2.5h3.6L15 13h5',
  popup: 'M4 5h16v14H4zM8 9h8v6H8z',
  cache: 'M13 3L5 13.5h6L10 21l9-11.5h-6.5z',
  health: 'M3 12.5h4l2-6 4 11 2.5-7 1.5 2h4',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  spam: 'M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM12 8v5M12 16h.01',
  reply: 'M10 6L4 12l6 6v-4c5 0 8 1.5 10 5 0-6-3.5-9.5-10-9.5z',
  restore: 'M5 12a7 7 0 1 0 2-5L5 9M5 4v5h5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  upload: 'M12 16V5M7 9.5L12 4.5l5 5M4 16v4h16v-4',
  download: 'M12 4v11M7 11l5 5 5-5M4 16v4h16v-4',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  signOut: 'M14 4H5v16h9M10 12h10M16.5 8.5L20 12l-3.5 3.5',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2h.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5M12 8h.01',
  chevronDown: 'M6 9.5l6 6 6-6',
  chevronLeft: 'M14.5 6l-6 6 6 6',
  chevronRight: 'M9.5 6l6 6-6 6',
  sortUp: 'M12 18V6M7 11l5-5 5 5',
  sortDown: 'M12 6v12M7 13l5 5 5-5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  mail: 'M3.5 5.5h17v13h-17zM3.5 7l8.5 6 8.5-6',
  key: 'M8 16.5a4.5 4.5 0 1 1 4.3-5.8H21v4h-3V12M16 10.7v3',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01',
  entry: 'M6 3h12v18l-6-4-6 4z',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that point along the line of reading, and therefore are mirrored where that runs from right to left. */
const DIRECTED: ReadonlySet<IconName> = new Set([
  ...(['chevronLeft', 'chevronRight', 'external', 'history', 'list', 'reply', 'restore', 'signOut'] as const),
]);

/** Decorative: the control around it carries the name. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      class={DIRECTED.has(name) ? 'icon icon-directed' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The icon of a content type. */
export function typeIcon(slug: string): IconName {
  return slug === 'post' || slug === 'page' ? slug : 'entry';
}
