import { type ComponentType, h } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../texts';
import { theme } from '../shell/theme';
import { Button, Checkbox, Select, TextArea, TextField } from '../ui/controls';
import { Card, EmptyState, ErrorNote, Loading, Note, Page } from '../ui/layout';
import { toast } from '../ui/toasts';
import { request } from './api';
import { navigate } from './router';
import { CONSOLE_URL, type Extension, session } from './session';
import { useStore } from './store';

/** The part of an extension that edits one meta value. */
export interface FieldEditorProps {
  label: string;
  value: unknown;
  onChange(value: unknown): void;
}

/** What the default export of an extension's script returns. */
interface ExtensionParts {
  Page?: ComponentType;
  Card?: ComponentType;
  fields?: Readonly<Record<string, ComponentType<FieldEditorProps>>>;
}

/** What extensions may use: elements and hooks of Preact, the console's components, and requests with the session. */
const host = {
  h,
  hooks: { useCallback, useEffect, useMemo, useRef, useState },
  components: { Button, Card, Checkbox, EmptyState, ErrorNote, Loading, Note, Page, Select, TextArea, TextField },
  api: { request },
  useTheme: () => useStore(theme),
  useSite: () => useStore(session)?.site,
  navigate,
  toast,
};

const loaded = new Map<string, Promise<ExtensionParts>>();

function load({ name, script }: Extension): Promise<ExtensionParts> {
  let parts = loaded.get(name);
  if (!parts) {
    parts = (
      import(new URL(script, CONSOLE_URL).href) as Promise<{ default(given: typeof host): ExtensionParts }>
    ).then((module) => module.default(host));
    parts.catch(() => loaded.delete(name));
    loaded.set(name, parts);
  }
  return parts;
}

export function useExtensions(): readonly Extension[] {
  return useStore(session)?.extensions ?? [];
}

interface PartProps<P> {
  extension: Extension;
  part(parts: ExtensionParts): ComponentType<P> | undefined;
  props: P;
}

/** A component of an extension, whose script is loaded when it is first shown. */
export function ExtensionPart<P extends object>({ extension, part, props }: PartProps<P>) {
  const [parts, setParts] = useState<ExtensionParts>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    load(extension).then(setParts, setError);
  }, [extension.name]);
  const Component = parts && part(parts);
  if (error !== undefined || (parts && !Component))
    return <ErrorNote error={new Error(t.errors.extension({ name: extension.name }))} />;
  return Component ? h(Component as ComponentType<object>, props) : <Loading />;
}

export const extensionPath = ({ name }: Extension) => `extensions/${name}`;

/** The cards of extensions on the overview. */
export function ExtensionCards() {
  const cards = useExtensions().filter(({ card }) => card !== null);
  if (cards.length === 0) return null;
  return (
    <div class="grid">
      {cards.map((extension) => (
        <Card key={extension.name} title={extension.card!}>
          <ExtensionPart extension={extension} part={(parts) => parts.Card} props={{}} />
        </Card>
      ))}
    </div>
  );
}
