import { type t } from '../../texts';

export const PATH = 'nestpress/v1/popups';

export interface Display {
  where: keyof typeof t.popups.places;
  when: keyof typeof t.popups.moments;
  /** Seconds or percent. */
  after: number;
  often: keyof typeof t.popups.frequencies;
  days: number;
  audience: keyof typeof t.popups.audiences;
}

export interface Popup {
  id: number;
  title: string;
  /** Only of a single popup, not in the list. */
  content?: string;
  status: string;
  display: Display;
}
