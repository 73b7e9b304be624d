/** The help and the message of a field that has no label of its own. */
export function FieldNotes({ help, error }: { help?: string; error?: string }) {
  return (
    <>
      {help && <p class="help">{help}</p>}
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
