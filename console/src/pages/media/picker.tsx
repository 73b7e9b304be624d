import { useState } from 'preact/hooks';
import { t } from '../../texts';
import { get } from '../../lib/api';
import { useAction } from '../../lib/queries';
import { type Media } from '../../lib/types';
import { Button, SearchBox } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { EmptyState, Ready } from '../../ui/layout';
import { Pagination, Toolbar } from '../../ui/lists';
import { MediaGrid, useMediaList } from './media-list';
import { DropTarget, UploadButton, UploadList } from './upload-area';

interface PickerProps {
  title: string;
  onlyImages?: boolean;
  /** Label of the button that confirms the choice. */
  confirm?: string;
  /** Several files can be chosen; those that are chosen already. */
  several?: readonly number[];
  /** At least one file, in the order in which they were chosen. */
  onPick(media: readonly Media[]): void;
  onClose(): void;
}

/** Chooses files of the library, or uploads them. */
export function MediaPicker({ title, onlyImages, confirm, several, onPick, onClose }: PickerProps) {
  const [filter, setFilter] = useState({ search: '', type: onlyImages ? 'image' : '', page: 1 });
  const [chosen, setChosen] = useState<readonly number[]>(several ?? []);
  const { list } = useMediaList(filter);
  const pick = useAction(async () => {
    const query = { context: 'edit', include: chosen, per_page: 100 };
    const { data } = await get<Media[]>('wp/v2/media', query);
    onPick(chosen.flatMap((id) => data.find((media) => media.id === id) ?? []));
  });
  const onUploaded = ({ id }: Media) => setChosen((before) => (several ? [...before, id] : [id]));
  const toggle = ({ id }: Media) =>
    setChosen((before) => {
      if (!several) return [id];
      return before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
    });
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          {several && chosen.length > 0 && (
            <span class="muted small">{t.lists.selected({ count: chosen.length })}</span>
          )}
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button kind="primary" disabled={chosen.length === 0} isBusy={pick.isBusy} onClick={() => void pick.run()}>
            {confirm ?? t.media.insert}
          </Button>
        </>
      }
    >
      <DropTarget onDone={onUploaded} />
      <Toolbar>
        <SearchBox
          label={t.media.search}
          value={filter.search}
          onSearch={(search) => setFilter({ ...filter, search, page: 1 })}
        />
        <UploadButton onDone={onUploaded} />
      </Toolbar>
      <UploadList />
      <Ready query={list}>
        {({ data, total = 0, pages = 1 }) =>
          data.length === 0 ? (
            <EmptyState icon="media" title={filter.search ? t.lists.nothing : t.media.empty}>
              <p>{filter.search ? t.lists.nothingText : t.media.emptyText}</p>
            </EmptyState>
          ) : (
            <>
              <MediaGrid items={data} selected={chosen} onOpen={toggle} onEnter={() => void pick.run()} />
              <Pagination
                page={filter.page}
                pages={pages}
                total={total}
                onChange={(page) => setFilter({ ...filter, page })}
              />
            </>
          )
        }
      </Ready>
    </Dialog>
  );
}
