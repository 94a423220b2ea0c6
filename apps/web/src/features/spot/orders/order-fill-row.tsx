import { showPrice } from '@app/money';
import type { Fill } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import { CheckTradeLink } from './order-parts.tsx';
import { baseText, orderMoment, receiptText, toneOf } from './order-texts.ts';
import type { Places } from './use-places.ts';

/** Height of every fill row. */
export const FILL_ROW_HEIGHT = 100;

type Props = { fill: Fill; places: Places; isNamed?: boolean };

/** Shows one fill: price, amount, fee, and a link to check it if the house was the counterparty. */
export function FillRow({ fill, places, isNamed = false }: Props) {
  const text = useText();
  return (
    <article className="order">
      <div className="order__head">
        <p className="order__name">
          {isNamed && (
            <>
              <b className={`order__side tone-${toneOf(fill)}`}>{text(`spot.${fill.type}`)}</b>
              <span>{fill.symbol}</span>
            </>
          )}
          <span className="order__about">{orderMoment(fill.at, text)}</span>
        </p>
        {fill.is_house && <CheckTradeLink fill={fill} isShort />}
      </div>
      <dl className="order__grid">
        <div>
          <dt>{text('spot.price')}</dt>
          <dd>{showPrice(fill.price, places.precision)}</dd>
        </div>
        <div>
          <dt>{text('spot.amount')}</dt>
          <dd>{baseText(fill.quantity, places)}</dd>
        </div>
        <div>
          <dt>{`${text('spot.fee')} · ${text(`spot.orders.role.${fill.role}`)}`}</dt>
          <dd>{receiptText(fill.fee, fill.fee_currency)}</dd>
        </div>
      </dl>
    </article>
  );
}
