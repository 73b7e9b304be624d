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
  onPick(media: Media): void;
  onClose(): void;
}

/** Chooses a file of the library, or uploads one. */
export function MediaPicker({ title, onlyImages, onPick, onClose }: PickerProps) {
  const [filter, setFilter] = useState({ search: '', type: onlyImages ? 'image' : '', page: 1 });
  const [chosen, setChosen] = useState<number>(0);
  const list = useMediaList(filter);
  const pick = useAction(async () => onPick((await get<Media>(`wp/v2/media/${chosen}`, { context: 'edit' })).data));
  const onUploaded = ({ id }: Media) => setChosen(id);
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button kind="primary" disabled={chosen === 0} isBusy={pick.isBusy} onClick={() => void pick.run()}>
            {t.media.insert}
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
              <MediaGrid items={data} selected={chosen} onOpen={({ id }) => setChosen(id)} />
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
