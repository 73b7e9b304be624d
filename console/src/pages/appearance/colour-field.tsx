import { contrast, isHexColour, lowestContrast, mixed, READABLE, readableOn } from '../../../../src/text/contrast';
import { formatNumber } from '../../lib/dates';
import { t } from '../../texts';
import { Button, Checkbox } from '../../ui/controls';
import { type PublicSite } from '../system/public-site-card';

const texts = t.appearance;

type Name = 'accent' | 'background' | 'text';

/** What the theme has where the owner chose nothing. */
const THEME = { accent: '#2a47bb', background: '#ffffff', text: '#1b1e23' };

const colourOf = (values: PublicSite, name: Name) => (isHexColour(values[name]) ? values[name] : THEME[name]);

/** Quotations and code have a shade of the background. */
function backgrounds(values: PublicSite): string[] {
  const background = colourOf(values, 'background');
  return [background, mixed(background, colourOf(values, 'text'), 0.04)];
}

const contrastOf = (values: PublicSite, name: Name) => lowestContrast(colourOf(values, name), backgrounds(values));

/** The lowest contrast of what the owner chose. The theme's own accents are made for its background. */
export function lowest(values: PublicSite): number {
  const names = (['accent', 'text'] as const).filter((name) => name === 'text' || values[name] !== '');
  return Math.min(...names.map((name) => contrastOf(values, name)));
}

interface Props {
  name: Name;
  values: PublicSite;
  onChange(values: Partial<PublicSite>): void;
}

/** A colour of the owner's own, with its contrast and the nearest one that can be read. */
export function ColourField({ name, values, onChange }: Props) {
  const label = texts.labels[name];
  const value = values[name];
  const ratio =
    name === 'background' ? contrast(colourOf(values, 'text'), value || THEME.background) : contrastOf(values, name);
  const isReadable = ratio >= READABLE;
  return (
    <div class="field">
      <Checkbox
        label={label}
        checked={value !== ''}
        onChange={(isOwn) => onChange({ [name]: isOwn ? THEME[name] : '' })}
      />
      {value !== '' && (
        <div class="row">
          <input
            type="color"
            class="color-input"
            aria-label={label}
            value={value}
            onInput={(event) => onChange({ [name]: event.currentTarget.value })}
          />
          <span class={isReadable ? 'muted small' : 'field-error'}>
            {texts.contrast({ ratio: formatNumber(Math.floor(ratio * 10) / 10) })}
          </span>
          {!isReadable && name !== 'background' && (
            <Button small onClick={() => onChange({ [name]: readableOn(value, backgrounds(values)) })}>
              {texts.readable}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
