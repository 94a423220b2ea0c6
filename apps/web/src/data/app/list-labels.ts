import { ownZone } from '../../lib/zoned-days.ts';
import { describeFailure } from '../call/describe-failure.ts';
import { useConnection } from '../socket/connection.ts';
import { useText } from './texts.ts';

/** Returns the texts of a list's states, and whether the connection is cut. */
export function useListLabels() {
  const text = useText();
  const isCut = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  return {
    failed: text('system.load.failed'),
    why: (error: Error) => describeFailure(error, text),
    retry: text('system.retry'),
    end: text('system.more.end'),
    stale: (time: string) => text('system.stale', { time }),
    zone: ownZone(),
    isCut,
  };
}
