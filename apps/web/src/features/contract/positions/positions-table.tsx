import { isPending, isPosition, type OpenDeal } from '@app/client/contract';
import { isVisitor } from '@app/client/session';
import { directionOf } from '@app/money';
import { Button, Icon, LastKnown, ListFailed, Tabs } from '@app/ui';
import { memo, useState } from 'react';
import { useListLabels } from '../../../data/app/list-labels.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { contractName } from '../contract-name.ts';
import { useAccountFigures } from '../position/use-position.ts';
import { useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';
import { CloseAllButton } from './close-all-button.tsx';
import { LiveLine, LiveResult, SideTag, StateTag } from './deal-parts.tsx';
import { baseOf, distanceText, MONEY_PLACES, moneyText, priceText, signedText, sizeText } from './deal-texts.ts';
import { LaterSheets } from './later-sheets.tsx';
import { HistoryLink, ListVisitor, NothingListed } from './list-states.tsx';
import { type Held, useHeld, useLiveFigures, usePrecision } from './live-figures.ts';
import { PendingOrders } from './pending-orders.tsx';
import { PositionGhosts, type PositionRowProps } from './position-card.tsx';
import { HideMarkets, hideOtherMarkets, type PositionsTab, TABS, useListed } from './positions-tabs.tsx';
import { type DealSheetTarget, useDealSheet } from './use-deal-sheet.ts';

/** Shows the user's positions as a table below a wide chart, and the pending orders beside it. */
export function PositionsTable({ market }: { market: MarketInfo }) {
  const text = useText();
  const [tab, setTab] = useState<PositionsTab>('positions');
  const target = useDealSheet();
  const { counts, list } = useListed(market.symbol);
  const isNobodys = isVisitor(useSessionScope());
  return (
    <>
      <Tabs
        label={text('position.label')}
        tabs={TABS.map((value) => ({
          value,
          label: text(`position.tab.${value}`),
          ...(counts !== undefined && { count: counts[value] }),
        }))}
        value={tab}
        onChange={setTab}
        end={
          <>
            <HistoryLink />
            {!isNobodys && (
              <span className="pos-tools">
                <HideMarkets />
                <OpenResult />
                {counts !== undefined && counts.positions > 0 && <CloseAllButton />}
              </span>
            )}
          </>
        }
      >
        {isNobodys ? <ListVisitor /> : <TableList tab={tab} list={list} target={target} />}
      </Tabs>
      <LaterSheets target={target} />
    </>
  );
}

/** Shows the result of all positions together, twice a second at most. */
function OpenResult() {
  const text = useText();
  const figures = useAccountFigures();
  const tone = figures === undefined ? 'flat' : directionOf(figures.result, MONEY_PLACES);
  return (
    <span className="text-label text-ink-3">
      {text('position.open_result')} <b className={`pos-tone tone-${tone}`}>{signedText(figures?.result)}</b>
    </span>
  );
}

type ListProps = { tab: PositionsTab; list: ReturnType<typeof useListed>['list']; target: DealSheetTarget };

function TableList({ tab, list: { query, shown }, target }: ListProps) {
  const labels = useListLabels();
  const { data, error, refetch } = query;
  if (data === undefined || shown === undefined)
    return error === null ? (
      <PositionGhosts count={1} />
    ) : (
      <ListFailed labels={labels} error={error} onRetry={refetch} />
    );
  const wanted = tab === 'positions' ? isPosition : isPending;
  const hasOthers = data.some(wanted) && !shown.some(wanted);
  return (
    <LastKnown query={query} labels={labels}>
      {!shown.some(wanted) && (
        <NothingListed list={tab} showAll={hasOthers ? () => hideOtherMarkets(false) : undefined} />
      )}
      {tab === 'positions' ? (
        <PositionRows deals={shown.filter(isPosition)} show={target.show} />
      ) : (
        <PendingOrders deals={shown.filter(isPending)} show={target.show} />
      )}
    </LastKnown>
  );
}

type RowsProps = { deals: readonly OpenDeal[]; show: DealSheetTarget['show'] };

const COLUMNS = [
  ['contract', ''],
  ['size', 'table__n'],
  ['entry_mark', 'table__n'],
  ['line', ''],
  ['liq', 'table__n'],
  ['margin_fees', 'table__n'],
  ['tp_sl', 'table__n'],
  ['result', 'table__n'],
] as const;

function PositionRows({ deals, show }: RowsProps) {
  const text = useText();
  const { data: rulebook } = useRulebook();
  const termsOf = useTermsOf(deals.map(({ terms }) => terms));
  if (deals.length === 0) return null;
  return (
    <div className="overflow-x-auto">
      <table className="table pos-table" aria-label={text('position.tab.positions')}>
        <thead>
          <tr>
            {COLUMNS.map(([name, look]) => (
              <th key={name} scope="col" className={look}>
                {text(`position.${name}`)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{text('position.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {deals.map((deal) => (
            <PositionRow
              key={String(deal.id)}
              deal={deal}
              rules={rulebook?.markets.get(deal.symbol)}
              terms={termsOf(deal.terms)}
              show={show}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows one position in a line. It renders when the position changes; its figures follow the price by themselves. */
const PositionRow = memo(function PositionRow({ deal, rules, terms, show }: PositionRowProps) {
  const text = useText();
  const held = useHeld(deal, rules, terms);
  const precision = usePrecision(deal, rules);
  const stop = (price: OpenDeal['stop_loss_price']) =>
    price === null ? text('position.unset') : priceText(price, precision);
  const isClosing = deal.status === 2;
  return (
    <tr>
      <td>
        <p>{contractName(deal)}</p>
        <SideTag deal={deal} /> <StateTag deal={deal} />
      </td>
      <td className="table__n">
        <p>{sizeText(deal.share, deal)}</p>
        <p className="text-ink-3">{baseOf(deal.symbol)}</p>
      </td>
      <td className="table__n">
        <p>{priceText(deal.entry_price, precision)}</p>
        <p className="text-ink-3">
          <LiveMark held={held} precision={precision} />
        </p>
      </td>
      <td className="pos-table__line">
        <LiveLine held={held} precision={precision} />
      </td>
      <td className="table__n">
        <LiveLiquidation held={held} precision={precision} />
      </td>
      <td className="table__n">
        <p>{moneyText(held.costs?.margin)}</p>
        <p className="text-ink-3">{moneyText(held.costs?.fees)}</p>
      </td>
      <td className="table__n">
        <p>{stop(deal.target_profit_price)}</p>
        <p className="text-ink-3">{stop(deal.stop_loss_price)}</p>
      </td>
      <td className="table__n pos-table__result">
        <LiveResult held={held} isRow />
      </td>
      <td className="table__n">
        <span className="pos__acts">
          <Button size="small" disabled={isClosing} onClick={() => show(deal, 'position')}>
            {text('position.edit')}
          </Button>
          <Button size="small" disabled={isClosing} onClick={() => show(deal, 'position')}>
            {text('position.close')}
          </Button>
          <Button
            size="small"
            className="pos__more"
            aria-label={text('position.more')}
            onClick={() => show(deal, 'more')}
          >
            <Icon name="more" size={16} />
          </Button>
        </span>
      </td>
    </tr>
  );
});

type CellProps = { held: Held; precision: number };

function LiveMark({ held, precision }: CellProps) {
  return <>{priceText(useLiveFigures(held)?.now.index, precision)}</>;
}

function LiveLiquidation({ held, precision }: CellProps) {
  const figures = useLiveFigures(held);
  return (
    <>
      <p className="pos-hint--warn">{priceText(figures?.liquidation, precision)}</p>
      <p className="text-ink-3">{distanceText(figures?.distance)}</p>
    </>
  );
}
