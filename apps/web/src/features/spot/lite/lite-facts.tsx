import { durationText, Facts, Icon, StaleBadge } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { rateText, UNKNOWN } from '../trade/form-texts.ts';
import { usePriceState } from '../trade/price-state.ts';
import { paidUnit } from './lite-preview.ts';
import { feeIn, inUnit, nameOf, priceIn } from './lite-texts.ts';
import type { Lite } from './use-lite.ts';

type Props = { lite: Lite; topUp: () => void };

/** Shows the source of funds, the price and the cost; dimmed and dated while prices are paused. */
export function LiteFacts({ lite, topUp }: Props) {
  const text = useText();
  const { market, side, preview, orderContext } = lite;
  const state = usePriceState(market.symbol);
  const isStale = state.kind === 'paused';
  const fees = orderContext?.fees;
  const aged = (value: string): ReactNode => <span className={isStale ? 'stale' : ''}>{value}</span>;
  return (
    <div className="py-3">
      <Facts
        facts={[
          [text(`spot.lite.from.${side}`), <Held key="held" {...{ lite, topUp }} />],
          [text('spot.lite.price'), aged(priceIn(preview?.estimate?.average ?? bestOf(lite), market))],
          [
            fees === undefined ? text('spot.fee') : text('spot.lite.fee', { rate: rateText(fees.taker) }),
            aged(feeIn(preview?.estimate?.fee, market)),
          ],
        ]}
      />
      {isStale && <StaleBadge>{text('system.stale', { time: durationText(state.forMs) })}</StaleBadge>}
    </div>
  );
}

/** Returns the best price; without any offer, the index price. */
const bestOf = ({ side, depth, orderContext }: Lite) =>
  (side === 'buy' ? depth?.asks : depth?.bids)?.[0]?.[0] ?? orderContext?.index?.price;

function Held({ lite, topUp }: Props) {
  const text = useText();
  const unit = paidUnit(lite.side);
  if (lite.step === 'login') return UNKNOWN;
  return (
    <span className="flex items-center gap-2">
      {inUnit(unit, lite.orderContext?.available[unit], lite)}
      <button
        type="button"
        className="hit text-brand"
        aria-haspopup="dialog"
        aria-label={text('spot.lite.topup', { currency: nameOf(unit, lite) })}
        onClick={topUp}
      >
        <Icon name="plus" size={16} />
      </button>
    </span>
  );
}
