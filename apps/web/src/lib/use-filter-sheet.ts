import { useAfterClosing } from './use-after-closing.ts';
import { useSheet } from './use-sheet.ts';

/** Opens the sheet of a filter. The sheet is a history step: the address changes after that step is undone. */
export function useFilterSheet(name: string) {
  const sheet = useSheet(`filter-${name}`);
  const afterwards = useAfterClosing(sheet.isOpen);
  return {
    ...sheet,
    act: (change: () => void) => {
      afterwards(change)();
      sheet.close();
    },
  };
}
