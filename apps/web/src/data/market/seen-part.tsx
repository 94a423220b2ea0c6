import { type ReactNode, useRef } from 'react';
import { useSeen } from '../../lib/use-seen.ts';
import { IsSeen } from './calm-quotes.ts';

type Props = { as?: 'div' | 'li'; children: ReactNode };

/** A part of a page whose figures follow prices only while it is on screen or close to it. */
export function SeenPart({ as: Element = 'div', children }: Props) {
  const box = useRef<HTMLDivElement & HTMLLIElement>(null);
  return (
    <Element ref={box}>
      <IsSeen value={useSeen(box)}>{children}</IsSeen>
    </Element>
  );
}
