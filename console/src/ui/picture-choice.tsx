import { type ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface PictureOption {
  value: string;
  label: string;
  help?: string;
  picture: ComponentChildren;
}

interface PictureChoiceProps {
  label: string;
  value: string;
  options: readonly PictureOption[];
  onChange(value: string): void;
}

/** One of a few things that are easier to choose by a picture. */
export function PictureChoice({ label, value, options, onChange }: PictureChoiceProps) {
  const name = useId();
  return (
    <fieldset class="plain-fieldset">
      <legend class="field-label">{label}</legend>
      <div class="picture-choice">
        {options.map((option) => (
          <label key={option.value} class="picture-option">
            {option.picture}
            <span class="checkbox">
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
                aria-describedby={option.help && `${name}-${option.value}`}
              />
              <span>{option.label}</span>
            </span>
            {option.help && (
              <span class="help" id={`${name}-${option.value}`}>
                {option.help}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
