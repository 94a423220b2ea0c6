import { Suspense, useState } from 'react';
import type { Deal, EndedDeal } from '../../../data/account/deals.ts';
import { loadTexts } from '../../../data/app/texts.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';

/** An open position, or one that has ended with its settlements. */
export type SharedDeal = Deal | EndedDeal;
export type ShareProps = { deal: SharedDeal; isOpen: boolean; close: () => void };

const LazySheet = lazyPart(async () => {
  const [{ SharePictureSheet }] = await Promise.all([import('./share-body.tsx'), loadTexts(['deals'])]);
  return SharePictureSheet;
});

/** Shows a picture of a deal to save or share. Any screen can open it: it brings its code and texts along. */
export function ShareSheet(props: ShareProps) {
  const [wasOpened, setOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <LazySheet {...props} />
    </Suspense>
  );
}
