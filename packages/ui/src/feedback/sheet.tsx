import { lazy, Suspense, useEffect, useState } from 'react';
import type { SheetProps } from './sheet-body.tsx';

const fetchBody = () => import('./sheet-body.tsx');
const Body = lazy(async () => ({ default: (await fetchBody()).SheetBody }));
/** Delay before prefetching, so that the screen's own resources load first. */
const AT_REST_MS = 2_500;

/**
 * Renders a sheet lazily, because it is heavy and closed at first: its code is fetched when the screen is idle and
 * rendered when opened.
 */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(props.open);
  if (props.open && !wasOpened) setOpened(true);
  useEffect(() => {
    const timer = setTimeout(() => void fetchBody().catch(() => undefined), AT_REST_MS); // Fetched again when opened.
    return () => clearTimeout(timer);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Body {...props} />
    </Suspense>
  );
}
