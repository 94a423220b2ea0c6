import { type ComponentType, useEffect, useState } from 'react';
import type { SheetProps } from './sheet-body.tsx';

type Body = ComponentType<SheetProps>;
let fetched: Body | undefined;

/** Fetches the code of all sheets once; after a failure the next call fetches it again. */
async function fetchBody(): Promise<Body> {
  fetched ??= (await import('./sheet-body.tsx')).SheetBody;
  return fetched;
}

/** Delay before prefetching, so that the screen's own resources load first. */
const AT_REST_MS = 2_500;

/**
 * Renders a sheet lazily, because it is heavy and closed at first: its code is fetched when the screen is idle and
 * rendered when opened. A sheet whose code cannot be fetched closes, so that the page stays and can open it again.
 */
export function Sheet(props: SheetProps) {
  const { open, onClose } = props;
  const [wasOpened, setOpened] = useState(open);
  const [SheetBody, setBody] = useState(() => fetched);
  if (open && !wasOpened) setOpened(true);
  useEffect(() => {
    const timer = setTimeout(() => void fetchBody().catch(() => undefined), AT_REST_MS); // Fetched again when opened.
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!open || SheetBody !== undefined) return undefined;
    let isWanted = true;
    void fetchBody().then(
      (body) => isWanted && setBody(() => body),
      () => isWanted && onClose(),
    );
    return () => {
      isWanted = false;
    };
  }, [open, SheetBody, onClose]);
  if (!wasOpened || SheetBody === undefined) return null;
  return <SheetBody {...props} />;
}
