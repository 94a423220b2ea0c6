import { Button, Note } from '@app/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../data/app/texts.ts';

/** Renders a label and value in place of a form field, at the same height. */
export function ReadonlyField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="field field--s field--readonly">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}

/** Moves focus to the heading of the content that replaces a pressed button; otherwise focus falls back to the page. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = box.current?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}

/** Shown when rules or balances failed to load: without them nothing can be checked. */
export function NotLoaded({ retry }: { retry: () => void }) {
  const text = useText();
  return (
    <Note icon="warn" tone="warn">
      <span className="block pb-2" role="alert">
        {text('system.load.failed')}
      </span>
      <Button size="small" onClick={retry}>
        {text('system.retry')}
      </Button>
    </Note>
  );
}
