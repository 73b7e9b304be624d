import { type DiagnosticResult, type DoctorContext, warn } from '../../platform/diagnostics/diagnostic-result.js';
import { findHalfRestored } from './restored-entries.store.js';

const MAX_NAMED = 10;

/** Entries that were taken out of the trash without their comments or their slug. */
export async function checkRestoredEntries({ database }: Pick<DoctorContext, 'database'>): Promise<DiagnosticResult[]> {
  const { withoutComments, drafts, published } = await findHalfRestored(database);
  const repairable = [...new Set([...withoutComments, ...drafts])];
  return [
    ...(repairable.length === 0
      ? []
      : [
          warn(
            'trash',
            `${repairable.length} entries were taken out of the trash without their comments or their slug: ${named(repairable)}.`,
            'Run `nestpress doctor --repair`, which gives the comments their former statuses.',
          ),
        ]),
    ...(published.length === 0
      ? []
      : [
          warn(
            'trash',
            `${published.length} published entries have an address of the trash: ${named(published)}.`,
            'Give each another slug; its former address then redirects.',
          ),
        ]),
  ];
}

const named = (ids: readonly number[]) =>
  ids.slice(0, MAX_NAMED).join(', ') + (ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '');
