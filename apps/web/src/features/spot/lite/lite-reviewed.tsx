import { groupDigits } from '@app/money';
import { CoinIcon, Facts, Note, Num } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { rateText, UNKNOWN } from '../trade/form-texts.ts';
import { PriceNotes } from './lite-notes.tsx';
import { type LitePreview, textIn } from './lite-preview.ts';
import type { MarketOrderRequest } from './lite-request.ts';
import { feeIn, inUnit, priceIn } from './lite-texts.ts';
import type { Lite } from './use-lite.ts';

type Props = {
  lite: Lite;
  request: MarketOrderRequest;
  /** Current estimate; undefined while unknown. */
  preview: LitePreview | undefined;
  /** The order cannot be placed now: its figures may be stale. */
  isHeld: boolean;
};

const about = (message: string) => (message === UNKNOWN ? message : `≈ ${message}`);

/** Shows what is paid as exact and what is received as an estimate. */
export function LiteReviewed({ lite, request, preview, isHeld }: Props) {
  const text = useText();
  const { estimate } = preview ?? {};
  const isBuy = request.side === 'buy';
  const money = isBuy ? request.budget : estimate?.gets.amount;
  const coins =
    'quantity' in request
      ? inUnit('base', request.quantity, lite)
      : about(inUnit('base', isBuy ? estimate?.gets.amount : estimate?.pays.amount, lite));
  return (
    <>
      <div className="flex items-center gap-3 pb-3">
        <CoinIcon code={lite.market.base} size={40} />
        <div>
          <p className="text-title">
            <span className={isBuy ? 'tone-up text-(--tone)' : 'tone-down text-(--tone)'}>
              {text(`spot.${request.side}`)}
            </span>{' '}
            <span className={isHeld && isBuy ? 'stale' : ''}>{coins}</span>
          </p>
          <p className="text-label text-ink-3">{text('spot.lite.review.kind')}</p>
        </div>
      </div>
      <Hero
        label={text(isBuy ? 'spot.lite.pay.most' : 'spot.lite.get')}
        amount={money === undefined ? UNKNOWN : groupDigits(textIn('quote', money, lite.steps))}
        unit={lite.market.quote}
        isStale={isHeld && !isBuy}
      />
      <ReviewFacts lite={lite} request={request} preview={preview} isHeld={isHeld} />
      <Told preview={preview} />
    </>
  );
}

type Figure = { label: string; amount: string; unit: string; isStale: boolean };

function Hero({ label, amount, unit, isStale }: Figure) {
  return (
    <div className="rounded-card bg-s2 px-4 py-3">
      <p className="text-label text-ink-3">{label}</p>
      <p className={isStale ? 'stale text-hero' : 'text-hero'}>
        <Num text={amount} unit={unit} />
      </p>
    </div>
  );
}

function ReviewFacts({ lite, request, preview, isHeld }: Props) {
  const text = useText();
  const { average, fee, leftAfter } = preview?.estimate ?? {};
  const rate = lite.orderContext?.fees.taker;
  // Exact for a sale of coins; a purchase may spend less than its budget.
  const rest = inUnit(request.side === 'buy' ? 'quote' : 'base', leftAfter, lite);
  const left = 'quantity' in request ? rest : about(rest);
  return (
    <div className={isHeld ? 'stale py-2' : 'py-2'}>
      <Facts
        facts={[
          [text('spot.lite.price'), priceIn(average, lite.market)],
          [
            rate === undefined ? text('spot.fee') : text('spot.fee.taker', { rate: rateText(rate) }),
            feeIn(fee, lite.market),
          ],
          [text('spot.lite.left'), left],
        ]}
      />
    </div>
  );
}

/** Shows the refusal the server would return now, or what to know about the price. */
function Told({ preview }: Pick<Props, 'preview'>) {
  const text = useText();
  if (preview === undefined) return null;
  const { refusal } = preview;
  if (refusal === undefined) return <PriceNotes {...preview} />;
  return (
    <Note icon="warn" tone="warn">
      {text(`refusal.${refusal.code}`, refusal.params)}
    </Note>
  );
}
