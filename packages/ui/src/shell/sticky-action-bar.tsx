import type { ReactNode } from 'react';
import { useKeyboardCover } from './keyboard.ts';

/** Renders a screen's actions side by side, of equal size; a keyboard lifts them instead of covering them. */
export function StickyActionBar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  const covered = useKeyboardCover();
  return (
    <footer className="actions" style={{ '--lift': `${covered}px` }}>
      <div className="pair">{children}</div>
      {note !== undefined && <p className="actions__note">{note}</p>}
    </footer>
  );
}
