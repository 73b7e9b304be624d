import { t } from '../../texts';
import { type PageProps } from '../../shell/page-props';
import { Page } from '../../ui/layout';
import { ExportCard } from './export-card';
import { ImportCard } from './import-card';

/** Content that comes from another site, or goes to one, as an export file of WordPress. */
export function TransferPage({ sections }: PageProps) {
  return (
    <Page title={t.transfer.title} intro={t.transfer.intro}>
      <div class="stack">
        {sections.importing && <ImportCard mayCreateUsers={sections.users} />}
        {sections.exporting && <ExportCard types={sections.types} />}
      </div>
    </Page>
  );
}
