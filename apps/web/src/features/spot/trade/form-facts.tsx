import { Icon } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { costText, ownText, rateText, UNKNOWN } from './form-texts.ts';
import { feeOf } from './review.ts';
import type { OrderEntry } from './use-order-form.ts';

type Props = { market: MarketInfo; entry: OrderEntry; isVisitor: boolean; onTopUp: () => void };

/** Shows the available balance and the fee; on a wide screen, also the balance left after the order. */
export function FormFacts({ market, entry, isVisitor, onTopUp }: Props) {
  const text = useText();
  const isWide = useIsWide();
  const { form, preview, orderContext } = entry;
  const pays = form.side === 'buy' ? market.quote : market.base;
  const own = orderContext?.available[form.side === 'buy' ? 'quote' : 'base'];
  const estimate = preview.state === 'incomplete' ? undefined : preview.estimate;
  const fee =
    preview.state === 'ready' && orderContext ? feeOf(preview.request, preview.estimate, orderContext) : undefined;
  const cost = fee?.amount ?? estimate?.fee;
  const left = preview.state === 'ready' ? estimate?.leftAfter : undefined;
  const unit = isWide ? ` ${pays}` : '';
  return (
    <dl className="facts facts--dense">
      <Fact label={text('spot.available')}>
        {isVisitor || own === undefined ? UNKNOWN : `${ownText(own, pays, market)}${unit}`}
        {!isVisitor && <TopUpButton currency={pays} open={onTopUp} />}
      </Fact>
      <Fact
        label={isWide && fee ? text('spot.form.fee.rate', { rate: rateText(fee.rate) }) : text('spot.form.fee')}
        coach="preview"
      >
        {cost === undefined ? UNKNOWN : `${costText(cost, market.quote, market)} ${market.quote}`}
      </Fact>
      {isWide && (
        <Fact label={text('spot.form.left')}>
          {left === undefined ? UNKNOWN : `${ownText(left, pays, market)} ${pays}`}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, coach, children }: { label: string; coach?: string; children: ReactNode }) {
  return (
    <div data-coach={coach}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TopUpButton({ currency, open }: { currency: string; open: () => void }) {
  const text = useText();
  return (
    <button
      type="button"
      className="hit facts__add"
      data-coach="money"
      aria-label={text('spot.form.top_up', { currency })}
      onClick={open}
    >
      <Icon name="plus" size={16} />
    </button>
  );
}
