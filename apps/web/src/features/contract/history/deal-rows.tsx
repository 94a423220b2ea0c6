import { type OpenDeal, sideOf } from '@app/client/contract';
import { Delayed, Icon, Skeleton, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Deal, EndedDeal } from '../../../data/account/deals.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useFigures } from '../position/use-position.ts';
import { figuresOfDeal } from './deal-figures.ts';
import {
  causeText,
  inMoney,
  isCancelled,
  lotsText,
  moneyText,
  priceText,
  returnText,
  seriesText,
  sideText,
  signedText,
  toneOf,
  tradeAddress,
  UNKNOWN,
  whenText,
} from './deal-texts.ts';

/** Height of every row: lists reserve space before they load. */
export const DEAL_ROW_HEIGHT = 112;

type Named = { deal: Deal; precision: number | undefined };

/** Shows an open position with its result of now; it leads to the page that manages it. */
export function PositionRow({ deal, precision }: { deal: OpenDeal; precision: number | undefined }) {
  const text = useText();
  return (
    <article className="deal">
      <div className="deal__head">
        <Link className="deal__open" to={tradeAddress(deal)}>
          <DealName deal={deal} text={text} />
        </Link>
        <LiveResult deal={deal} />
      </div>
      <Grid
        cells={[
          [text('deals.entry'), priceText(deal.entry_price, precision)],
          [text('deals.lots'), lotsText(deal.share)],
          [text('deals.liquidation'), <LiveLiquidation key="liquidation" deal={deal} precision={precision} />],
        ]}
      />
    </article>
  );
}

/** The smallest parts that change with every price. */
function LiveResult({ deal }: { deal: OpenDeal }) {
  const figures = useFigures(deal);
  if (figures === undefined) return <span className="deal__value">{UNKNOWN}</span>;
  return (
    <span className={`deal__value tone-${toneOf(figures.result)}`}>
      {signedText(figures.result)}
      <small>{returnText(figures.returnOnMargin)}</small>
    </span>
  );
}

const LiveLiquidation = ({ deal, precision }: { deal: OpenDeal; precision: number | undefined }) =>
  priceText(useFigures(deal)?.liquidation, precision);

/** Shows an order that waits for its price. */
export function PendingRow({ deal, precision }: Named) {
  const text = useText();
  return (
    <article className="deal">
      <div className="deal__head">
        <Link className="deal__open" to={tradeAddress(deal)}>
          <DealName deal={deal} text={text} />
        </Link>
        <span className="deal__when">{whenText(deal.created, text)}</span>
      </div>
      <Grid
        cells={[
          [text('deals.limit'), priceText(deal.target_price, precision)],
          [text('deals.lots'), lotsText(deal.share)],
          [text('deals.held'), inMoney(moneyText(deal.margin))],
        ]}
      />
    </article>
  );
}

/** Shows what has ended: how, when, and what it changed. It opens the details. */
export function EndedRow({ deal, precision, onOpen }: Named & { deal: EndedDeal; onOpen: () => void }) {
  const text = useText();
  const { exit, net, returned } = figuresOfDeal(deal);
  const isOrder = isCancelled(deal);
  const moment = deal.closed === null ? '' : ` · ${whenText(deal.closed, text)}`;
  return (
    <article className="deal">
      <div className="deal__head">
        <button type="button" className="deal__open" aria-haspopup="dialog" onClick={onOpen}>
          <DealName deal={deal} text={text} />
        </button>
        {isOrder ? (
          <Tag>{causeText(deal, text)}</Tag>
        ) : (
          <span className={`deal__value tone-${toneOf(net)}`}>
            {signedText(net)}
            <small>{returnText(returned)}</small>
          </span>
        )}
      </div>
      <Grid
        cells={[
          isOrder
            ? [text('deals.limit'), priceText(deal.target_price, precision)]
            : [text('deals.entry'), priceText(deal.entry_price, precision)],
          [text('deals.exit'), priceText(exit, precision)],
          [text('deals.lots'), lotsText(deal.opened_share)],
        ]}
      />
      <p className="deal__about">
        {isOrder ? whenText(deal.closed ?? deal.created, text) : `${causeText(deal, text)}${moment}`}
      </p>
    </article>
  );
}

/** Names a deal: side with its arrow, market, leverage and series. */
export function DealName({ deal, text }: { deal: Deal; text: Text }) {
  const side = sideOf(deal);
  return (
    <>
      <b className={`deal__side tone-${side === 'long' ? 'up' : 'down'}`}>
        <Icon name={side === 'long' ? 'arrow-up' : 'arrow-down'} size={12} />
        {sideText(deal, text)} {deal.multiple}×
      </b>
      <span>{deal.symbol}</span>
      <span className="deal__series">{seriesText(deal, text)}</span>
    </>
  );
}

function Grid({ cells }: { cells: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="deal__grid">
      {cells.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Placeholder rows at the final height. */
export const DealGhosts = ({ count }: { count: number }) => (
  <Delayed>
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <div key={index} className="deal">
        <div className="deal__head">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-8 w-16" />
        </div>
        <div className="deal__grid">
          <Skeleton className="h-8 w-16" />
          <Skeleton className="h-8 w-16" />
          <Skeleton className="ml-auto h-8 w-10" />
        </div>
      </div>
    ))}
  </Delayed>
);
