import { lazy, Suspense, useEffect, useState } from 'react';
import type { SheetProps } from './sheet-body.tsx';

const fetchBody = () => import('./sheet-body.tsx');
const Body = lazy(async () => ({ default: (await fetchBody()).SheetBody }));
/** What the screen itself needs comes first. */
const AT_REST_MS = 2_500;

/** A sheet is heavy and closed at first: its part is fetched when the screen that has it is at rest, and drawn when opened. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(props.open);
  if (props.open && !wasOpened) setOpened(true);
  useEffect(() => {
    const timer = setTimeout(() => void fetchBody().catch(() => undefined), AT_REST_MS); // It is asked for again when opened.
    return () => clearTimeout(timer);
  }, []);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Body {...props} />
    </Suspense>
  );
}
