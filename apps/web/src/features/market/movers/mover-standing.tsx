import { FRESHNESS } from '@app/domain/market';
import { durationText, StaleBadge, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useStandstill } from '../../../data/market/use-quotes.ts';
import { useSimulatedAmong } from '../list/row-simulated.ts';

/**
 * Shows what applies to all prices below a header: paused or simulated. Where only some are simulated, their rows are
 * labelled.
 */
export function HowPricesAre({ markets }: { markets: readonly MarketInfo[] }) {
  const text = useText();
  const standstillMs = useStandstill();
  const isSimulated = useSimulatedAmong(markets) === 'all';
  return (
    <>
      {isSimulated && (
        <span className="simulated">
          <Tag>{text('market.movers.simulated')}</Tag>
        </span>
      )}
      {standstillMs !== undefined && (
        <StaleBadge>{text('system.stale', { time: durationText(standstillMs) })}</StaleBadge>
      )}
    </>
  );
}

/** Returns whether all prices have been paused for so long that they must not look live. */
export const useDeadPrices = (): boolean => (useStandstill() ?? 0) >= FRESHNESS.dimmed;
