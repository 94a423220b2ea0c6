import { Button, Panel, Sheet, SkeletonRows } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useLastKnown } from '../../../lib/use-last-known.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { useBet } from './bet-query.ts';
import { endingTitle } from './ending.ts';

/** Loaded when the first bet is opened or ends. */
const BetView = lazyPart(async () => (await import('./bet-view.tsx')).BetView);

type Props = {
  id: bigint | undefined;
  close: () => void;
  /** What else a page shows of a bet, below its facts. */
  more?: (bet: WireBet) => ReactNode;
};

/** Shows one bet: while it runs what it waits for, afterwards its result. */
export function BetSheet({ id, close, more }: Props) {
  const text = useText();
  // What was shown stays while the sheet closes.
  const { bet, isError, refetch } = useBet(useLastKnown(useSessionScope(), id));
  const title = bet === undefined ? text('seconds.result.open') : endingTitle(bet, text);
  return (
    <Sheet open={id !== undefined} onClose={close} title={title} closeLabel={text('system.close')}>
      {bet !== undefined && (
        <Panel loading={<SkeletonRows count={4} />}>
          <BetView bet={bet} close={close} more={more?.(bet)} />
        </Panel>
      )}
      {bet === undefined && !isError && <SkeletonRows count={4} />}
      {bet === undefined && isError && (
        <div className="grid justify-items-center gap-3 py-4" role="alert">
          <p>{text('system.load.failed')}</p>
          <Button size="small" onClick={() => void refetch()}>
            {text('system.retry')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
