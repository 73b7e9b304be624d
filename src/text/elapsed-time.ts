const UNITS = [
  { name: 'year', seconds: 365 * 86_400 },
  { name: 'month', seconds: 30 * 86_400 },
  { name: 'week', seconds: 7 * 86_400 },
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const;

/** The time between two moments, in seconds since 1970, in its largest unit and rounded as WordPress does it: `2 weeks`. */
export function elapsedTime(from: number, to: number): string {
  const seconds = Math.floor(Math.abs(to - from));
  const unit = UNITS.find((one) => seconds >= one.seconds) ?? { name: 'second', seconds: 1 };
  const count = Math.max(1, Math.round(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
