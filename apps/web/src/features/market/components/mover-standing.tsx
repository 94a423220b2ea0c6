import { FRESHNESS } from '@app/domain/market';
import { durationText, StaleBadge, Tag } from '@app/ui';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { useStandstill } from '../../../shared/use-quotes.ts';
import { useSimulatedAmong } from './row-simulated.ts';

/** What must be said of all prices under a head: that they stand still, and that they are simulated. Where only some are, their rows say it. */
export function HowPricesAre({ markets }: { markets: readonly MarketInfo[] }) {
  const text = useText();
  const standstillMs = useStandstill();
  const isSimulated = useSimulatedAmong(markets) === 'all';
  return (
    <>
      {isSimulated && <Tag>{text('market.movers.simulated')}</Tag>}
      {standstillMs !== undefined && (
        <StaleBadge>{text('system.stale', { time: durationText(standstillMs) })}</StaleBadge>
      )}
    </>
  );
}

/** Whether all prices have stood still for so long that they must not look alive. */
export const useDeadPrices = (): boolean => (useStandstill() ?? 0) >= FRESHNESS.dimmed;
