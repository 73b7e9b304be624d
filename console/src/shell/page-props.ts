import { type Sections } from '../lib/permissions';
import { type ContentType, type Taxonomy } from '../lib/types';

/** What every page gets; `id` is the part of the path behind the page's name. */
export interface PageProps {
  sections: Sections;
  userId: number;
  id: string;
}

/** Pages of the entries of one content type. */
export interface EntryPageProps extends PageProps {
  type: ContentType;
}

/** The page of one taxonomy. */
export interface TermsPageProps extends PageProps {
  taxonomy: Taxonomy;
}
