import { FRESHNESS } from '@app/domain/market';
import { durationText, StaleBadge, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { useStandstill } from '../../../shared/use-quotes.ts';

/** What must be said of prices in a head. That they stand still comes before what they are. */
export function HowPricesAre() {
  const text = useText();
  const standstillMs = useStandstill();
  const isSimulated = useQuery(marketsQuery).data?.list.some(({ simulated }) => simulated) ?? false;
  if (standstillMs !== undefined)
    return <StaleBadge>{text('system.stale', { time: durationText(standstillMs) })}</StaleBadge>;
  return isSimulated ? <Tag>{text('market.movers.simulated')}</Tag> : null;
}

/** Whether all prices have stood still for so long that they must not look alive. */
export const useDeadPrices = (): boolean => (useStandstill() ?? 0) >= FRESHNESS.dimmed;
