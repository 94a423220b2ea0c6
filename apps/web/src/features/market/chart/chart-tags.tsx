import type { PriceState } from '@app/domain/market';
import { durationText, StaleBadge, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

/** Shows warnings about a price. */
export function ChartTags({ state, isSimulated }: { state: PriceState; isSimulated: boolean }) {
  const text = useText();
  return (
    <span className="flex min-h-4.5 flex-wrap justify-end gap-1">
      {isSimulated && <Tag tone="info">{text('market.chart.simulated')}</Tag>}
      {state.kind === 'closed' && <Tag>{text('market.chart.closed')}</Tag>}
      {state.kind === 'halted' && <Tag tone="warn">{text('market.chart.halted')}</Tag>}
      {state.kind === 'paused' && <StaleBadge>{text('system.stale', { time: durationText(state.forMs) })}</StaleBadge>}
    </span>
  );
}
