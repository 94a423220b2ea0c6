import { Note } from '@app/ui';

/** What went wrong and belongs to no field. */
export function FormNote({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <div role="alert">
      <Note icon="warn" tone="danger">
        {words}
      </Note>
    </div>
  );
}
