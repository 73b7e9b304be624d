/** The closing lines of a run: failures, flaky files, skips grouped by reason, and the counts. */
export function summarize({ passed, failed, flaky, skipped }) {
  const reasons = new Map();
  for (const { reason, file } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), file]);
  return [
    ...flaky.map(
      ({ file, failedFirst }) => `flaky: ${file} passed only in a second run; before: ${failedFirst.join('; ')}`,
    ),
    ...[...reasons].map(([reason, files]) => `skipped: ${reason}${places(files)}`),
    ...failed.map((name) => `failed: ${name}`),
    `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ].join('\n');
}

function places(files) {
  const named = [...new Set(files.filter(Boolean))].sort();
  if (named.length === 0) return '';
  return ` (${files.length === named.length ? '' : `${files.length} tests in `}${named.join(', ')})`;
}
