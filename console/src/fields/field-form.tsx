import { type ComponentType, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { isShown } from '../../../src/text/field-conditions';
import { t } from '../texts';
import { FieldControl } from './field-control';
import {
  type CompositeProps,
  type Control,
  type ControlProps,
  errorsBelow,
  type FieldValues,
  type FormProps,
  memberPath,
} from './field-spec';
import { LinkControl, PlaceControl, IconControl } from './parts-control';
import { GroupControl, LayoutsControl, RowsControl } from './rows-control';

/** The values around a form inside of another one: conditions may name them, too. */
const Around = createContext<FieldValues>({});

/** Controls that contain forms. */
const COMPOSITES: Partial<Record<Control['kind'], unknown>> = {
  group: GroupControl,
  rows: RowsControl,
  layouts: LayoutsControl,
  link: LinkControl,
  place: PlaceControl,
  icon: IconControl,
};

function AnyControl(props: ControlProps) {
  const Composite = COMPOSITES[props.spec.control.kind] as ComponentType<CompositeProps<Control['kind']>> | undefined;
  return Composite ? <Composite {...props} Form={FieldForm} /> : <FieldControl {...props} />;
}

/** Fields with their values, under tabs where some have one. Those whose conditions do not hold are hidden, not deleted. */
export function FieldForm({ fields, values, errors = {}, path = '', control, onChange }: FormProps) {
  const scope = { ...useContext(Around), ...values };
  const shown = fields.filter(({ when }) => isShown(when, scope));
  const tabs = [...new Set(shown.map(({ tab }) => tab ?? ''))];
  const [chosen, setChosen] = useState<string>();
  const current = chosen !== undefined && tabs.includes(chosen) ? chosen : tabs[0];
  const hasTabs = tabs.length > 1 || (tabs[0] ?? '') !== '';
  const hasError = (tab: string) =>
    shown.some(({ name, tab: own = '' }) => own === tab && errorsBelow(errors, memberPath(path, name)) !== undefined);
  return (
    <Around.Provider value={scope}>
      <div class="stack">
        {hasTabs && (
          <div class="field-tabs" role="group" aria-label={t.fields.tabs}>
            {tabs.map((tab) => (
              <button
                key={tab}
                type="button"
                class={`field-tab${hasError(tab) ? ' has-error' : ''}`}
                aria-pressed={tab === current}
                onClick={() => setChosen(tab)}
              >
                {tab === '' ? t.fields.general : tab}
                {hasError(tab) && <span class="visually-hidden"> {t.fields.hasErrors}</span>}
              </button>
            ))}
          </div>
        )}
        {shown
          .filter(({ tab = '' }) => !hasTabs || tab === current)
          .map(
            (spec) =>
              control?.(spec) ?? (
                <AnyControl
                  key={spec.name}
                  spec={spec}
                  path={memberPath(path, spec.name)}
                  value={values[spec.name]}
                  errors={errors}
                  onChange={(value) => onChange({ ...values, [spec.name]: value })}
                />
              ),
          )}
      </div>
    </Around.Provider>
  );
}
