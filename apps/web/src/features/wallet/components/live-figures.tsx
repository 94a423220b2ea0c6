import { durationText, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { useConnection } from '../../../shared/connection.ts';
import { useFreshness } from '../../../shared/freshness.ts';
import { useText } from '../../../shared/texts.ts';

/** Figures are as fresh as the line they come by: without one they are dimmed, and it is said since when. */
export function LiveFigures({ updatedAt, children }: { updatedAt: number; children: ReactNode }) {
  const text = useText();
  const heardAt = useConnection((connection) => connection.heardAt);
  const { freshness, silentMs } = useFreshness(Math.max(heardAt, updatedAt));
  return (
    <Stale stale={freshness === 'stale'} badge={text('system.stale', { time: durationText(silentMs) })}>
      {children}
    </Stale>
  );
}
