import { useMutation } from '@tanstack/react-query';
import { saveAs } from './download.ts';
import { serverNow } from './server-clock.ts';

type File = {
  /** First part of the file's name; the day follows. */
  readonly name: string;
  /** Fetches all pages of what is saved. */
  readonly write: () => Promise<string>;
  readonly onFailure: (error: Error) => void;
};

/** Returns how a list is saved as a file. */
export function useCsvFile({ name, write, onFailure }: File) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = new Blob([await write()], { type: 'text/csv;charset=utf-8' });
      saveAs(file, `${name}-${new Date(serverNow()).toISOString().slice(0, 10)}.csv`);
    },
    onError: onFailure,
  });
  return { save: () => mutate(), isSaving: isPending };
}
