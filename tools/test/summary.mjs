/** More files than this that passed only in their second run are no coincidence. */
const MAX_FLAKY = 3;

/** The failed tests, and too many flaky files as a failure of their own. */
export function failures({ failed, flaky }) {
  if (flaky.length <= MAX_FLAKY) return failed;
  return [...failed, `${flaky.length} files needed a second run; at most ${MAX_FLAKY} may`];
}

/** The closing lines of a run: failures, flaky files, skips grouped by reason, and the counts. */
export function summarize(result) {
  const { passed, flaky, skipped } = result;
  const failed = failures(result);
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
