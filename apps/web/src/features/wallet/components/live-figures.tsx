import { durationText, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/texts.ts';
import type { PriceMark } from '../model/price-marks.ts';
import { useStale } from './use-stale.ts';

type Props = { updatedAt: number; marks: readonly PriceMark[]; children: ReactNode };

/** Figures are as fresh as the line they come by and the oldest price in them: else they are dimmed, and it is said since when. */
export function LiveFigures({ updatedAt, marks, children }: Props) {
  const text = useText();
  const silentMs = useStale(updatedAt, marks);
  return (
    <Stale stale={silentMs !== undefined} badge={text('system.stale', { time: durationText(silentMs ?? 0) })}>
      {children}
    </Stale>
  );
}
