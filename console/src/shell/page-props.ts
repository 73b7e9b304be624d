import { type Sections } from '../lib/permissions';

/** What every page gets; `id` is the part of the path behind the page's name. */
export interface PageProps {
  sections: Sections;
  userId: number;
  id: string;
}
