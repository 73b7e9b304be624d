import { useId } from 'preact/hooks';
import { t } from '../texts';
import { Icon } from './icons';

interface FileInputProps {
  label: string;
  accept: string;
  /** Name of the chosen file. */
  name?: string | undefined;
  disabled?: boolean;
  onChoose(file: File | undefined, input: HTMLInputElement): void;
}

/**
 * A file that is chosen, or dropped on the field. The browser's own control, whose texts are in the language of the browser, lies on top
 * without being seen.
 */
export function FileInput({ label, accept, name, disabled = false, onChoose }: FileInputProps) {
  const id = useId();
  return (
    <div class="field">
      <span class="field-label" id={`${id}-label`}>
        {label}
      </span>
      <div class="input file-input" data-disabled={disabled}>
        <span class="button button-small" id={id}>
          <Icon name="upload" size={16} />
          {t.fields.chooseFile}
        </span>
        <bdi class="file-name">{name}</bdi>
        <input
          type="file"
          accept={accept}
          aria-labelledby={`${id}-label ${id}`}
          disabled={disabled}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0], currentTarget)}
        />
      </div>
    </div>
  );
}
