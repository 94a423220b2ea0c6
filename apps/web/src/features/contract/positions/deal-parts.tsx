import { sideOf } from '@app/client/contract';
import { directionOf, directionOfPercent, showPercent } from '@app/money';
import { LevelLine, Tag } from '@app/ui';
import { useMemo } from 'react';
import type { Deal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { distanceText, MONEY_PLACES, priceText, signedText, UNKNOWN } from './deal-texts.ts';
import { type Held, useLiveFigures, usePriceUse } from './live-figures.ts';
import './positions.css';

/** Shows side and leverage: by arrow, word and colour. */
export function SideTag({ deal }: { deal: Pick<Deal, 'type' | 'multiple'> }) {
  const text = useText();
  const side = sideOf(deal);
  const isLong = side === 'long';
  return (
    <Tag tone={isLong ? 'up' : 'down'} icon={isLong ? 'arrow-up' : 'arrow-down'}>
      {text(`position.${side}`)} {deal.multiple}×
    </Tag>
  );
}

/** Shows that a position is about to close, or that its price cannot be acted on. */
export function StateTag({ deal }: { deal: Pick<Deal, 'status' | 'symbol'> }) {
  const text = useText();
  const use = usePriceUse(deal.symbol);
  if (deal.status === 2)
    return (
      <Tag tone="warn" icon="clock">
        {text('position.closing')}
      </Tag>
    );
  if (use === 'live') return null;
  return (
    <Tag tone="warn" icon={use === 'old' ? 'pause' : 'lock'}>
      {text(`position.${use}`)}
    </Tag>
  );
}

/** Shows the unrealised result and its share of the margin, at every price. */
export function LiveResult({ held, isRow = false }: { held: Held; isRow?: boolean }) {
  const text = useText();
  const figures = useLiveFigures(held);
  const rate = figures?.returnOnMargin;
  return (
    <>
      <p className={`pos__result tone-${figures ? directionOf(figures.result, MONEY_PLACES) : 'flat'}`}>
        {signedText(figures?.result)} {!isRow && <span className="pos__unit">USDT</span>}
      </p>
      <p className={`pos__rate tone-${rate === undefined ? 'flat' : directionOfPercent(rate)}`}>
        {rate === undefined ? UNKNOWN : showPercent(rate)} {!isRow && text('position.roe')}
      </p>
    </>
  );
}

/** Shows liquidation, entry, price and target on one line, and how far liquidation is. */
export function LiveLine({ held, precision }: { held: Held; precision: number }) {
  const text = useText();
  const figures = useLiveFigures(held);
  const away = distanceText(figures?.distance);
  const labels = useMemo(
    () => ({
      liquidation: text('position.liq'),
      target: text('position.tp'),
      entry: text('position.entry'),
      away: text('position.away', { distance: away }),
    }),
    [text, away],
  );
  const { deal } = held;
  if (figures === undefined) return <div className="pos__line" />;
  if (figures.liquidation === undefined)
    return (
      <p className="pos__line pos__line--safe">
        {text('position.safe')} · {labels.entry} {priceText(deal.entry_price, precision)} →{' '}
        {priceText(figures.now.index, precision)}
      </p>
    );
  return (
    <div className="pos__line">
      <LevelLine
        labels={labels}
        precision={precision}
        liquidation={figures.liquidation}
        entry={deal.entry_price}
        now={figures.now.index}
        target={deal.target_profit_price ?? undefined}
      />
    </div>
  );
}
