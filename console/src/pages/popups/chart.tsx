import uPlot from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
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
  series: readonly Series[];
  format?(value: number): string;
}

const HEIGHT = 190;

export function Chart({ label, times, series, format = String }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const look = useStore(theme);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const axis = { stroke: token('--text-3'), grid: { stroke: token('--border'), width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { y: false },
        legend: { live: true },
        scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
        axes: [
          axis,
          {
            ...axis,
            size: 54,
            values: (_, ticks) =>
              ticks.map((tick) => (Number.isInteger(tick) || format !== String ? format(tick) : '')),
          },
        ],
        series: [
          {},
          ...series.map(({ label: name, color }) => ({
            label: name,
            stroke: token(color),
            fill: `${token(color)}22`,
            width: 2,
            points: { show: false },
            value: (_: uPlot, value: number | null) => (value === null ? '–' : format(value)),
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
  }, [look, times, series]);
  return <div ref={box} class="chart" role="img" aria-label={label} />;
}
