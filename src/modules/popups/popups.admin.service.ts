import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { DEFAULT_DISPLAY, type PopupDisplay } from './popup-display.js';
import { unknownPopup } from './popups.admin.policy.js';
import { PopupsStore, type PopupSummary } from './popups.store.js';
import { PopupsWriter } from './popups.writer.js';

const DAY_MS = 86_400_000;

export interface PopupInput {
  title?: string;
  content?: string;
  status?: string;
  /** Members that are not sent keep their values. */
  display?: Partial<PopupDisplay>;
}

/** Popups and what visitors did with them, as nestpress/v1 shows them. */
@Injectable()
export class PopupsAdminService {
  constructor(
    private readonly popups: PopupsStore,
    private readonly writer: PopupsWriter,
  ) {}

  async list(): Promise<Item[]> {
    return (await this.popups.list()).map((popup) => present(popup));
  }

  async read(id: number): Promise<Item> {
    const [popup, content] = await Promise.all([this.find(id), this.popups.contentOf(id)]);
    if (!popup) throw unknownPopup();
    return present(popup, content);
  }

  /** Returns the new popup's id. */
  create(ctx: RequestContext, { display, ...popup }: PopupInput): Promise<number> {
    return this.writer.create({ ...popup, display: { ...DEFAULT_DISPLAY, ...display } }, ctx);
  }

  async update(ctx: RequestContext, id: number, { display, ...changes }: PopupInput): Promise<void> {
    const stored = display && (await this.find(id))?.display;
    await this.writer.update(id, { ...changes, ...(stored && { display: { ...stored, ...display } }) }, ctx);
  }

  async delete(id: number): Promise<void> {
    await this.writer.delete(id);
  }

  /** Opens and conversions of each of the last days, including today. */
  async statistics(id: number, days: number): Promise<object[]> {
    const today = Date.now();
    const dates = Array.from({ length: days }, (_, index) => dateOf(today - (days - 1 - index) * DAY_MS));
    const counts = await this.popups.days(id, dates[0]!);
    const total = (date: string, event: string) =>
      counts
        .filter((count) => count.day === date && count.event === event)
        .reduce((sum, { counted }) => sum + Number(counted), 0);
    return dates.map((date) => ({ date, opened: total(date, 'open'), converted: total(date, 'conversion') }));
  }

  private async find(id: number): Promise<PopupSummary | undefined> {
    return (await this.popups.list()).find((popup) => popup.id === id);
  }
}

/** Lists leave out the content. */
function present({ id, title, status, opened, converted, display }: PopupSummary, content?: string): Item {
  const members = { id, title, ...(content !== undefined && { content }), status };
  return new Item({ ...members, display: { ...display }, opened, converted });
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
