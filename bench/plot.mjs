// Draws the comparison with WordPress of README.md: median processor time per request on a logarithmic axis, as SVG for light and dark pages.
import { figure, median } from './statistics.mjs';

const COLOURS = {
  light: {
    page: '#ffffff',
    text: '#1f2328',
    muted: '#59636e',
    grid: '#d8dee4',
    track: '#afb8c1',
    series: { wordpress: '#8c959f', plain: '#7fb4f5', checked: '#2f7de1', cached: '#0a3d91' },
  },
  dark: {
    page: '#0d1117',
    text: '#f0f6fc',
    muted: '#9198a1',
    grid: '#262c36',
    track: '#484f58',
    series: { wordpress: '#8b949e', plain: '#3a72bd', checked: '#4f97f5', cached: '#bcdcff' },
  },
};

const LABELS = {
  wordpress: 'WordPress 7.1',
  plain: 'Nestpress: no cache',
  checked: 'entry cache',
  cached: 'response cache hit',
};

const WIDTH = 880;
const LEFT = 176;
const RIGHT = WIDTH - 40;
const TOP = 118;
const ROW_HEIGHT = 54;
const RADIUS = 7;
/** Decades of milliseconds, with room for the labels of the outermost points. */
const DECADES = [0.1, 1, 10, 100];
const [LEAST, MOST] = [0.06, 450];

const round = (value) => Number(value.toFixed(1));

function x(milliseconds) {
  const share = Math.log(milliseconds / LEAST) / Math.log(MOST / LEAST);
  return round(LEFT + share * (RIGHT - LEFT));
}

const text = (left, top, content, attributes) => `<text x="${left}" y="${top}" ${attributes}>${content}</text>`;

function legend({ series, text: colour }) {
  let left = LEFT;
  return Object.entries(LABELS).map(([kind, label]) => {
    const entry =
      `<circle cx="${left + RADIUS}" cy="72" r="${RADIUS}" fill="${series[kind]}"/>` +
      text(left + 2 * RADIUS + 7, 77, label, `fill="${colour}"`);
    left += 2 * RADIUS + 30 + label.length * 7.1;
    return entry;
  });
}

function axis({ grid, muted }, bottom) {
  return DECADES.map(
    (decade) =>
      `<line x1="${x(decade)}" y1="${TOP - 16}" x2="${x(decade)}" y2="${bottom}" stroke="${grid}"/>` +
      text(x(decade), bottom + 20, `${decade} ms`, `fill="${muted}" text-anchor="middle" font-size="12"`),
  );
}

function row({ name, samples }, index, { series, text: colour, track }) {
  const y = TOP + index * ROW_HEIGHT + ROW_HEIGHT / 2;
  const points = Object.entries(samples).map(([kind, values]) => ({ kind, value: median(values) }));
  const ends = points.map(({ value }) => x(value));
  return [
    text(LEFT - 20, y + 5, name, `fill="${colour}" text-anchor="end" font-size="14"`),
    `<line x1="${Math.min(...ends)}" y1="${y}" x2="${Math.max(...ends)}" y2="${y}" stroke="${track}" stroke-width="2"/>`,
    ...points.map(
      ({ kind, value }) =>
        `<circle cx="${x(value)}" cy="${y}" r="${RADIUS}" fill="${series[kind]}"/>` +
        text(x(value), y - 13, figure(value), `fill="${colour}" text-anchor="middle" font-size="12"`),
    ),
  ];
}

/** `rows`: the name of each request and its samples in milliseconds by kind of response, in the order of LABELS. */
export function comparisonPlot(rows, scheme) {
  const colours = COLOURS[scheme];
  const bottom = TOP + rows.length * ROW_HEIGHT;
  const height = bottom + 36;
  const description = rows
    .map(({ name, samples }) => {
      const values = Object.entries(samples).map(([kind, all]) => `${LABELS[kind]} ${figure(median(all))} ms`);
      return `${name}: ${values.join(', ')}`;
    })
    .join('; ');
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13">`,
    '<title id="title">Processor time per request, WordPress and Nestpress</title>',
    `<desc id="description">${description}</desc>`,
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="${colours.page}"/>`,
    text(24, 34, 'Processor time per request', `fill="${colours.text}" font-size="17" font-weight="600"`),
    text(
      RIGHT,
      34,
      'server and database, logarithmic scale, less is better',
      `fill="${colours.muted}" text-anchor="end"`,
    ),
    ...legend(colours),
    ...axis(colours, bottom),
    ...rows.flatMap((request, index) => row(request, index, colours)),
    '</svg>',
  ].join('\n')}\n`;
}
