import { momentText, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { ownZone } from './zoned-days.ts';

type Props = { query: { isRefetchError: boolean; dataUpdatedAt: number }; children: ReactNode };

/** Dims and dates the last known list while no updates can arrive; it stays usable. */
export function LastKnown({ query: { isRefetchError, dataUpdatedAt }, children }: Props) {
  const text = useText();
  const isCut = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  return (
    <Stale
      stale={isRefetchError || isCut}
      badge={text('system.stale', { time: momentText(dataUpdatedAt, ownZone(), Date.now()) })}
    >
      {children}
    </Stale>
  );
}
