import { Note } from '@app/ui';

/** Error that belongs to no field. */
export function FormNote({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <div role="alert">
      <Note icon="warn" tone="danger">
        {message}
      </Note>
    </div>
  );
}
