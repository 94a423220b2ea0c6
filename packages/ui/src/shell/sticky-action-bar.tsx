import type { ReactNode } from 'react';
import { useKeyboardCover } from './keyboard.ts';

/** The answers of a screen, side by side and of one size; a keyboard lifts them, it does not cover them. */
export function StickyActionBar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  const covered = useKeyboardCover();
  return (
    <footer className="actions" style={{ '--lift': `${covered}px` }}>
      <div className="pair">{children}</div>
      {note !== undefined && <p className="actions__note">{note}</p>}
    </footer>
  );
}
