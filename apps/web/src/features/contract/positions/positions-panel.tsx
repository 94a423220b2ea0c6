import { isPosition } from '@app/client/contract';
import { isVisitor } from '@app/client/session';
import { buttonClass, Empty, ListFailed } from '@app/ui';
import { Link } from 'react-router';
import { useOpenDeals } from '../../../data/account/deals.ts';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { LaterSheets } from './later-sheets.tsx';
import { ListVisitor } from './list-states.tsx';
import { PositionGhosts } from './position-card.tsx';
import { PositionCards } from './position-cards.tsx';
import { useDealSheet } from './use-deal-sheet.ts';

/** Shows the user's positions in a market on the chart page. */
export default function PositionsPanel({ symbol }: { symbol: string }) {
  return isVisitor(useSessionScope()) ? <ListVisitor /> : <OwnPositions symbol={symbol} />;
}

function OwnPositions({ symbol }: { symbol: string }) {
  const text = useText();
  const target = useDealSheet();
  const labels = useListLabels();
  const { data, error, refetch } = useOpenDeals();
  if (data === undefined)
    return error === null ? (
      <PositionGhosts count={1} />
    ) : (
      <ListFailed labels={labels} error={error} onRetry={refetch} />
    );
  const deals = data.filter(isPosition).filter((deal) => deal.symbol === symbol);
  const trade = (
    <Link
      className={buttonClass({ size: 'small' })}
      to={`/pages/transaction/contract?${new URLSearchParams({ symbol })}`}
    >
      {text('position.chart.trade', { symbol })}
    </Link>
  );
  return (
    <>
      {deals.length === 0 && <Empty title={text('position.chart.none', { symbol })} action={trade} />}
      <PositionCards deals={deals} show={target.show} />
      <LaterSheets target={target} />
    </>
  );
}
