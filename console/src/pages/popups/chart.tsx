import uPlot from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import { formatTime } from '../../lib/dates';
import { useStore } from '../../lib/store';
import { theme } from '../../shell/theme';

export interface Series {
  label: string;
  values: readonly (number | null)[];
  /** A design token. */
  color: string;
}

interface ChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  /** Unix seconds. */
  times: readonly number[];
  unit: keyof typeof UNITS;
  series: readonly Series[];
  format?(value: number): string;
}

const HEIGHT = 190;

/** Days are dates of the site, which begin at midnight UTC here; minutes are shown in the browser's time. */
const UNITS = {
  day: { zone: 'UTC', tick: { day: 'numeric', month: 'short' }, full: { dateStyle: 'medium' } },
  minute: { zone: undefined, tick: { timeStyle: 'short' }, full: { dateStyle: 'medium', timeStyle: 'short' } },
} as const satisfies Record<
  string,
  { zone?: string; tick: Intl.DateTimeFormatOptions; full: Intl.DateTimeFormatOptions }
>;

/** Ticks may be closer to each other than their labels can say. */
const withoutRepeats = (labels: string[]) => labels.map((text, index) => (text === labels[index - 1] ? '' : text));

export function Chart({ label, times, unit, series, format = String }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const look = useStore(theme);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const axis = { stroke: token('--text-3'), grid: { stroke: token('--border'), width: 1 }, ticks: { show: false } };
    const { zone: timeZone, tick, full } = UNITS[unit];
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { y: false },
        legend: { live: true },
        scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
        ...(timeZone && { tzDate: (time) => uPlot.tzDate(new Date(time * 1000), timeZone) }),
        axes: [
          {
            ...axis,
            values: (_, ticks) => withoutRepeats(ticks.map((time) => formatTime(time, { ...tick, timeZone }))),
          },
          {
            ...axis,
            size: 54,
            values: (_, ticks) =>
              withoutRepeats(ticks.map((tick) => (Number.isInteger(tick) || format !== String ? format(tick) : ''))),
          },
        ],
        series: [
          {
            label: '',
            value: (_, time: number | null) => (time === null ? '' : formatTime(time, { ...full, timeZone })),
          },
          ...series.map(({ label: name, color }) => ({
            label: name,
            stroke: token(color),
            fill: `${token(color)}22`,
            width: 2,
            points: { show: false },
            value: (_: uPlot, value: number | null) => (value === null ? '' : format(value)),
          })),
        ],
      },
      [[...times], ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [look, times, unit, series]);
  return <div ref={box} class="chart" role="img" aria-label={label} />;
}
