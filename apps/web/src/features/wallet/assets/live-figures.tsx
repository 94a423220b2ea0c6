import { durationText, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { PriceMark } from '../valuation/price-marks.ts';
import { useStale } from '../valuation/use-stale.ts';

type Props = { updatedAt: number; marks: readonly PriceMark[]; children: ReactNode };

/**
 * Dims figures and shows since when they are stale; they are as fresh as the connection and the oldest price in them.
 */
export function LiveFigures({ updatedAt, marks, children }: Props) {
  const text = useText();
  const silentMs = useStale(updatedAt, marks);
  return (
    <Stale stale={silentMs !== undefined} badge={text('system.stale', { time: durationText(silentMs ?? 0) })}>
      {children}
    </Stale>
  );
}
