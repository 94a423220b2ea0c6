import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { CLOSE_ALL } from './close-all-button.tsx';
import type { DealSheetTarget } from './use-deal-sheet.ts';

const LazyDealSheet = lazyPart(async () => (await import('./deal-sheet.tsx')).DealSheet);
const LazyCloseAll = lazyPart(async () => (await import('./close-all.tsx')).CloseAllSheet);

/** Fetches the sheets of positions when one is first opened. They stay mounted: a sheet outlives the row it came from. */
export function LaterSheets({ target }: { target: DealSheetTarget }) {
  const wasDealOpened = useEver(target.isOpen);
  const wasAllOpened = useEver(useSheet(CLOSE_ALL).isOpen);
  return (
    <Suspense>
      {wasDealOpened && <LazyDealSheet target={target} />}
      {wasAllOpened && <LazyCloseAll />}
    </Suspense>
  );
}

/** Returns whether something was ever so while the component was mounted. */
function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return wasSo;
}
